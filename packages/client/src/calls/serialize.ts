import { UsageError } from "../errors/errors";
import type { Route } from "../transport/route";

/** A request's path below the base URL, with its query, and its body. */
export interface Serialized {
	readonly path: string;
	readonly body: FormData | { [field: string]: unknown } | undefined;
}

/** Path templates, split into texts and parameter names that alternate, beginning with a text. */
const partsOf = new Map<string, readonly string[]>();

function split(path: string): readonly string[] {
	let parts = partsOf.get(path);
	if (!parts) {
		parts = path.split(/[{}]/);
		partsOf.set(path, parts);
	}
	return parts;
}

/**
 * Puts the parameters in place. Parameters of the path template go into the path. The others go into the query for GET
 * and DELETE, else into a JSON body, or into a form if one is a file. Undefined parameters are not sent.
 */
export function serialize(route: Route, params: object): Serialized {
	const parts = split(route.path);
	const values: { readonly [name: string]: unknown } = { ...params };
	let path = parts[0] ?? "";
	for (let index = 1; index < parts.length; index += 2) {
		const name = parts[index] ?? "";
		path += segment(route, name, values[name]) + (parts[index + 1] ?? "");
	}
	const bodiless = route.verb === "GET" || (route.verb === "DELETE" && !route.body);
	let query: { [name: string]: unknown } | undefined;
	let body: { [name: string]: unknown } | undefined;
	let files = false;
	for (const name in values) {
		if (parts.indexOf(name) % 2 === 1) continue;
		const value = shape(route, name, values[name]);
		if (value === undefined) continue;
		if (bodiless || route.query?.includes(name)) {
			query ??= {};
			query[name] = value;
		} else {
			body ??= {};
			body[name] = value;
			files ||= value instanceof Blob;
		}
	}
	try {
		const search = query && toQuery(query);
		return { path: search ? `${path}?${search}` : path, body: body && files ? toForm(body) : body };
	} catch (cause) {
		// An unpaired surrogate, or a circular reference.
		throw new UsageError(undefined, "cannot be serialized", route.id, { cause });
	}
}

/** Returns the query string: `a[]=1&a[]=2` for arrays, `a[key]=value` for hashes. Null and undefined are left out. */
export function toQuery(values: { [name: string]: unknown }): string {
	const parts: string[] = [];
	for (const name in values) {
		flatten(encodeURIComponent(name), values[name], encodeURIComponent, (path, value) =>
			parts.push(`${path}=${encodeURIComponent(`${value}`)}`),
		);
	}
	return parts.join("&");
}

function toForm(values: { [name: string]: unknown }): FormData {
	const form = new FormData();
	for (const name in values) {
		// A form cannot contain null: an empty text clears a field.
		flatten(name, values[name] ?? "", String, (path, value) => {
			form.append(path, value as Blob); // or a text, for which `append` has another signature
		});
	}
	return form;
}

function flatten(
	path: string,
	value: unknown,
	key: (name: string) => string,
	add: (path: string, value: string | Blob) => void,
): void {
	if (value === undefined || value === null) return;
	if (typeof value !== "object") add(path, String(value));
	else if (value instanceof Blob) add(path, value);
	else if (value instanceof Date) add(path, value.toISOString());
	else if (Array.isArray(value)) for (const one of value) flatten(`${path}[]`, one, key, add);
	else for (const [name, one] of Object.entries(value)) flatten(`${path}[${key(name)}]`, one, key, add);
}

function shape(route: Route, name: string, value: unknown): unknown {
	if (typeof value === "number" && !Number.isFinite(value))
		throw new UsageError(name, "must be a finite number", route.id);
	if (typeof value === "function" || typeof value === "symbol")
		throw new UsageError(name, "cannot be serialized", route.id);
	if (value instanceof Date) {
		if (Number.isNaN(value.getTime())) throw new UsageError(name, "must be a valid date", route.id);
		if (route.dates?.includes(name)) return value.toISOString().slice(0, 10);
	}
	return Array.isArray(value) && route.joined?.includes(name) ? value.join(",") || undefined : value;
}

function segment({ id }: Route, name: string, value: unknown): string {
	const text = typeof value === "number" && Number.isSafeInteger(value) ? `${value}` : value;
	if (typeof text !== "string" || text === "") throw new UsageError(name, "is missing, empty or not an ID", id);
	// "." and ".." would change the path, and an empty segment would address another resource.
	if (/^\.\.?$|^\/|\/$/.test(text)) throw new UsageError(name, "begins or ends with a slash, or is only dots", id);
	try {
		return encodeURIComponent(text);
	} catch (cause) {
		throw new UsageError(name, "must be valid Unicode", id, { cause });
	}
}
