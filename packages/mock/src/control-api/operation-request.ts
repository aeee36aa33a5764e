import type { OperationRow, ParameterRow } from "@tenon/contract";
import { ControlError, type ControlFault } from "../lib/control-error";
import { isRecord } from "../lib/is-record";
import { nearest } from "../lib/nearest";
import { fileFaults, isFile } from "./form-body";

/** A request in the format of `POST /_mock/send`. */
export interface OperationRequest {
	readonly method: string;
	/** The path with its query. */
	readonly path: string;
	/** Undefined if no body is sent. */
	readonly body?: unknown;
	/** Whether the body is sent as a multipart form, and not as JSON. */
	readonly isForm?: true;
}

const formType = "multipart/form-data";

type Params = { readonly [name: string]: unknown };

/** Returns the pairs of a query for a parameter. */
function pairsOf({ name, separator }: ParameterRow, value: unknown): [name: string, value: string][] {
	if (Array.isArray(value))
		return separator ? [[name, value.join(separator)]] : value.map((one) => [`${name}[]`, String(one)]);
	if (isRecord(value)) return Object.entries(value).map(([key, one]) => [`${name}[${key}]`, String(one)]);
	return [[name, String(value)]];
}

/** Returns the faults of the parameters: unknown names, missing parts of the path, and invalid files. */
function faultsOf(row: OperationRow, params: Params): ControlFault[] {
	const { parameters, body } = row;
	const names = [...parameters, ...(body?.fields ?? [])].map(({ name }) => name);
	const isForm = body?.types.includes(formType) === true;
	const unknown = body?.schema ? [] : Object.keys(params).filter((name) => !names.includes(name));
	return [
		...parameters
			.filter(({ name, in: where }) => where === "path" && (params[name] === undefined || params[name] === ""))
			.map(({ name }) => ({ pointer: `/params/${name}`, message: "missing: the path requires it" })),
		...Object.entries(params).flatMap(([name, value]) => {
			if (!isFile(value)) return [];
			if (!isForm) return [{ pointer: `/params/${name}`, message: `${row.id} takes no files` }];
			return fileFaults(value).map((fault) => ({ ...fault, pointer: `/params/${name}${fault.pointer}` }));
		}),
		...unknown.map((name) => {
			const guess = nearest(name, names);
			const hint = guess ? ` Did you mean "${guess}"?` : "";
			return { pointer: `/params/${name}`, message: `${row.id} has no parameter "${name}".${hint}` };
		}),
	];
}

/**
 * Returns the request of an operation with these parameters: path, query and body in one object, as in the client's
 * methods. Values are sent without validation: the platform validates them.
 *
 * @throws ControlError if the operation does not have a name, or if a part of the path is missing.
 */
export function requestOf(row: OperationRow, params: Params): OperationRequest {
	const faults = faultsOf(row, params);
	if (faults.length > 0) throw new ControlError(faults);
	const prefix = row.domain === "alerts" ? "" : "/api/v4";
	const part = (name: string): string => {
		const value = String(params[name]);
		// The path of an alert integration contains slashes.
		return row.domain === "alerts" ? value.replace(/^\/+/, "") : encodeURIComponent(value);
	};
	const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => part(name));
	const query = row.parameters
		.filter(({ name, in: where }) => where === "query" && params[name] !== undefined)
		.flatMap((parameter) => pairsOf(parameter, params[parameter.name]));
	const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
	const inAddress = new Set(row.parameters.map(({ name }) => name));
	const fields = Object.entries(params).filter(([name, value]) => !inAddress.has(name) && value !== undefined);
	const { types = [] } = row.body ?? {};
	const isForm = types.every((type) => type === formType) || fields.some(([, value]) => isFile(value));
	const hasBody = row.body !== undefined && (fields.length > 0 || row.body.required);
	return {
		method: row.verb,
		path: `${prefix}${path}${search}`,
		...(hasBody ? { body: Object.fromEntries(fields), ...(isForm && { isForm }) } : {}),
	};
}
