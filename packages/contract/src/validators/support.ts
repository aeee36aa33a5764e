/**
 * What the generated validators share: the few checks of JSON Schema that zod judges otherwise, and shared
 * instances of the commonest values. Plain functions instead of method calls, each free of effects, so that
 * a bundler may drop the validators that nobody uses.
 */
import * as z from "zod/mini";

/** The schema with further checks on the value that it accepts. */
// @__NO_SIDE_EFFECTS__
export function checked<T extends z.ZodMiniType>(schema: T, ...checks: z.core.$ZodCheck<z.core.output<T>>[]): T {
	return schema.check(...checks);
}

export const string = /*#__PURE__*/ z.string();
export const number = /*#__PURE__*/ z.number();
export const boolean = /*#__PURE__*/ z.boolean();
export const unknown = /*#__PURE__*/ z.unknown();

/** A number without a fraction, however large: `z.int()` would refuse those past 2 ** 53. */
export const integer = /*#__PURE__*/ checked(
	/*#__PURE__*/ z.number(),
	/*#__PURE__*/ z.refine<number>((value) => Number.isInteger(value), "Expected an integer"),
);

const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const dateTime = /^(\d{4}-\d\d-\d\d)[t\s](\d\d):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])(\d\d)(?::?([0-5]\d))?)$/i;

/** True for a day of the calendar, `2026-02-28`. */
export function isDate(text: string): boolean {
	const [, year = 0, month = 0, day = 0] = date.exec(text)?.map(Number) ?? [];
	// Day 0 of the month that follows; year 2000 and on, since the leap years repeat and Date reads 0–99 as 19xx.
	const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
	return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** True for a day and time with an offset, as RFC 3339 has it; a second 60 only where UTC ends its day. */
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
 * Content of a file. The contract's word for it is a string of format `binary`, so text passes as well;
 * callers give a Blob, which is what the type says.
 */
export const file = /*#__PURE__*/ z.custom<Blob>(
	(value) => typeof value === "string" || value instanceof Blob,
	"Expected a file",
);

/** Bounds of a text's length in characters, not in UTF-16 units: JSON Schema counts an emoji once. */
// @__NO_SIDE_EFFECTS__
export function length(minimum: number, maximum = Number.POSITIVE_INFINITY): z.core.$ZodCheck<string> {
	return z.refine<string>((text) => {
		// Texts may hold a million characters, so they are counted only where the units leave it open.
		if (text.length < minimum || text.length > 2 * maximum) return false;
		if (text.length >= 2 * minimum && text.length <= maximum) return true;
		let characters = 0;
		for (const _ of text) characters++;
		return characters >= minimum && characters <= maximum;
	}, `Expected ${minimum} to ${maximum} characters`);
}

/**
 * One of the values that the contract lists. In responses a server may one day send others, so the type is open and
 * completes the known ones, while the verdict holds to the list.
 */
// @__NO_SIDE_EFFECTS__
export function listed<const T extends string>(values: readonly T[]): z.ZodMiniType<Open<T>, Open<T>> {
	return z.enum(values) as z.ZodMiniType<unknown> as z.ZodMiniType<Open<T>, Open<T>>; // wider than what is checked, on purpose
}

/** Any text; the type completes the known values. */
// @__NO_SIDE_EFFECTS__
export function known<T extends string>(): z.ZodMiniType<Open<T>, Open<T>> {
	return string;
}

type Open<T extends string> = T | (string & {});

/** Equal for values that JSON Schema holds to be equal, whatever the order of their keys. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, node: unknown) =>
		node && typeof node === "object" && !Array.isArray(node)
			? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
			: node,
	);
}

/**
 * No two items are equal.
 *
 * @public Emitted validators call it; no schema of today needs it.
 */
export const unique = /*#__PURE__*/ z.refine<readonly unknown[]>(
	(items) => new Set(items.map(canonical)).size === items.length,
	"Expected no item twice",
);

type Fields = Readonly<Record<string, unknown>>;

const hasAll = (value: Fields, keys: readonly string[]): boolean => keys.every((key) => value[key] !== undefined);

/** All fields of at least one of the groups are there. */
// @__NO_SIDE_EFFECTS__
export function needs(...groups: readonly (readonly string[])[]): z.core.$ZodCheck<Fields> {
	return z.refine<Fields>(
		(value) => groups.some((keys) => hasAll(value, keys)),
		`Needs ${groups.map((keys) => keys.join(" and ")).join(", or ")}`,
	);
}

/** The fields do not stand together. */
// @__NO_SIDE_EFFECTS__
export function excludes(...keys: readonly string[]): z.core.$ZodCheck<Fields> {
	return z.refine<Fields>((value) => !hasAll(value, keys), `Takes only one of ${keys.join(", ")}`);
}

/**
 * The object has at least so many fields.
 *
 * @public Emitted validators call it; no schema of today needs it.
 */
// @__NO_SIDE_EFFECTS__
export function fields(minimum: number): z.core.$ZodCheck<Fields> {
	return z.refine<Fields>((value) => Object.keys(value).length >= minimum, `Expected ${minimum} fields or more`);
}
