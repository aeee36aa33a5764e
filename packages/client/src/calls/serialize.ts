import { UsageError } from "../errors/errors";
import type { Route } from "../transport/route";

/** A request's address below the base, query included, and its body. */
export interface Serialized {
	readonly path: string;
	readonly body: FormData | { [field: string]: unknown } | undefined;
}

/**
 * Places the parameters: those of the template into the path; of GET and DELETE the others into the query, else into a
 * JSON body, or a form as soon as a file is among them. What is undefined is not sent.
 */
export function serialize(route: Route, params: object): Serialized {
	const rest: { [name: string]: unknown } = { ...params };
	const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = rest[name];
		delete rest[name];
		return segment(route, name, value);
	});
	const bodiless = route.verb === "GET" || (route.verb === "DELETE" && !route.body);
	const query: { [name: string]: unknown } = {};
	const body: { [name: string]: unknown } = {};
	let fields = 0;
	let files = false;
	for (const name in rest) {
		const value = shape(route, name, rest[name]);
		if (value === undefined) continue;
		if (bodiless || route.query?.includes(name)) query[name] = value;
		else {
			body[name] = value;
			fields++;
			files ||= value instanceof Blob;
		}
	}
	const search = toQuery(query);
	return {
		path: search ? `${path}?${search}` : path,
		body: files ? toForm(body) : fields ? body : undefined,
	};
}

/** The query's text: `a[]=1&a[]=2` for arrays, `a[key]=value` for hashes; null and undefined send nothing. */
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
		// A form knows no null: the empty text is what clears a field there.
		flatten(name, values[name] ?? "", String, (path, value) => {
			if (value instanceof Blob) form.append(path, value);
			else form.append(path, value);
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
	if (typeof value === "number" && !Number.isFinite(value)) throw new UsageError(name, "is no number", route.id);
	if (value instanceof Date) {
		if (Number.isNaN(value.getTime())) throw new UsageError(name, "is no date", route.id);
		if (route.dates?.includes(name)) return value.toISOString().slice(0, 10);
	}
	return Array.isArray(value) && route.joined?.includes(name) ? value.join(",") || undefined : value;
}

function segment({ id }: Route, name: string, value: unknown): string {
	const text = typeof value === "number" && Number.isSafeInteger(value) ? `${value}` : value;
	if (typeof text !== "string" || text === "") throw new UsageError(name, "is missing, empty or no ID", id);
	// "." and ".." would climb out of the path, and an empty segment be another address.
	if (/^\.\.?$|^\/|\/$/.test(text)) throw new UsageError(name, "begins or ends with a slash, or is only dots", id);
	try {
		return encodeURIComponent(text);
	} catch (cause) {
		throw new UsageError(name, "is no valid Unicode", id, { cause });
	}
}
