/** Applies a dialect's additions to the contract's document, and generates the differences in the operation table. */
import { z } from "zod";
import { type Document, type Operation, type Parameter, type Response, type Schema, verbs } from "./document";
import { type Model, refName } from "./model";
import { row } from "./operations";

const operationIds = z.array(z.string());
/** A schema in the additions. It is validated later, when the document is bundled and linted. */
const schema = z.record(z.string(), z.unknown()).transform((value) => value as Schema);

export const additions = z.strictObject({
	parameters: z.array(z.strictObject({ operations: operationIds, query: z.record(z.string(), schema) })),
	values: z.array(z.strictObject({ operations: operationIds, parameter: z.string(), add: z.array(z.string()) })),
	schemas: z.record(z.string(), z.unknown()),
	responses: z.record(z.string(), z.record(z.string(), z.strictObject({ description: z.string() }))),
});
type Additions = z.infer<typeof additions>;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Applies a JSON Merge Patch (RFC 7396). */
function merged(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch;
	const out: Record<string, unknown> = isObject(target) ? { ...target } : {};
	for (const [key, value] of Object.entries(patch)) {
		if (value === null) delete out[key];
		else out[key] = merged(out[key], value);
	}
	return out;
}

/** Returns the operation's own copy of a parameter if the parameter is a reference to a shared one. */
function ownParameter(document: Document, parameter: Parameter & { $ref?: string }): Parameter {
	const { $ref } = parameter;
	return $ref === undefined ? parameter : structuredClone(document.components.parameters?.[refName($ref)] ?? parameter);
}

/** Returns the document with the additions. Throws if an operation, a parameter or a schema does not exist. */
export function withAdditions(document: Document, added: Additions, file: string): Document {
	const theirs = structuredClone(document);
	const all = new Map<string, Operation>();
	for (const item of Object.values(theirs.paths))
		for (const verb of verbs) {
			const operation = item[verb];
			if (operation) all.set(operation.operationId, operation);
		}
	const operationOf = (id: string): Operation => {
		const operation = all.get(id);
		if (!operation) throw new Error(`${file}: there is no operation ${id}`);
		return operation;
	};
	for (const { operations, query } of added.parameters)
		for (const operation of operations.map(operationOf))
			for (const [name, { description, ...rest }] of Object.entries(query)) {
				operation.parameters ??= [];
				operation.parameters.push({ name, in: "query", ...(description ? { description } : {}), schema: rest });
			}
	for (const { operations, parameter, add } of added.values)
		for (const operation of operations.map(operationOf)) {
			const all = (operation.parameters ?? []).map((one) => ownParameter(theirs, one));
			const found = all.find(({ name }) => name === parameter);
			if (!found?.schema.enum) throw new Error(`${file}: ${operation.operationId} lists no values of ${parameter}`);
			found.schema.enum.push(...add);
			operation.parameters = all;
		}
	for (const [name, patch] of Object.entries(added.schemas)) {
		const target = theirs.components.schemas[name];
		if (!target) throw new Error(`${file}: there is no schema ${name}`);
		// A patched schema is still a schema.
		theirs.components.schemas[name] = merged(target, patch) as Schema;
	}
	for (const [id, responses] of Object.entries(added.responses))
		Object.assign(operationOf(id).responses, responses satisfies Record<string, Response>);
	return theirs;
}

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);

/** Returns the TypeScript type of a parameter's value. */
function typeOf({ type, enum: values, items }: Schema): string {
	if (values?.every(isScalar)) return values.map((value) => JSON.stringify(value)).join(" | ");
	if (type === "integer" || type === "number") return "number";
	if (type === "boolean" || type === "string") return type;
	if (type === "array") return `(${typeOf(items ?? {})})[]`;
	return "{ [name: string]: unknown }";
}

interface Row {
	readonly id: string;
	readonly parameters: readonly { readonly name: string; readonly schema: Schema }[];
	readonly body?: { readonly fields?: Row["parameters"] };
	readonly [key: string]: unknown;
}

const inputs = ({ parameters, body }: Row): Row["parameters"] => [...parameters, ...(body?.fields ?? [])];

/** Generates a module with the parts of rows that differ, and the types of parameters that the specification lacks. */
export function rowsFile(
	{ name, product, release }: { readonly name: string; readonly product: string; readonly release: string },
	ours: Model,
	theirs: Model,
	banner: string,
): string {
	// `row` returns the rows of the generated table.
	const rowsOf = (model: Model): Row[] => model.operations.map((one) => row(one, model) as Row);
	const before = new Map(rowsOf(ours).map((one) => [one.id, one]));
	const changed = rowsOf(theirs).flatMap((one) => {
		const other = before.get(one.id);
		const parts = Object.entries(one).filter(([key, part]) => JSON.stringify(part) !== JSON.stringify(other?.[key]));
		return other && parts.length > 0 ? [{ row: one, other, parts: Object.fromEntries(parts) }] : [];
	});
	const rows = changed.map(({ row: { id }, parts }) => `\t${id}: ${JSON.stringify(parts)},`);
	const types = changed.flatMap(({ row: one, other }) => {
		const known = new Set(inputs(other).map((input) => input.name));
		const added = inputs(one).filter((input) => !known.has(input.name));
		const fields = added.map((input) => `${input.name}?: ${typeOf(input.schema)}`);
		return fields.length > 0 ? [`\t${one.id}: { ${fields.join("; ")} };`] : [];
	});
	const omits = Object.keys(theirs.document.components.schemas).flatMap((schema) => {
		const required = theirs.schemas.get(schema)?.schema.required ?? [];
		const { inResponses, schema: other } = ours.schemas.get(schema) ?? {};
		return inResponses ? (other?.required ?? []).filter((field) => !required.includes(field)) : [];
	});
	const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
	return `${banner}

import type { OperationRow } from "../../operation-row";
import type { OperationId } from "../operations";

/** How ${product} ${release} differs from the specification's table of operations: parts of rows that replace the original ones. */
export const ${name}Rows: { readonly [id in OperationId]?: Partial<OperationRow> } = {
${rows.join("\n")}
};

/** Fields that the specification requires in a record, but that ${product} ${release} leaves out. */
export const ${name}Omits: readonly string[] = ${JSON.stringify([...new Set(omits)])};

/** The parameters that ${product} ${release} adds to the specification, by operation. */
export interface ${title}Parameters {
${types.join("\n")}
}
`;
}
