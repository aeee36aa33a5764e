import type { FieldRow, OperationRow, ParameterRow, ValueSchema } from "@tenon/contract";
import type { Body } from "./body";
import { coerce, type Faults } from "./coerce";
import { ApiError, parameterError } from "./errors";
import type { Hash } from "./names";

/** Where the values of a request's parameters stand. */
export interface Sources {
	readonly path: { readonly [name: string]: string };
	readonly query: { readonly tree: Hash; readonly repeated: ReadonlyMap<string, readonly string[]> };
	readonly body: Body;
}

/** Says whether the platform has an operation's parameter or field, by its plan, release and flags. */
export type Served = (restricted: ParameterRow | FieldRow) => boolean;

const own = (from: object, name: string): unknown => (Object.hasOwn(from, name) ? (from as Hash)[name] : undefined);

/** The same schema, with no list of the values that it admits. */
function withoutList(schema: ValueSchema): ValueSchema {
	const { enum: _list, ...rest } = schema;
	return rest;
}

/** The same schema, which a list of texts fits as well. */
const orList = (schema: ValueSchema): ValueSchema => ({
	anyOf: [{ type: "array", items: { type: "string" } }, schema],
});

/** What an operation takes beyond the contract's word. */
export interface Allowances {
	readonly unlisted?: readonly string[];
	readonly commaLists?: readonly string[];
	readonly erasable?: readonly string[];
}

/** All that an operation declares: parameters, then fields. */
const declared = (row: OperationRow): readonly (ParameterRow | FieldRow)[] =>
	row.body?.fields ? [...row.parameters, ...row.body.fields] : row.parameters;

/** The value sent under a name: the path's before the body's before the query's. */
function input(name: string, isList: boolean, sources: Sources): unknown {
	const inPath = own(sources.path, name);
	if (inPath !== undefined) return inPath;
	if (sources.body.kind === "json" && sources.body.value && typeof sources.body.value === "object") {
		const value = own(sources.body.value, name);
		if (value !== undefined) return value;
	}
	if (sources.body.kind === "form") {
		const value = (isList ? sources.body.repeated.get(name) : undefined) ?? own(sources.body.fields, name);
		if (value !== undefined) return value;
	}
	return (isList ? sources.query.repeated.get(name) : undefined) ?? own(sources.query.tree, name);
}

/** Paging parameters have rules of their own: values out of bounds are corrected, except for a page size of 0. */
function paging(values: { [name: string]: unknown }, faults: Faults): void {
	if (values.per_page === 0) faults.push("per_page has a value not allowed");
	else if (typeof values.per_page === "number")
		values.per_page = values.per_page < 0 ? 20 : Math.min(values.per_page, 100);
	if (typeof values.page === "number") values.page = Math.max(1, values.page);
}

/**
 * Reads the parameters that an operation declares, each in its type; others are ignored. Throws one refusal, a 400 unless the
 * operation says otherwise, that names everything that is wrong.
 */
export function readParameters(
	row: OperationRow,
	sources: Sources,
	served: Served,
	{ unlisted = [], commaLists = [], erasable = [] }: Allowances = {},
	refusedWith = 400,
): { [name: string]: unknown } {
	const values: { [name: string]: unknown } = {};
	const faults: Faults = [];
	const { body } = sources;
	if (body.kind === "json" && row.body?.fields && (typeof body.value !== "object" || Array.isArray(body.value)))
		throw parameterError("The message body must be a JSON object");
	if (row.body?.schema) values.payload = body.kind === "json" ? body.value : body.kind === "form" ? body.fields : {};
	const isPlain = unlisted.length === 0 && commaLists.length === 0;
	for (const one of declared(row)) {
		const { name } = one;
		// Whom a request acts as is settled before, by number or by name.
		if (name === "sudo") continue;
		const schema = isPlain
			? one.schema
			: unlisted.includes(name)
				? withoutList(one.schema)
				: commaLists.includes(name)
					? orList(one.schema)
					: one.schema;
		const value = input(name, schema.type === "array", sources);
		if (value === null && erasable.includes(name)) {
			values[name] = null;
			continue;
		}
		const required = one.required === true;
		// Most parameters of most requests are not sent: they are done with at once.
		if (value === undefined && !required && schema.default === undefined) continue;
		if (!served(one)) continue;
		if (value === undefined && !required) {
			if ("in" in one) values[name] = schema.default;
			continue;
		}
		const before = faults.length;
		const read = coerce(schema, value, name, required, faults);
		if (read !== undefined) values[name] = read;
		// Of a write it matters what was sent and what was not: defaults of body fields are its handler's to give.
		else if ("in" in one && schema.default !== undefined) values[name] = schema.default;
		// A missing value is none of the listed ones either, and both is said.
		if (required && value === undefined && schema.enum && faults.length > before)
			faults.push(`${name} does not have a valid value`);
	}
	if (row.pagination) paging(values, faults);
	const together = (row.body?.exclusive ?? []).filter((name) => values[name] !== undefined);
	if (row.body?.exclusive && together.length === row.body.exclusive.length)
		faults.push(`${together.join(", ")} are mutually exclusive`);
	const needed = row.body?.atLeastOne;
	if (needed?.every((name) => values[name] === undefined && input(name, false, sources) === undefined))
		faults.push(`${needed.join(", ")} are missing, at least one parameter must be provided`);
	if (faults.length > 0) throw new ApiError(refusedWith, { error: faults.join(", ") });
	return values;
}
