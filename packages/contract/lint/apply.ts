import type { Contract } from "./contract";
import type { Fault, Finding, Rule } from "./rule";

/** Applies one rule. An error that it throws is a finding, and the other rules still apply. */
function* faultsOf(rule: Rule, contract: Contract): Generator<Fault> {
	try {
		yield* rule.check(contract);
	} catch (error) {
		yield { at: "openapi/", says: `The rule could not be applied: ${error instanceof Error ? error.message : error}` };
	}
}

/** Returns the findings of rules, without duplicates. */
export function apply(rules: readonly Rule[], contract: Contract): Finding[] {
	const found = new Map<string, Finding>();
	for (const rule of rules)
		for (const fault of faultsOf(rule, contract))
			found.set(`${rule.name} ${fault.at} ${fault.says}`, { rule: rule.name, ...fault });
	return [...found.values()];
}
