/** Rules for the `x-tenon-*` extensions: known names, valid values, and no missing ones. */
import { operations } from "./contract";
import type { Fault, Rule } from "./rule";

const definitions: Rule = {
	name: "extension-defined",
	*check({ sources, extensions, judge, placeOf, isForeign }) {
		const judged = judge();
		for (const [file, held] of sources) yield* visit(held, file);
		function* visit(node: unknown, above: string): Generator<Fault> {
			if (!node || typeof node !== "object") return;
			const at = placeOf?.(node) ?? above;
			for (const [key, value] of Object.entries(node)) {
				if (key === "example" || key === "examples") continue;
				if (!key.startsWith("x-")) {
					yield* visit(value, `${at}/${key}`);
					continue;
				}
				if (isForeign && !key.startsWith("x-tenon-")) continue;
				const definition = extensions[key];
				const wrong = definition ? judged(definition, value) : `${key} is not an extension of the contract`;
				if (wrong) yield { at: placeOf ? at : `${at}/${key}`, says: `${wrong}.` };
			}
		}
	},
};

const needed: Rule = {
	name: "extension-needed",
	*check(contract) {
		for (const { at, source, rest } of operations(contract)) {
			if (!rest) continue;
			for (const name of ["x-tenon-method", "x-tenon-retry", "x-tenon-access", "x-tenon-evidence"] as const)
				if (source[name] === undefined) yield { at, says: `The operation needs ${name}.` };
		}
	},
};

const evidence: Rule = {
	name: "evidence-names-statuses",
	*check(contract) {
		for (const { at, source, responses } of operations(contract)) {
			const { stated = [], assumed = [] } = source["x-tenon-evidence"] ?? {};
			const named = [...stated, ...assumed];
			if (named.length === 0) continue; // extension-needed reports this
			for (const name of new Set(named))
				if (named.filter((one) => one === name).length > 1)
					yield { at, says: `x-tenon-evidence names ${name} more than once.` };
			const declared = responses.map(([status]) => status);
			for (const status of declared)
				if (!named.includes(status)) yield { at, says: `x-tenon-evidence does not name the status ${status}.` };
			for (const name of named)
				if (/^\d+$/.test(name) && !declared.includes(name))
					yield { at, says: `x-tenon-evidence names the status ${name}, which is not declared.` };
		}
	},
};

export const extensionRules: Rule[] = [definitions, needed, evidence];
