/** What a value of a state file must be. Small pieces, put together in the shape of the rows. */

import { isRecord } from "./is-record";
import { parseTime } from "./parse-time";

/** Called with a fault: where in the row it is, what was expected there, and what was found. */
export type Report = (path: string, expected: string, found: unknown) => void;
/** Whether a table has a row of this id. */
export type Has = (table: string, id: number) => boolean;

/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A check of values of any type. */
export interface AnyCheck {
	/** In words: "a text", "a number or null". */
	readonly expected: string;
	readonly optional?: boolean;
	/** The same check as a JSON Schema, for what goes into seed files. */
	readonly schema?: JsonSchema;
	/** The table that the value is an id of, or a list of ids. */
	readonly table?: string;
	run(value: unknown, path: string, report: Report, has: Has): void;
}

/** A check of values of a type, which it fits exactly: a shape does not compile without each of its fields. */
export interface Check<T> extends AnyCheck {
	/** There for the type alone. */
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
/** What JSON can hold, as deep as it likes. */
export const json = plain<unknown>("a value of JSON", (value) => value !== undefined, {});

export const oneOf = <const Words extends readonly (string | number)[]>(...words: Words): Check<Words[number]> =>
	plain(`one of ${words.join(", ")}`, (value) => words.some((word) => word === value), { enum: words });

/** The id of a row of another table, which must be there. */
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

/** A field that may be absent. */
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

/** An object with any names. */
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

/** An object with these fields and no others. */
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
			if (!Object.hasOwn(shape, name)) report(below(path, name), "nothing of this name", Reflect.get(value, name));
	},
});

/** One of two shapes; whether a field is there decides which. */
export const either = <A extends object, B extends object>(field: string, a: Check<A>, b: Check<B>): Check<A | B> => ({
	expected: "an object",
	schema: { anyOf: [a.schema, b.schema] },
	run(value, path, report, has) {
		(isRecord(value) && Object.hasOwn(value, field) ? a : b).run(value, path, report, has);
	},
});

const below = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** A value in a message. */
export function shown(value: unknown): string {
	if (value === undefined) return "nothing";
	const written = JSON.stringify(value) ?? String(value);
	return written.length > 60 ? `${written.slice(0, 57)}...` : written;
}
