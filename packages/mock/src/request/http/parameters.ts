import type { FieldRow, OperationRow, ParameterRow, ValueSchema } from "@tenon/contract";
import type { Body } from "./body";
import { coerce, type Faults } from "./coerce";
import { ApiError, parameterError } from "./errors";
import type { Hash } from "./names";

/** The parts of a request that contain values of parameters. */
export interface Sources {
	readonly path: { readonly [name: string]: string };
	readonly query: { readonly tree: Hash; readonly repeated: ReadonlyMap<string, readonly string[]> };
	readonly body: Body;
}

/** Returns whether the platform has a parameter or field of an operation, according to plan, release and flags. */
export type Served = (restricted: ParameterRow | FieldRow) => boolean;

/** Returns an own property. Most are not sent, so it reads the value first, which is faster. */
function own(from: object, name: string): unknown {
	const value = (from as Hash)[name];
	return value !== undefined && Object.hasOwn(from, name) ? value : undefined;
}

/** Returns the same schema without its list of values. */
function withoutList(schema: ValueSchema): ValueSchema {
	const { enum: _list, ...rest } = schema;
	return rest;
}

/** Returns the same schema, extended by a list of texts. */
const orList = (schema: ValueSchema): ValueSchema => ({
	anyOf: [{ type: "array", items: { type: "string" } }, schema],
});

/** What an operation accepts beyond the contract. */
export interface Allowances {
	readonly unlisted?: readonly string[];
	readonly commaLists?: readonly string[];
	readonly erasable?: readonly string[];
}

/** A parameter or a field, with the facts that each request needs. */
interface Declared {
	readonly one: ParameterRow | FieldRow;
	readonly name: string;
	readonly schema: ValueSchema;
	readonly isParameter: boolean;
	readonly isRequired: boolean;
	/** The default; undefined if the contract has none. */
	readonly preset: unknown;
}

const declaredBy = new WeakMap<OperationRow, readonly Declared[]>();

/** Returns everything that an operation declares: parameters, then fields. */
function declared(row: OperationRow): readonly Declared[] {
	const known = declaredBy.get(row);
	if (known) return known;
	const all = [...row.parameters, ...(row.body?.fields ?? [])]
		// `sudo` is handled earlier, as an id or a username.
		.filter(({ name }) => name !== "sudo")
		.map((one) => ({
			one,
			name: one.name,
			schema: one.schema,
			isParameter: "in" in one,
			isRequired: one.required === true,
			preset: one.schema.default,
		}));
	declaredBy.set(row, all);
	return all;
}

/** Returns the values of a list that was sent as several parameters with the same name. */
const repeatedIn = (
	repeated: ReadonlyMap<string, readonly string[]>,
	name: string,
	schema: ValueSchema,
): readonly string[] | undefined => (repeated.size > 0 && schema.type === "array" ? repeated.get(name) : undefined);

/** Returns the value sent under a name: from the path, otherwise from the body, otherwise from the query. */
function input(name: string, schema: ValueSchema, { path, query, body }: Sources): unknown {
	const inPath = own(path, name);
	if (inPath !== undefined) return inPath;
	if (body.kind === "json" && body.value && typeof body.value === "object") {
		const value = own(body.value, name);
		if (value !== undefined) return value;
	}
	if (body.kind === "form") {
		const value = repeatedIn(body.repeated, name, schema) ?? own(body.fields, name);
		if (value !== undefined) return value;
	}
	// The tree has no inherited properties.
	return repeatedIn(query.repeated, name, schema) ?? query.tree[name];
}

/** Corrects paging parameters that are out of bounds, except for a page size of 0, which is refused. */
function paging(values: { [name: string]: unknown }, faults: Faults): void {
	if (values.per_page === 0) faults.push("per_page has a value not allowed");
	else if (typeof values.per_page === "number")
		values.per_page = values.per_page < 0 ? 20 : Math.min(values.per_page, 100);
	if (typeof values.page === "number") values.page = Math.max(1, values.page);
}

/**
 * Reads the parameters that an operation declares, each in its type. Others are ignored. If something is wrong, throws
 * one error that lists everything, with status 400 unless the operation has another one.
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
	for (const { one, name, schema: plain, isParameter, isRequired: required, preset } of declared(row)) {
		const schema = isPlain
			? plain
			: unlisted.includes(name)
				? withoutList(plain)
				: commaLists.includes(name)
					? orList(plain)
					: plain;
		const value = input(name, schema, sources);
		if (value === null && erasable.includes(name)) {
			values[name] = null;
			continue;
		}
		// Most parameters of most requests are not sent: skip them at once.
		if (value === undefined && !required && preset === undefined) continue;
		if (!served(one)) continue;
		if (value === undefined && !required) {
			if (isParameter) values[name] = preset;
			continue;
		}
		const before = faults.length;
		const read = coerce(schema, value, name, required, faults);
		if (read !== undefined) values[name] = read;
		// Body fields get no default here: a handler must know which fields were sent.
		else if (isParameter && preset !== undefined) values[name] = preset;
		// A missing required value with a list of values has both faults.
		if (required && value === undefined && schema.enum && faults.length > before)
			faults.push(`${name} does not have a valid value`);
	}
	if (row.pagination) paging(values, faults);
	const together = (row.body?.exclusive ?? []).filter((name) => values[name] !== undefined);
	if (row.body?.exclusive && together.length === row.body.exclusive.length)
		faults.push(`${together.join(", ")} are mutually exclusive`);
	const needed = row.body?.atLeastOne;
	if (needed?.every((name) => values[name] === undefined && input(name, {}, sources) === undefined))
		faults.push(`${needed.join(", ")} are missing, at least one parameter must be provided`);
	if (faults.length > 0) throw new ApiError(refusedWith, { error: faults.join(", ") });
	return values;
}
