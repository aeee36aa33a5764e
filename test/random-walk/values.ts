/** Arbitraries of values for a parameter: values that match its schema, and values that it must refuse. */
import type { ValueSchema } from "@tenon/contract";
import fc from "fast-check";
import type { Catalogue } from "./catalogue";
import { hostileNumbers, hostilePieces, hostileTexts } from "./hostile";

/** A file in a multipart form. */
export class Upload {
	readonly fileName: string;
	readonly type: string;
	readonly bytes: Uint8Array;

	constructor(fileName: string, type: string, bytes: Uint8Array) {
		this.fileName = fileName;
		this.type = type;
		this.bytes = bytes;
	}
}

const png = Uint8Array.from(
	atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
	(digit) => digit.charCodeAt(0),
);

const uploads: readonly Upload[] = [
	new Upload("face.png", "image/png", png),
	new Upload("FACE.JPG", "image/jpeg", png),
	new Upload("face.svg", "image/svg+xml", new TextEncoder().encode("<svg onload='alert(1)'/>")),
	new Upload("../../passwd", "text/plain", new Uint8Array([0, 255, 13, 10])),
	new Upload("empty.png", "image/png", new Uint8Array(0)),
	new Upload("large.png", "image/png", new Uint8Array(250_000)),
	new Upload('quote".png', "image/png", png),
	new Upload("", "", png),
];

const times = ["2026-01-05T09:30:00Z", "2025-06-01", "2024-02-29T23:59:60Z", "2026-01-05 10:30:00 +0100", "2027-01-01"];
const dates = ["2026-01-05", "2026-02-01", "2024-02-29", "2026-12-31", "2027-01-05", "2030-01-01"];

function textArbitrary(schema: ValueSchema): fc.Arbitrary<unknown> {
	switch (schema.format) {
		case "date-time":
			return fc.constantFrom(...times);
		case "date":
			return fc.constantFrom(...dates);
		case "binary":
			return fc.constantFrom(...uploads);
		default:
			return fc.oneof(
				fc.constantFrom("walk", "a", "Some words", "12"),
				fc.string({ maxLength: 12, unit: "binary" }),
				fc.constantFrom(schema.maxLength ?? 255, (schema.maxLength ?? 255) + 1).map((length) => "w".repeat(length)),
			);
	}
}

function typedArbitrary(type: string, name: string, schema: ValueSchema, catalogue: Catalogue): fc.Arbitrary<unknown> {
	switch (type) {
		case "integer":
		case "number": {
			const { minimum = 0, maximum = 1_000 } = schema;
			return fc.oneof(
				fc.constantFrom(minimum, minimum - 1, maximum, maximum + 1, String(minimum)),
				fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
			);
		}
		case "boolean":
			return fc.constantFrom<unknown>(true, false, "true", "false", "1", "0", 1, "yes");
		case "null":
			return fc.constant(null);
		case "array":
			return fc.oneof(
				fc.array(sentAs(name, schema.items ?? {}, catalogue), { maxLength: 3 }),
				fc.constant(Array.from({ length: (schema.maxItems ?? 50) + 1 }, (_, index) => String(index))),
			);
		case "object": {
			const fields = Object.fromEntries(
				Object.entries(schema.properties ?? {}).map(([key, one]) => [key, sentAs(key, one, catalogue)]),
			);
			if (schema.properties) return fc.record(fields, { requiredKeys: [...(schema.required ?? [])] });
			const key = fc.constantFrom("team", "region", "a", "constructor", "", "x".repeat(300));
			return fc.dictionary(key, sentAs(name, schema.additionalProperties ?? {}, catalogue), { maxKeys: 3 });
		}
		default:
			return textArbitrary(schema);
	}
}

/** Returns a value that the schema accepts, or almost: it can exceed bounds by one. */
export function fitting(name: string, schema: ValueSchema, catalogue: Catalogue): fc.Arbitrary<unknown> {
	if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
	if (schema.const !== undefined) return fc.constant(schema.const);
	if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(name, one, catalogue)));
	const types = [schema.type ?? "string"].flat();
	const typed = fc.oneof(...types.map((type) => typedArbitrary(type, name, schema, catalogue)));
	const known = Object.hasOwn(catalogue.values, name) ? catalogue.values[name] : undefined;
	if (!known || types.includes("array") || types.includes("object")) return typed;
	return fc.oneof({ weight: 3, arbitrary: fc.constantFrom<unknown>(...known) }, { weight: 1, arbitrary: typed });
}

/** Values that no parameter accepts, one of each kind. */
export const hostileValues: readonly unknown[] = [
	...hostileTexts,
	...hostileNumbers,
	...hostilePieces,
	...uploads,
	null,
	true,
	[],
	{},
	[[]],
	[null],
	["a", 1, null],
	{ a: { b: [] } },
];

/** A value that no parameter accepts. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 11, arbitrary: fc.constantFrom<unknown>(...hostileValues) },
	{ weight: 1, arbitrary: fc.array(fc.constantFrom<unknown>(...hostileTexts, ...hostileNumbers), { maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
	{ weight: 1, arbitrary: fc.string({ maxLength: 30, unit: "binary" }) },
);

/** Returns a value for a parameter, which usually matches the schema. */
export const sentAs = (name: string, schema: ValueSchema, catalogue: Catalogue): fc.Arbitrary<unknown> =>
	fc.oneof(
		{ weight: 8, arbitrary: fitting(name, schema, catalogue) },
		{ weight: 1, arbitrary: hostileValue },
		{ weight: 1, arbitrary: fc.constantFrom<unknown>("", null, [], {}, "unknown", -1) },
	);
