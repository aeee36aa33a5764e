import type { ValueSchema } from "@tenon/contract";
import { FormFile } from "./body";

/** What is wrong with the parameters of a request, in the words of the API: `name suffix`. */
export type Faults = string[];

/** Marks a value that does not have the type. */
const absent = Symbol("absent");

const trues = new Set(["true", "1", "t", "yes", "y", "on"]);
const falses = new Set(["false", "0", "f", "no", "n", "off"]);

/** Returns the boolean that a text stands for, in any of the usual words; undefined for other texts. */
export function readBoolean(text: string | undefined): boolean | undefined {
	const word = text?.toLowerCase() ?? "";
	return trues.has(word) ? true : falses.has(word) ? false : undefined;
}

const isPlain = (value: unknown): value is { [name: string]: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const date = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTime = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Whether a text is an existing day in the format `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
	const match = date.exec(text);
	if (!match) return false;
	const time = new Date(`${text}T00:00:00.000Z`);
	return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/**
 * Returns the time in a text as UTC with milliseconds; undefined if it is invalid. A time without an offset is in UTC;
 * a date without a time means midnight.
 */
export function readTime(text: string): string | undefined {
	if (!dateTime.test(text) || !isDate(text.slice(0, 10))) return undefined;
	const zoned = text.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`;
	const time = new Date(
		zoned
			.replace(" ", "T")
			.replace(" ", "")
			.replace(",", ".")
			.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"),
	);
	if (Number.isNaN(time.getTime())) return undefined;
	const iso = time.toISOString();
	// The offset can move the time out of the range of four-digit years.
	return /^\d{4}-/.test(iso) ? iso : undefined;
}

/** Whether a JSON string of this schema is a date, a time or a file. */
const isOtherThanText = ({ format = "" }: ValueSchema): boolean => ["date", "date-time", "binary"].includes(format);

function scalar(type: string, value: unknown, schema: ValueSchema): unknown {
	switch (type) {
		case "integer":
			// The same number of digits as in a text.
			if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 1e18 ? value : absent;
			return typeof value === "string" && /^[+-]?\d{1,18}$/.test(value) ? Number(value) : absent;
		case "number":
			if (typeof value === "number") return value;
			return typeof value === "string" && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : absent;
		case "boolean":
			if (typeof value === "boolean") return value;
			return readBoolean(typeof value === "string" || value === 0 || value === 1 ? String(value) : undefined) ?? absent;
		case "null":
			return value === null ? null : absent;
		default:
			if (value instanceof FormFile) return schema.format === "binary" ? value : absent;
			if (typeof value === "number" || typeof value === "boolean")
				return isOtherThanText(schema) ? absent : String(value);
			if (typeof value !== "string") return absent;
			// A file sent as text is only valid if it is empty: a form field that was left empty.
			if (schema.format === "binary") return value === "" ? value : absent;
			if (schema.format === "date-time") return readTime(value) ?? absent;
			if (schema.format === "date") return isDate(value) ? value : absent;
			return value;
	}
}

/** The types of a schema's values. Plain types are sorted from the narrowest. */
interface Kinds {
	readonly types: readonly string[];
	readonly plain: readonly string[];
}
const kindsOfSchema = new WeakMap<ValueSchema, Kinds>();

function kindsOf(schema: ValueSchema): Kinds {
	const known = kindsOfSchema.get(schema);
	if (known) return known;
	const types = schema.anyOf ? schema.anyOf.flatMap((one) => one.type ?? []) : [schema.type ?? []].flat();
	const kinds = { types, plain: ["integer", "number", "boolean", "string"].filter((type) => types.includes(type)) };
	kindsOfSchema.set(schema, kinds);
	return kinds;
}

