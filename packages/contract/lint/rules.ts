import { bodyRules } from "./bodies";
import type { Contract } from "./contract";
import { extensionRules } from "./extensions";
import { keywordRules } from "./keywords";
import { lifecycleRules } from "./lifecycle";
import { listRules } from "./lists";
import { operationRules } from "./operations";
import { proseRules } from "./prose";
import type { Fault, Finding, Rule } from "./rule";
import { wayRules } from "./ways";

export const rules: Rule[] = [
	...keywordRules,
	...extensionRules,
	...operationRules,
	...listRules,
	...lifecycleRules,
	...bodyRules,
	...proseRules,
	...wayRules,
];

/** A rule may stumble over what another one tells; that is a finding, and no reason to keep the others back. */
function* apply(rule: Rule, contract: Contract): Generator<Fault> {
	try {
		yield* rule.check(contract);
	} catch (error) {
		yield { at: "openapi/", says: `The rule could not be applied: ${error instanceof Error ? error.message : error}` };
	}
}

/** Everything that our own rules find, each place and sentence once. */
export function findings(contract: Contract): Finding[] {
	const found = new Map<string, Finding>();
	for (const rule of rules)
		for (const fault of apply(rule, contract))
			found.set(`${rule.name} ${fault.at} ${fault.says}`, { rule: rule.name, ...fault });
	return [...found.values()];
}
