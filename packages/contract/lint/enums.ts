/** Enums are open for clients in responses and closed in requests, so a schema with an enum cannot be used in both. */
import type { Schema } from "../generate/document";
import { flatten, references } from "../generate/model";
import { type Contract, operations, schemaAt } from "./contract";
import type { Rule } from "./rule";

/** Returns the names of the schemas that schemas refer to, directly or indirectly. Parts of `allOf` do not count. */
function reached(from: Schema[], all: Record<string, Schema>): Set<string> {
	const found = new Set<string>();
	const queue = [...from];
	for (let schema = queue.pop(); schema; schema = queue.pop())
		for (const name of references(flatten(schema, all))) {
			const next = all[name];
			if (!next || found.has(name)) continue;
			found.add(name);
			queue.push(next);
		}
	return found;
}

/** Whether a schema has an enum, without references. An `anyOf` of an enum and any string is open, and is ignored. */
function hasEnum(schema: Schema): boolean {
	if (schema.enum) return true;
	const inner = [
		...Object.values(schema.properties ?? {}),
		...(schema.items ? [schema.items] : []),
		...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
		...(schema.anyOf?.some((one) => one.type === "string" && !one.enum) ? [] : (schema.anyOf ?? [])),
	];
	return inner.some(hasEnum);
}

function roots(contract: Contract): { requests: Schema[]; responses: Schema[] } {
	const every = operations(contract);
	const media = (content: Record<string, { schema?: Schema }> | undefined): Schema[] =>
		Object.values(content ?? {}).flatMap(({ schema }) => (schema ? [schema] : []));
	return {
		requests: every.flatMap((one) => [
			...one.parameters.map(({ schema }) => schema ?? {}),
			...media(one.body?.content),
		]),
		responses: every.flatMap((one) => one.responses.flatMap(([, { content }]) => media(content))),
	};
}

const separateEnums: Rule = {
	name: "enum-one-way",
	*check(contract) {
		const all = contract.document.components.schemas;
		const { requests, responses } = roots(contract);
		const sent = reached(requests, all);
		const returned = reached(responses, all);
		for (const [name, schema] of Object.entries(all))
			if (sent.has(name) && returned.has(name) && hasEnum(flatten(schema, all)))
				yield {
					at: schemaAt(name, contract),
					says: "A schema with an enum serves requests or responses, not both: name two.",
				};
	},
};

export const enumRules: Rule[] = [separateEnums];
