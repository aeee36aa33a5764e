/** Rules for the subset of JSON Schema in openapi/README.md. */
import type { Schema, SchemaType } from "../generate/document";
import { references } from "../generate/model";
import { isRequirement } from "../generate/requirement";
import { type Contract, follow, type SchemaSite, schemaAt, schemas } from "./contract";
import type { Fault, Rule } from "./rule";

/** The keywords that apply to values of certain types only, with these types. */
const fitting: Record<string, SchemaType[]> = {
	properties: ["object"],
	required: ["object"],
	additionalProperties: ["object"],
	minProperties: ["object"],
	not: ["object"],
	items: ["array"],
	minItems: ["array"],
	maxItems: ["array"],
	uniqueItems: ["array"],
	minLength: ["string"],
	maxLength: ["string"],
	pattern: ["string"],
	format: ["string"],
	minimum: ["integer", "number"],
	maximum: ["integer", "number"],
};
const judging = ["type", "enum", "const", ...Object.keys(fitting)];
const describing = ["default", "description", "title", "example", "examples", "deprecated", "readOnly", "writeOnly"];
const allowed = new Set(["$ref", "allOf", "anyOf", ...judging, ...describing]);
const formats = new Set(["date-time", "date", "binary", "uri", "email", "password"]);

/** Yields faults once per schema, because several operations can use a shared parameter or response. */
function* once(
	contract: Contract,
	check: (site: SchemaSite, contract: Contract) => Iterable<string>,
): Generator<Fault> {
	const seen = new Set<Schema>();
	for (const site of schemas(contract)) {
		if (seen.has(site.schema)) continue;
		seen.add(site.schema);
		for (const says of check(site, contract)) yield { at: site.at, says };
	}
}

const typeNames = (schema: Schema): SchemaType[] => [schema.type ?? []].flat();

const known: Rule = {
	name: "keywords",
	check: (contract) =>
		once(contract, function* ({ schema }, { isForeign }) {
			for (const word of Object.keys(schema))
				if (!allowed.has(word) && !word.startsWith("x-")) yield `${word} is not in the subset of JSON Schema.`;
			if (!isForeign && schema.format !== undefined && !formats.has(schema.format))
				yield `${schema.format} is not a format of the contract.`;
			if (schema.pattern !== undefined) {
				try {
					new RegExp(schema.pattern, "u");
				} catch {
					yield `${schema.pattern} is not a regular expression.`;
				}
			}
		}),
};

const fit: Rule = {
	name: "keyword-fits-type",
	check: (contract) =>
		once(contract, function* ({ schema, requirement }, { isForeign }) {
			if (requirement) return;
			const types = typeNames(schema);
			if (types.length === 0 && schema.allOf) types.push("object");
			for (const [word, needed] of Object.entries(fitting))
				if (word === "format" && isForeign) continue;
				else if (schema[word] !== undefined && !needed.some((type) => types.includes(type)))
					yield `${word} needs the type ${needed.join(" or ")}.`;
			if (types.includes("array") && !schema.items) yield "A list says what its items are.";
		}),
};

const enums: Rule = {
	name: "enum-fits-type",
	check: (contract) =>
		once(contract, function* ({ schema }) {
			const types = typeNames(schema);
			const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
			if (types.length > 0)
				for (const value of values) {
					const type = value === null ? "null" : typeof value;
					const fits =
						type === "number"
							? types.some((one) => one === "number" || one === "integer")
							: types.some((one) => one === type);
					if (!fits) yield `The value ${JSON.stringify(value)} is not of the type ${types.join(" or ")}.`;
				}
			if (schema.enum && types.includes("null") && !values.includes(null))
				yield "A nullable enum lists null among its values.";
			if (new Set(values).size < values.length) yield "An enum lists a value once.";
		}),
};

const objects: Rule = {
	name: "open-objects",
	check: (contract) =>
		once(contract, function* ({ joined, schema }) {
			if (schema.additionalProperties === false) yield "Objects are open.";
			// A part of `allOf` can require properties that another part describes.
			if (joined) return;
			if (
				typeNames(schema).includes("object") &&
				!schema.properties &&
				schema.additionalProperties === undefined &&
				!schema.allOf
			)
				yield "An object lists its properties, or says additionalProperties: true on purpose.";
		}),
};

