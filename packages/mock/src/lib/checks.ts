/** Checks of values, which can be combined to the shape of rows and of other input. */

import { isRecord } from "./is-record";
import { parseTime } from "./parse-time";

/** Called with a fault: its path in the value, what was expected there, and what was found. */
export type Report = (path: string, expected: string, found: unknown) => void;
/** Returns whether a table has a row with an id. */
export type Has = (table: string, id: number) => boolean;

/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A check of values of any type. */
export interface AnyCheck {
	/** A description of valid values: "a text", "a number or null". */
	readonly expected: string;
	readonly optional?: boolean;
	/** The same check as a JSON Schema, for values that seed files can have. */
	readonly schema?: JsonSchema;
	/** The table whose id, or list of ids, the value is. */
	readonly table?: string;
	run(value: unknown, path: string, report: Report, has: Has): void;
}

/** A check for exactly one type: a shape does not compile if a field is missing. */
export interface Check<T> extends AnyCheck {
	/** Only exists as a type. */
	readonly exactly?: (value: T) => T;
}

/** A check for each field of a row. */
export type Shape<T> = { readonly [Field in keyof T]-?: Check<T[Field]> };

export function plain<T>(expected: string, passes: (value: unknown) => boolean, schema?: JsonSchema): Check<T> {
	return {
		expected,
		...(schema ? { schema } : {}),
		run(value, path, report) {
			if (!passes(value)) report(path, expected, value);
		},
	};
}

const isInstant = (value: unknown): boolean =>
	typeof value === "string" &&
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
	!Number.isNaN(parseTime(value));
const isDay = (value: unknown): boolean =>
	typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(parseTime(value));

export const text = plain<string>("a text", (value) => typeof value === "string", { type: "string" });
export const number = plain<number>("a number", Number.isFinite, { type: "number" });
export const id = plain<number>(
	"a whole number from 1 on",
	(value) => Number.isSafeInteger(value) && Number(value) > 0,
	{ type: "integer", minimum: 1 },
);
export const flag = plain<boolean>("true or false", (value) => typeof value === "boolean", { type: "boolean" });
export const time = plain<string>("a time such as 2026-01-05T09:30:00.000Z", isInstant, { $ref: "#/$defs/time" });
export const day = plain<string>("a date such as 2026-01-05", isDay, { $ref: "#/$defs/day" });
/** Any JSON value, at any depth. */
export const json = plain<unknown>("a JSON value", (value) => value !== undefined, {});

export const oneOf = <const Words extends readonly (string | number)[]>(...words: Words): Check<Words[number]> =>
	plain(`one of ${words.join(", ")}`, (value) => words.some((word) => word === value), { enum: words });

/** The id of an existing row of another table. */
export const to = (table: string): Check<number> => ({
	expected: `the id of one of the ${table}`,
	schema: id.schema ?? {},
	table,
	run(value, path, report, has) {
		if (!Number.isSafeInteger(value) || !has(table, Number(value))) report(path, this.expected, value);
	},
});

const orNull = (schema: JsonSchema): JsonSchema => {
	if (Array.isArray(schema.enum)) return { enum: [...schema.enum, null] };
	return typeof schema.type === "string"
		? { ...schema, type: [schema.type, "null"] }
		: { anyOf: [schema, { type: "null" }] };
};

export const nullable = <T>(check: Check<T>): Check<T | null> => ({
	expected: `${check.expected}, or null`,
	schema: orNull(check.schema ?? {}),
	...(check.table ? { table: check.table } : {}),
	run(value, path, report, has) {
		if (value !== null)
			check.run(value, path, (at, expected, found) => report(at, at === path ? this.expected : expected, found), has);
	},
});

/** A field that can be missing. */
export const optional = <T>(check: Check<T>): Check<T | undefined> => ({
	expected: check.expected,
	schema: check.schema ?? {},
	optional: true,
	run(value, path, report, has) {
		if (value !== undefined) check.run(value, path, report, has);
	},
});

export const list = <T>(check: Check<T>): Check<readonly T[]> => ({
	expected: "a list",
	schema: { type: "array", items: check.schema ?? {} },
	...(check.table ? { table: check.table } : {}),
	run(value, path, report, has) {
		if (!Array.isArray(value)) report(path, this.expected, value);
		else for (const [index, one] of value.entries()) check.run(one, `${path}[${index}]`, report, has);
	},
});

/** An object with any field names. */
export const dictionary = <T>(check: Check<T>): Check<{ readonly [name: string]: T }> => ({
	expected: "an object",
	schema: { type: "object", additionalProperties: check.schema ?? {} },
	run(value, path, report, has) {
		if (!isRecord(value)) report(path, this.expected, value);
		else for (const [name, one] of Object.entries(value)) check.run(one, below(path, name), report, has);
	},
});

const objectSchema = (shape: { readonly [name: string]: AnyCheck }): JsonSchema => ({
	type: "object",
	properties: Object.fromEntries(Object.entries(shape).map(([name, { schema }]) => [name, schema ?? {}])),
	required: Object.keys(shape).filter((name) => !shape[name]?.optional),
	additionalProperties: false,
});

/** An object with exactly these fields. */
export const object = <T extends object>(shape: Shape<T>): Check<T> => ({
	expected: "an object",
	schema: objectSchema(shape as Readonly<Record<string, AnyCheck>>),
	run(value, path, report, has) {
		if (!isRecord(value)) {
			report(path, this.expected, value);
			return;
		}
		for (const [name, check] of Object.entries<AnyCheck>(shape)) {
			if (Object.hasOwn(value, name)) check.run(Reflect.get(value, name), below(path, name), report, has);
			else if (!check.optional) report(below(path, name), check.expected, undefined);
		}
		for (const name of Object.keys(value))
			if (!Object.hasOwn(shape, name)) report(below(path, name), "no field of this name", Reflect.get(value, name));
	},
});

/** One of two shapes. Only the first one has the field. */
export const either = <A extends object, B extends object>(field: string, a: Check<A>, b: Check<B>): Check<A | B> => ({
	expected: "an object",
	schema: { anyOf: [a.schema, b.schema] },
	run(value, path, report, has) {
		(isRecord(value) && Object.hasOwn(value, field) ? a : b).run(value, path, report, has);
	},
});

const below = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Formats a value for a message. */
export function shown(value: unknown): string {
	if (value === undefined) return "nothing";
	const written = JSON.stringify(value) ?? String(value);
	return written.length > 60 ? `${written.slice(0, 57)}...` : written;
}
