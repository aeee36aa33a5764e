/** Validates the values of `x-tenon-*`. Supports only the keywords in their definitions, and needs no package. */
import type { Judge } from "../../lint/ajv";
import { found } from "./errors";
import { isMapping } from "./shapes";

interface Definition {
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly pattern?: string;
	readonly required?: readonly string[];
	readonly properties?: { readonly [name: string]: Definition };
	readonly additionalProperties?: boolean | Definition;
	readonly propertyNames?: Definition;
	readonly items?: Definition;
	readonly uniqueItems?: boolean;
	readonly minItems?: number;
	readonly minProperties?: number;
}

const typeOf = (value: unknown): string =>
	value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

const list = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(", ");

/** Validates a value. Returns the expected value and the one that was found; undefined if the value is valid. */
export const judgeExtension: Judge = (schema, value) => wrong(schema as Definition, value, ""); // from openapi/extensions.schema.json

function wrong(schema: Definition, value: unknown, path: string): string | undefined {
	const at = path === "" ? "the value" : path;
	const types = [schema.type ?? []].flat();
	if (types.length > 0 && !types.includes(typeOf(value)))
		return `${at}: expected ${types.join(" or ")}, found ${found(value)}`;
	const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
	if (values && !values.includes(value)) return `${at}: expected one of ${list(values)}, found ${found(value)}`;
	if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value))
		return `${at}: expected the form ${schema.pattern}, found ${found(value)}`;
	if (Array.isArray(value)) return wrongList(schema, value, at, path);
	return isMapping(value) ? wrongMap(schema, value, at, path) : undefined;
}

function wrongList(schema: Definition, value: readonly unknown[], at: string, path: string): string | undefined {
	if (value.length < (schema.minItems ?? 0)) return `${at}: expected ${schema.minItems} items or more`;
	if (schema.uniqueItems && new Set(value).size < value.length) return `${at}: expected no item twice`;
	return first(value.entries(), ([index, item]) =>
		schema.items ? wrong(schema.items, item, `${path}/${index}`) : undefined,
	);
}

function wrongMap(schema: Definition, value: object, at: string, path: string): string | undefined {
	const names = Object.keys(value);
	const { properties = {}, additionalProperties = true, propertyNames } = schema;
	if (names.length < (schema.minProperties ?? 0)) return `${at}: expected ${schema.minProperties} keys or more`;
	const missing = schema.required?.find((name) => !names.includes(name));
	if (missing !== undefined) return `${at}: expected the key ${missing}`;
	return first(Object.entries(value), ([name, one]) => {
		const inner = properties[name] ?? additionalProperties;
		if (inner === false) return `${at}: expected only ${Object.keys(properties).join(", ")}, found ${name}`;
		return (
			(propertyNames && wrong(propertyNames, name, `${path}/${name}`)) ??
			(inner === true ? undefined : wrong(inner, one, `${path}/${name}`))
		);
	});
}

function first<T>(items: Iterable<T>, see: (item: T) => string | undefined): string | undefined {
	for (const item of items) {
		const says = see(item);
		if (says) return says;
	}
	return undefined;
}