/** Reads a value by its schema. Adds what is wrong to `faults`, with the value's name. */
function read(schema: ValueSchema, input: unknown, name: string, faults: Faults): unknown {
	const { types, plain } = kindsOf(schema);
	if (input === null && types.includes("null")) return null;
	if (types.includes("array") && !types.includes("string")) return readList(schema, input, name, faults);
	if (types.includes("object")) return readHash(schema, input, name, faults);
	if (types.length === 0) return input;
	// "42" is a number if the schema allows a number: the narrower types come first.
	if (types.includes("array") && Array.isArray(input)) return readList(schema, input, name, faults);
	for (const type of plain) {
		const value = scalar(type, input, schema);
		if (value !== absent) return checked(schema, value, name, faults);
	}
	faults.push(`${name} is invalid`);
	return undefined;
}

/** Returns the values that a schema lists; undefined if it also allows others. */
function listed(schema: ValueSchema): readonly unknown[] | undefined {
	if (schema.enum) return schema.enum;
	if (schema.const !== undefined) return [schema.const];
	const branches = (schema.anyOf ?? []).map(listed);
	return branches.length > 0 && branches.every((one) => one !== undefined) ? branches.flat() : undefined;
}

function checked(schema: ValueSchema, value: unknown, name: string, faults: Faults): unknown {
	const allowed = listed(schema);
	if (allowed && !allowed.includes(value)) faults.push(`${name} does not have a valid value`);
	else if (schema.minLength && typeof value === "string" && value.trim() === "") faults.push(`${name} is empty`);
	return value;
}

function readList(schema: ValueSchema, value: unknown, name: string, faults: Faults): unknown {
	const items = schema.items ?? schema.anyOf?.find((one) => one.type === "array")?.items ?? {};
	const scalars = !items.properties && items.type !== "object";
	const list =
		scalars && typeof value === "string"
			? value
					.split(",")
					.map((part) => part.trim())
					.filter((part) => part !== "")
			: value;
	if (!Array.isArray(list)) {
		faults.push(`${name} is invalid`);
		return undefined;
	}
	const before = faults.length;
	const inner: Faults = [];
	const values = list.map((one, index) => read(items, one, scalars ? name : `${name}[${index}]`, inner));
	// A list of plain values has one fault, however many of them are wrong.
	faults.push(...(scalars ? new Set(inner) : inner));
	return faults.length === before ? values : undefined;
}

const admitsText = (schema: ValueSchema): boolean =>
	(schema.anyOf ?? [schema]).some((one) => one.type === "string" && !one.enum && !one.format);

function readHash(schema: ValueSchema, input: unknown, name: string, faults: Faults): unknown {
	if (!isPlain(input)) {
		faults.push(`${name} is invalid`);
		return undefined;
	}
	const out: { [key: string]: unknown } = {};
	if (!schema.properties) {
		const values = schema.additionalProperties;
		for (const [key, value] of Object.entries(input)) {
			if (key === "__proto__") continue;
			// If a text is allowed, a text is not converted: "2" must not become 2 in the caller's own values.
			const asIs = !values || (typeof value === "string" && admitsText(values));
			out[key] = asIs ? value : read(values, value, `${name}[${key}]`, faults);
		}
		return out;
	}
	for (const [key, one] of Object.entries(schema.properties)) {
		const value = coerce(one, input[key], `${name}[${key}]`, (schema.required ?? []).includes(key), faults);
		if (value !== undefined) out[key] = value;
	}
	return out;
}

/** Whether an empty text is a value, rather than a missing one. */
function takesBlank(schema: ValueSchema): boolean {
	const { types } = kindsOf(schema);
	if (schema.format === "date" || schema.format === "date-time") return false;
	return types.length === 0 || types.includes("string") || types.includes("array");
}

/**
 * Reads one parameter: returns the value in its type, or undefined if it is missing. A blank text counts as missing for
 * everything except texts, and so does null if the contract does not allow it. For a required text, null counts as a
 * blank text.
 */
export function coerce(schema: ValueSchema, value: unknown, name: string, required: boolean, faults: Faults): unknown {
	const isNone = value === null && !kindsOf(schema).types.includes("null");
	const blank = takesBlank(schema);
	if (value === undefined || (value === "" && !blank) || (isNone && !(required && blank))) {
		if (required) faults.push(`${name} is missing`);
		return undefined;
	}
	return read(schema, isNone ? "" : value, name, faults);
}
