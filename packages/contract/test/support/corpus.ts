/**
 * Creates valid and invalid instances of a schema, the same at each call. json-schema-faker creates the valid ones.
 * Each is then broken in every way that a keyword of the contract's subset can detect.
 */
import { createGeneratorSync } from "json-schema-faker";
import type { Schema } from "../../generate/document";

type Json = unknown;

const strangers: Json[] = [
	null,
	true,
	false,
	0,
	1,
	-1,
	1.5,
	2 ** 53,
	1e300,
	"",
	"x",
	"0",
	"true",
	[],
	[null],
	{},
	{ x: 1 },
];

const dates = [
	"2026-01-31",
	"2026-02-29",
	"2024-02-29",
	"1900-02-29",
	"0000-02-29",
	"2026-13-01",
	"2026-00-10",
	"2026-04-31",
	"2026-1-1",
	"26-01-01",
	" 2026-01-01",
	"2026-01-01\n",
];
const times = [
	"T12:00:00Z",
	"T23:59:59.999999+05:30",
	"t00:00:00z",
	" 12:00:00Z",
	"T12:00:00",
	"T12:00Z",
	"T24:00:00Z",
	"T12:60:00Z",
	"T12:00:61Z",
	"T23:59:60Z",
	"T22:59:60Z",
	"T00:59:60+01:00",
	"T12:00:00+24:00",
	"T12:00:00+01:60",
	"T12:00:00-0130",
	"T12:00:00+02",
	"T12:00:00.Z",
	"T12:00:00 Z",
];

function* texts({ minLength, maxLength, format, pattern, enum: values }: Schema, value: Json): Generator<Json> {
	for (const bound of [minLength, maxLength]) {
		if (bound === undefined) continue;
		for (const size of [bound - 1, bound, bound + 1]) {
			if (size < 0) continue;
			yield "a".repeat(size);
			if (size > 10_000) {
				// Texts of megabytes are slow, so one with a character beyond 16 bits is enough.
				if (size === bound) yield `😀${"a".repeat(size - 1)}`;
				continue;
			}
			yield "😀".repeat(size);
			yield typeof value === "string" ? value.padEnd(size, "a").slice(0, size) : "";
		}
	}
	if (format === "date" || format === "date-time") {
		yield* dates;
		for (const day of dates) yield `${day}T12:00:00Z`;
		for (const time of times) yield `2026-06-30${time}`;
	}
	if (pattern !== undefined && typeof value === "string") {
		for (const other of ["a", "A", "0", "_", "-", ".", " ", "\n", "é", "😀"]) {
			yield value + other;
			yield other + value;
			yield other;
		}
		yield value.slice(1);
		yield value.slice(0, -1);
	}
	if (values)
		for (const one of values) {
			yield one;
			if (typeof one === "string") yield* [`${one}x`, one.toUpperCase(), ` ${one}`, one.slice(1)];
		}
}

function* amounts({ minimum, maximum }: Schema): Generator<Json> {
	for (const bound of [minimum, maximum]) {
		if (bound !== undefined) yield* [bound - 1, bound, bound + 1, bound - 0.5, bound + 0.5];
	}
}

function* lists(schema: Schema, value: Json[]): Generator<Json> {
	const { minItems, maxItems, items = {} } = schema;
	const [first] = value;
	yield [...value, ...value];
	yield Object.fromEntries(value.entries());
	// Two values that are equal except for the order of the keys.
	yield [
		{ x: 1, y: { z: [], w: 2 } },
		{ y: { w: 2, z: [] }, x: 1 },
	];
	yield [{ x: 1 }, { x: 2 }, [1], ["1"], 1, "1", true, null];
	for (const bound of [minItems, maxItems]) {
		if (bound === undefined) continue;
		for (const size of [bound - 1, bound, bound + 1]) {
			if (size < 0) continue;
			yield Array.from({ length: size }, () => first ?? "x");
			yield Array.from({ length: size }, (_, index) => (typeof first === "number" ? index : `${first ?? "x"}${index}`));
		}
	}
	for (const [index, item] of value.slice(0, 2).entries())
		for (const broken of mutants(items, item)) yield value.with(index, broken);
}

