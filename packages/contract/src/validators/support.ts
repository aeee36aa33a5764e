/**
 * The shared parts of the generated validators: the checks of JSON Schema that zod does differently, and shared
 * instances of the most common schemas. They are plain functions without side effects, so that bundlers can remove
 * unused validators.
 */
import * as z from "zod/mini";

/** Adds checks to a schema. */
// @__NO_SIDE_EFFECTS__
export function checked<T extends z.ZodMiniType>(schema: T, ...checks: z.core.$ZodCheck<z.core.output<T>>[]): T {
	return schema.check(...checks);
}

export const string = /*#__PURE__*/ z.string();
export const number = /*#__PURE__*/ z.number();
export const boolean = /*#__PURE__*/ z.boolean();
export const unknown = /*#__PURE__*/ z.unknown();

/** An integer of any size: `z.int()` would reject integers above 2 ** 53. */
export const integer = /*#__PURE__*/ checked(
	/*#__PURE__*/ z.number(),
	/*#__PURE__*/ z.refine<number>((value) => Number.isInteger(value), "Expected an integer"),
);

const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const dateTime = /^(\d{4}-\d\d-\d\d)[t\s](\d\d):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])(\d\d)(?::?([0-5]\d))?)$/i;

/** Whether a text is a date of the calendar, such as `2026-02-28`. */
export function isDate(text: string): boolean {
	const [, year = 0, month = 0, day = 0] = date.exec(text)?.map(Number) ?? [];
	// Day 0 of the next month. Uses the years from 2000, because leap years repeat and Date reads 0–99 as 19xx.
	const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
	return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** Whether a text is a date and time with an offset (RFC 3339). The second 60 is only valid at the end of a UTC day. */
export function isDateTime(text: string): boolean {
	const [, day = "", hour = "", minute, second, sign, offsetHour = "00", offsetMinute = "00"] =
		dateTime.exec(text) ?? [];
	const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
	const utc = Number(hour) * 60 + Number(minute) - offset;
	return isDate(day) && hour < "24" && offsetHour < "24" && (second !== "60" || (utc + 1440) % 1440 === 1439);
}

/** Text of format `date`. */
export const dateText = /*#__PURE__*/ checked(string, /*#__PURE__*/ z.refine(isDate, "Expected a date, YYYY-MM-DD"));

/** Text of format `date-time`. */
export const dateTimeText = /*#__PURE__*/ checked(
	string,
	/*#__PURE__*/ z.refine(isDateTime, "Expected a date and time with an offset, as in 2026-01-31T12:00:00Z"),
);

/**
 * The content of a file. In the contract it is a string of format `binary`, so text passes too. The type is Blob,
 * because that is what callers pass.
 */
export const file = /*#__PURE__*/ z.custom<Blob>(
	(value) => typeof value === "string" || value instanceof Blob,
	"Expected a file",
);

/** Limits a text's length in characters, not in UTF-16 units: in JSON Schema, an emoji is one character. */
// @__NO_SIDE_EFFECTS__
export function length(minimum: number, maximum = Number.POSITIVE_INFINITY): z.core.$ZodCheck<string> {
	return z.refine<string>((text) => {
		// Texts can be very long, so characters are only counted if the number of units does not decide.
		if (text.length < minimum || text.length > 2 * maximum) return false;
		if (text.length >= 2 * minimum && text.length <= maximum) return true;
		let characters = 0;
		for (const _ of text) characters++;
		return characters >= minimum && characters <= maximum;
	}, `Expected ${minimum} to ${maximum} characters`);
}

/**
 * One of the values of an enum in the contract. A newer server may send others in responses: the type is open and only
 * suggests the known values, but the validation only accepts the known ones.
 */
// @__NO_SIDE_EFFECTS__
export function listed<const T extends string>(values: readonly T[]): z.ZodMiniType<Open<T>, Open<T>> {
	return z.enum(values) as z.ZodMiniType<unknown> as z.ZodMiniType<Open<T>, Open<T>>; // wider than the validation, on purpose
}

/** Any text. The type suggests the known values. */
// @__NO_SIDE_EFFECTS__
export function known<T extends string>(): z.ZodMiniType<Open<T>, Open<T>> {
	return string;
}

type Open<T extends string> = T | (string & {});

/** Returns the same text for values that are equal in JSON Schema, whatever the order of their keys. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, node: unknown) =>
		node && typeof node === "object" && !Array.isArray(node)
			? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
			: node,
	);
}

/**
 * Checks that no two items are equal.
 *
 * @public Emitted validators call it; no schema of today needs it.
 */
export const unique = /*#__PURE__*/ z.refine<readonly unknown[]>(
	(items) => new Set(items.map(canonical)).size === items.length,
	"Expected no item twice",
);

type Fields = Readonly<Record<string, unknown>>;

const hasAll = (value: Fields, keys: readonly string[]): boolean => keys.every((key) => value[key] !== undefined);

/** Checks that all fields of at least one group are present. */
// @__NO_SIDE_EFFECTS__
export function needs(...groups: readonly (readonly string[])[]): z.core.$ZodCheck<Fields> {
	return z.refine<Fields>(
		(value) => groups.some((keys) => hasAll(value, keys)),
		`Needs ${groups.map((keys) => keys.join(" and ")).join(", or ")}`,
	);
}

/** Checks that the fields are not all present together. */
// @__NO_SIDE_EFFECTS__
export function excludes(...keys: readonly string[]): z.core.$ZodCheck<Fields> {
	return z.refine<Fields>((value) => !hasAll(value, keys), `Takes only one of ${keys.join(", ")}`);
}

/**
 * Checks that the object has at least this many fields.
 *
 * @public Emitted validators call it; no schema of today needs it.
 */
// @__NO_SIDE_EFFECTS__
export function fields(minimum: number): z.core.$ZodCheck<Fields> {
	return z.refine<Fields>((value) => Object.keys(value).length >= minimum, `Expected ${minimum} fields or more`);
}
