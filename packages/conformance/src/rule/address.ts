import { type OperationId, type OperationRow, operations } from "@tenon/contract";

/** Parameters of a call by their names in requests: path, query and body fields together. */
export type Params = { readonly [name: string]: unknown };

/** A parameter as pairs of name and text: `a[]`, `h[key]`. A file is not converted. */
export function pairs(name: string, value: unknown): [string, string | File][] {
	if (value === undefined) return [];
	if (value instanceof File) return [[name, value]];
	if (Array.isArray(value)) return value.flatMap((one) => pairs(`${name}[]`, one));
	if (typeof value === "object" && value !== null)
		return Object.entries(value).flatMap(([key, one]) => pairs(`${name}[${key}]`, one));
	return [[name, value === null ? "" : String(value)]];
}

/** An operation of the contract by its id, or the row of one beyond it. */
export type Callable = OperationId | OperationRow;

export const rowOf = (operation: Callable): OperationRow =>
	typeof operation === "string" ? operations[operation] : operation;

/** A query in the platform's form: `a[]=1&a[]=2`, `h[key]=v`. */
export const queryOf = (params: Params): string =>
	new URLSearchParams(
		Object.entries(params).flatMap(([name, value]) => pairs(name, value).map(([at, one]) => [at, String(one)])),
	).toString();

/** The path and query of a call, and the parameters that are left for the body. */
export function addressOf(operation: Callable, params: Params): { path: string; rest: Params } {
	const row = rowOf(operation);
	const inPath = new Set(row.parameters.filter((one) => one.in === "path").map((one) => one.name));
	const inQuery = new Set(row.parameters.filter((one) => one.in === "query").map((one) => one.name));
	const path = row.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
	const others = Object.entries(params).filter(([name]) => !inPath.has(name));
	// A parameter that is not in the contract goes in the body, or in the query if the operation has no body.
	const toQuery = (name: string) => inQuery.has(name) || !row.body;
	const query = queryOf(Object.fromEntries(others.filter(([name]) => toQuery(name))));
	return {
		path: `/api/v4${path}${query && "?"}${query}`,
		rest: Object.fromEntries(others.filter(([name]) => !toQuery(name))),
	};
}