function* objects(schema: Schema, value: Record<string, Json>): Generator<Json> {
	const { properties = {}, required = [], additionalProperties } = schema;
	yield Object.values(value);
	yield { ...value, "an extra key": 1 };
	yield { ...value, "an extra key": { deep: [null] } };
	const keys = [...new Set([...Object.keys(value), ...required, ...Object.keys(properties)])];
	for (const key of keys) {
		const { [key]: held, ...rest } = value;
		yield rest;
		yield { [key]: held ?? null };
		const schema = properties[key];
		const inner = schema ?? (typeof additionalProperties === "object" ? additionalProperties : {});
		if (key in value || schema) for (const broken of mutants(inner, held)) yield { ...value, [key]: broken };
	}
	for (const names of requirements(schema)) {
		yield Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)));
		yield Object.fromEntries(Object.entries(value).filter(([key]) => names.includes(key)));
	}
}

const requirements = (schema: Schema): string[][] => [
	...(schema.anyOf ?? []).map((branch) => branch.required ?? []),
	(schema.anyOf ?? []).flatMap((branch) => branch.required ?? []),
	...(schema.not ? [schema.not.required] : []),
];

function* mutants(schema: Schema, value: Json): Generator<Json> {
	yield* strangers;
	if (schema.const !== undefined) yield* [schema.const, `${schema.const}x`];
	yield* texts(schema, value);
	yield* amounts(schema);
	if (Array.isArray(value)) yield* lists(schema, value);
	else if (value && typeof value === "object") yield* objects(schema, value as Record<string, Json>);
	for (const branch of schema.anyOf ?? []) if (branch.type ?? branch.enum) yield* mutants(branch, value);
}

/** Returns a generator of numbers in [0, 1), to select a sample. The same seed gives the same numbers (mulberry32). */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Limits a schema to short strings and lists, since json-schema-faker always uses the maximum length. */
function short(schema: Schema): Schema {
	return JSON.parse(JSON.stringify(schema), (_, node) => {
		if (node?.type === "array" && node.maxItems > 2 && !(node.minItems > 2)) return { ...node, maxItems: 2 };
		if (node?.type !== "string" || node.enum || node.format || node.pattern || node.minLength > 12) return node;
		return { ...node, maxLength: Math.min(node.maxLength ?? 12, 12) };
	});
}

/** Returns valid instances from json-schema-faker. The schema must not contain references. */
export function samples(schema: Schema, count: number): Json[] {
	const some = createGeneratorSync({ seed: 1, maxDefaultItems: 1, optionalsProbability: 0.5 });
	const full = createGeneratorSync({ seed: 99, maxDefaultItems: 2, alwaysFakeOptionals: true });
	const room = short(schema);
	return Array.from({ length: count }, (_, index) => (index % 3 === 0 ? full : some).generate(room));
}

const isLarge = (value: Json): boolean =>
	Object.values(Object(value)).some((one) => typeof one === "string" && one.length > 10_000);

/** Returns at most `limit` different instances, valid and invalid. The schema must not contain references. */
export function corpus(schema: Schema, examples: Json[], limit = 1000): Json[] {
	const good = [...examples, ...samples(schema, 9)];
	const found = new Map<string, Json>();
	const add = (value: Json): unknown => found.set(JSON.stringify(value), value);
	const bases = [...good.slice(0, 2), ...good.slice(-9, -7)];
	// Large values take long and test the same for every base, so only the first base gets them.
	const broken = bases
		.flatMap((one, index) => [...mutants(schema, one)].filter((value) => index === 0 || !isLarge(value)))
		.filter((value) => value !== undefined);
	const next = random(broken.length);
	const share = limit / broken.length;
	for (const value of good) add(value);
	for (const value of broken) if (next() < share) add(value);
	return [...found.values()];
}
