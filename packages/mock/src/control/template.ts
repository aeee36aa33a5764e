import { isRecord } from "../lib/is-record";

/** Returns the value at a path such as `body.author.id`; undefined if there is none. */
function at(root: unknown, path: string): unknown {
	let value = root;
	for (const step of path.split(".")) {
		const isThere = (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, step);
		value = isThere ? Reflect.get(Object(value), step) : undefined;
	}
	return value;
}

const written = (value: unknown): string =>
	value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

/**
 * Replaces placeholders such as `{{body.title}}` in the texts of a value by the value at that path. A text that is
 * nothing but a placeholder becomes the value itself, of any type.
 */
export function filled(template: unknown, values: unknown): unknown {
	if (Array.isArray(template)) return template.map((one) => filled(one, values));
	if (isRecord(template))
		return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, filled(one, values)]));
	if (typeof template !== "string") return template;
	const [, alone] = /^\{\{\s*([\w.-]+)\s*\}\}$/.exec(template) ?? [];
	if (alone !== undefined) return at(values, alone) ?? null;
	return template.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, path: string) => written(at(values, path)));
}