const joins: Rule = {
	name: "joins",
	check: (contract) =>
		once(contract, function* ({ schema }) {
			if (schema.anyOf && !schema.anyOf.every(isRequirement)) {
				if (schema.anyOf.some(isRequirement)) yield "anyOf is either a union or a choice of required properties.";
				const beside = [...judging, "allOf"].filter((word) => schema[word] !== undefined);
				if (beside.length > 0) yield `anyOf does not stand beside ${beside.join(", ")}.`;
			} else if (schema.anyOf && schema.type !== "object" && !schema.allOf)
				yield "A choice of required properties needs the type object.";
			if (schema.not && !isRequirement(schema.not)) yield "not holds only a list of required properties.";
			if (!schema.allOf) return;
			const parts = [...schema.allOf.map((part) => follow(part, contract.document)), schema];
			const said = new Map<string, string>();
			for (const part of parts) {
				if (part !== schema && part.type !== "object" && !part.allOf) yield "allOf joins objects only.";
				const own = part === schema ? (schema.properties ?? {}) : allProperties(part, contract);
				for (const [name, one] of Object.entries(own)) {
					const text = JSON.stringify(one);
					if ((said.get(name) ?? text) !== text) yield `The parts of allOf say two things of ${name}.`;
					said.set(name, text);
				}
			}
			for (const word of ["anyOf", "not", "additionalProperties"])
				if (parts.filter((part) => part[word] !== undefined).length > 1)
					yield `Only one part of allOf may have ${word}.`;
		}),
};

/** Returns the properties of a schema, including those of the parts of `allOf`. */
function allProperties(schema: Schema, contract: Contract): Record<string, Schema> {
	const parts = (schema.allOf ?? []).map((part) => allProperties(follow(part, contract.document), contract));
	return Object.assign({}, ...parts, schema.properties);
}

const required: Rule = {
	name: "required-described",
	check: (contract) =>
		once(contract, function* ({ joined, schema, requirement }) {
			// A part of `allOf` can require what another part describes, so the rule checks the merged schema.
			if (requirement || joined) return;
			const described = allProperties(schema, contract);
			for (const name of new Set(requiredNames(schema)))
				if (!Object.hasOwn(described, name)) yield `${name} is required, but no property describes it.`;
		}),
};

const requiredNames = ({ required = [], anyOf = [], allOf = [], not }: Schema): string[] => [
	...required,
	...anyOf.filter(isRequirement).flatMap(requiredNames),
	...allOf.flatMap(requiredNames),
	...(not?.required ?? []),
];

/** Returns the names of the properties that a schema and its parts require. */
const allRequired = (schema: Schema, contract: Contract): string[] => [
	...(schema.required ?? []),
	...(schema.allOf ?? []).flatMap((part) => allRequired(follow(part, contract.document), contract)),
];

const assumed: Rule = {
	name: "assumed-described",
	check: (contract) =>
		once(contract, function* ({ schema }) {
			const { presence = [], values = [] } = schema["x-tenon-assumed"] ?? {};
			if (presence.length + values.length === 0) return;
			// What a union assumes applies to each of its schemas.
			const all = [schema, ...(schema.anyOf ?? []).map((one) => follow(one, contract.document))];
			const described = all.flatMap((one) => Object.keys(allProperties(one, contract)));
			for (const name of [...presence, ...values])
				if (!described.includes(name)) yield `x-tenon-assumed names ${name}, and no property describes it.`;
			const required = all.flatMap((one) => allRequired(one, contract));
			for (const name of presence)
				if (!required.includes(name)) yield `x-tenon-assumed names the presence of ${name}, which is not required.`;
		}),
};

const bareReferences: Rule = {
	name: "bare-references",
	*check({ sources }) {
		for (const [file, held] of sources) yield* visit(held, file);
		function* visit(node: unknown, at: string): Generator<Fault> {
			if (!node || typeof node !== "object") return;
			if ("$ref" in node && Object.keys(node).length > 1) yield { at, says: "A $ref stands alone." };
			for (const [key, child] of Object.entries(node))
				if (key !== "example" && key !== "examples") yield* visit(child, `${at}/${key}`);
		}
	},
};

const recursion: Rule = {
	name: "no-recursion",
	*check(contract) {
		const all = contract.document.components.schemas;
		const done = new Set<string>();
		const visit = function* (name: string, path: string[]): Generator<Fault> {
			if (path.includes(name))
				yield { at: schemaAt(name, contract), says: `The schema refers to itself: ${[...path, name].join(" → ")}.` };
			if (done.has(name) || path.includes(name)) return;
			const schema = all[name];
			if (schema) for (const next of references(schema)) yield* visit(next, [...path, name]);
			done.add(name);
		};
		for (const name of Object.keys(all)) yield* visit(name, []);
	},
};

const used: Rule = {
	name: "used-schemas",
	*check({ sources, document }) {
		const names = new Set(Object.keys(document.components.schemas));
		for (const [file, held] of sources) {
			if (!file.startsWith("openapi/schemas/")) continue;
			for (const name of Object.keys(held ?? {}))
				if (!names.has(name)) yield { at: `${file} ${name}`, says: "Nothing refers to this schema." };
		}
	},
};

const names: Rule = {
	name: "one-component-each",
	*check({ document }) {
		// If two files use the same name, the bundler adds a number.
		for (const [section, components] of Object.entries(document.components))
			for (const name of Object.keys(components ?? {}))
				if (/-\d+$/.test(name))
					yield {
						at: `components/${section}/${name}`,
						says: "Two files have another component of this name: name two.",
					};
	},
};

export const keywordRules: Rule[] = [
	known,
	fit,
	enums,
	objects,
	joins,
	required,
	assumed,
	bareReferences,
	recursion,
	used,
	names,
];
