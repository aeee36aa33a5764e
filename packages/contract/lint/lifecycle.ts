/** Rules for deprecations, restrictions and secrets. */
import type { Lifecycle, Schema } from "../generate/document";
import { flatten } from "../generate/model";
import { type Contract, follow, jsonResponses, operations, schemas } from "./contract";
import type { Rule } from "./rule";

const isComplete = (item: { "x-tenon-lifecycle"?: Lifecycle }): boolean => {
	const { replacedBy, removal } = item["x-tenon-lifecycle"] ?? {};
	return replacedBy !== undefined && removal !== undefined;
};

const deprecations: Rule = {
	name: "deprecated-lifecycle",
	*check(contract) {
		const says = "What is deprecated has an x-tenon-lifecycle with replacedBy and removal.";
		for (const { at, source, parameters } of operations(contract)) {
			if (source.deprecated && !isComplete(source)) yield { at, says };
			for (const one of parameters)
				if (one.deprecated && !isComplete(one)) yield { at: `${at} parameters/${one.name}`, says };
		}
		const seen = new Set<Schema>();
		for (const { at, schema } of schemas(contract)) {
			if (schema.deprecated && !seen.has(schema) && !isComplete(schema)) yield { at, says };
			seen.add(schema);
		}
	},
};

const limits: Rule = {
	name: "rate-limit-response",
	*check({ document, ...rest }) {
		for (const { at, source, responses } of operations({ document, ...rest })) {
			if (!source["x-tenon-rate-limit"]) continue;
			const limited = responses.find(([status]) => status === "429")?.[1];
			if (!Object.hasOwn(limited?.headers ?? {}, "Retry-After"))
				yield { at, says: "An operation with a rate limit declares 429 with the header Retry-After." };
		}
	},
};

/** Returns the names of a schema's properties at every depth, both as `b` and as `a.b`. */
function names(schema: Schema, contract: Contract, path = ""): string[] {
	const { document } = contract;
	const at = flatten(follow(schema, document), document.components.schemas);
	return [
		...Object.entries(at.properties ?? {}).flatMap(([name, one]) => {
			const whole = path ? `${path}.${name}` : name;
			return [name, whole, ...names(one, contract, whole)];
		}),
		...(at.items ? names(at.items, contract, path) : []),
		...(at.anyOf ?? []).flatMap((one) => names(one, contract, path)),
	];
}

const secrets: Rule = {
	name: "reveals-fields",
	*check(contract) {
		for (const one of operations(contract)) {
			const returned = new Set(jsonResponses(one, contract).flatMap(([, schema]) => names(schema, contract)));
			for (const name of one.source["x-tenon-reveals"] ?? [])
				if (!returned.has(name))
					yield { at: one.at, says: `x-tenon-reveals names ${name}, which no 2xx response has.` };
		}
	},
};

export const lifecycleRules: Rule[] = [deprecations, limits, secrets];
