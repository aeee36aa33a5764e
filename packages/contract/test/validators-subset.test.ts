import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Document, Schema } from "../generate/document";
import { domains } from "../generate/domains";
import { flatten, type Model } from "../generate/model";
import { validatorLayout } from "../generate/own";
import { validatorFiles } from "../generate/validators";
import * as s from "../src/validators/support";
import { absolute, compilerFor } from "./support/ajv";
import { corpus } from "./support/corpus";

const noDocument: Document = {
	openapi: "3.1.0",
	info: { title: "", version: "" },
	servers: [],
	paths: {},
	components: { schemas: {} },
};

function model(
	schemas: Record<string, Schema>,
	direction: "request" | "response" = "request",
	owners: Record<string, string> = {},
): Model {
	const named = Object.entries(schemas).map(([name, schema]) => ({
		name,
		domain: owners[name] ?? "notes",
		schema: flatten(schema, schemas),
		inRequests: direction === "request",
		inResponses: direction === "response",
	}));
	return {
		document: noDocument,
		domains,
		operations: [],
		graphql: [],
		schemas: new Map(named.map((one) => [one.name, one])),
	};
}

const written = (from: Model): string => validatorFiles(from, validatorLayout).get("validators/notes.ts") ?? "";

/** Runs the generated code of one file. */
function run(code: string): Record<string, z.ZodMiniType> {
	const names = [...code.matchAll(/^export const (\w+)/gm)].map((match) => match[1]);
	const script = code
		.replaceAll(/^import .*$/gm, "")
		.replaceAll("export const", "const")
		.replaceAll(/s\.known<.*?>/g, "s.known");
	return new Function("z", "s", `${script}\nreturn { ${names.join(", ")} };`)(z, s);
}

const subset: Record<string, Schema> = {
	anything: {},
	text: { type: "string", minLength: 2, maxLength: 4 },
	"text with a pattern": { type: "string", pattern: "^[a-z/]+\\d?$" },
	"text with a pattern of characters past 16 bits": { type: "string", pattern: "^.{1,3}$" },
	date: { type: "string", format: "date" },
	"date and time": { type: "string", format: "date-time" },
	"formats that are not validated": {
		type: "object",
		properties: { a: { type: "string", format: "uri" }, b: { type: "string", format: "email" } },
	},
	integer: { type: "integer", minimum: -3, maximum: 1000 },
	"any integer": { type: "integer" },
	number: { type: "number", minimum: 0.5 },
	"several types": { type: ["integer", "string", "null"], minimum: 2, minLength: 1 },
	"a type that is null": { type: "null" },
	enum: { type: "string", enum: ["a", "b"] },
	"nullable enum": { type: ["string", "null"], enum: ["a", "b", null] },
	"mixed enum": { enum: [0, "a", true, null] },
	const: { const: "a" },
	"const null": { const: null },
	list: { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 3 },
	"list without items": { type: "array" },
	"list of different items": {
		type: "array",
		items: { type: "object", properties: { a: { type: "integer" }, b: {} } },
		uniqueItems: true,
	},
	"list of different things": { type: "array", uniqueItems: true },
	"list of different numbers": { type: "array", items: { type: "number" }, uniqueItems: true },
	object: {
		type: "object",
		required: ["a", "b"],
		properties: { a: { type: "string" }, b: {}, c: { type: "boolean" }, "d-e": { type: "null" } },
	},
	"required, not described": { type: "object", required: ["a", "z"], properties: { a: { type: "string" } } },
	"object of anything": { type: "object", additionalProperties: true },
	map: { type: "object", additionalProperties: { type: "integer", minimum: 1 } },
	"map with properties": {
		type: "object",
		properties: { a: { type: "string" } },
		additionalProperties: { type: "string", maxLength: 2 },
	},
	"fewest fields": { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, minProperties: 1 },
	"one of the fields": {
		type: "object",
		properties: { a: { type: "string" }, b: { type: "string" } },
		anyOf: [{ required: ["a"] }, { required: ["b"] }],
	},
	"one of the groups": {
		type: "object",
		properties: { a: {}, b: {}, c: {} },
		anyOf: [{ required: ["a", "b"] }, { required: ["c"] }],
	},
	"not both": {
		type: "object",
		properties: { a: { type: "string" }, b: { type: "string" } },
		not: { required: ["a", "b"] },
	},
	union: {
		anyOf: [
			{ type: "string", maxLength: 1 },
			{ type: "array", items: { type: "string" } },
			{ type: "object", required: ["a"], properties: { a: {} } },
		],
	},
	"union of records": {
		anyOf: [
			{ type: "object", required: ["a"], properties: { a: { type: "string" } } },
			{ type: "object", required: ["b"], properties: { a: { type: "integer" }, b: { type: "string" } } },
		],
	},
	"nullable union": { anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
	"open set": { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }] },
	"nullable open set": { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }, { type: "null" }] },
	"open set with bounds": {
		anyOf: [
			{ type: "string", enum: ["abc"] },
			{ type: "string", maxLength: 2 },
		],
	},
	"nested lists and maps": {
		type: "array",
		items: {
			type: "object",
			additionalProperties: { type: "array", items: { type: ["string", "null"] }, uniqueItems: true },
		},
	},
};

describe("each keyword of the subset is validated as Ajv validates it", () => {
	test.each(Object.entries(subset))("%s", (_, schema) => {
		const accepts = compilerFor({})(schema);
		for (const direction of ["request", "response"] as const) {
			const ours = run(written(model({ Tried: schema }, direction))).Tried;
			const instances = corpus(schema, []);
			expect(instances.length).toBeGreaterThan(15);
			const differing = instances.filter((value) => ours?.safeParse(value).success !== accepts(value));
			expect(differing.map((value) => JSON.stringify(value))).toEqual([]);
		}
	});
});

test("allOf is validated as its parts are", () => {
	const schemas: Record<string, Schema> = {
		Whole: {
			allOf: [
				{ $ref: "#/components/schemas/Part" },
				{ type: "object", required: ["b"], properties: { b: { type: "integer" } } },
			],
		},
		Part: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
	};
	const all = model(schemas);
	const { Whole } = run(written(all));
	const accepts = compilerFor({ components: { schemas } })(absolute({ $ref: "#/components/schemas/Whole" }));
	for (const value of corpus(all.schemas.get("Whole")?.schema ?? {}, []))
		expect([value, Whole?.safeParse(value).success]).toEqual([value, accepts(value)]);
});

test("lone surrogates, keys of the prototype and huge numbers are validated as Ajv validates them", () => {
	const schema: Schema = {
		type: "object",
		properties: {
			text: { type: "string", maxLength: 1 },
			count: { type: "integer" },
			constructor: { type: "string" as const },
		},
		required: ["count"],
	};
	const accepts = compilerFor({})(schema);
	const { Tried } = run(written(model({ Tried: schema })));
	for (const text of ["\ud83d", "\ude00", "\ud83d\ud83d", "\ude00\ud83d", "😀"])
		for (const count of [1e21, 2 ** 53 + 2, -0, 1e308, 0.1])
			for (const rest of ["{}", '{"__proto__":{"count":1}}', '{"toString":1}']) {
				const value = { ...JSON.parse(rest), text, count, constructor: "x" };
				expect([value, Tried?.safeParse(value).success]).toEqual([value, accepts(value)]);
			}
});

test("a schema stands after those that it needs, and imports those of other files", () => {
	const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
	const schemas: Record<string, Schema> = {
		First: { type: "object", properties: { second: ref("Second"), shared: ref("Shared") } },
		Second: { type: "string" },
		Shared: { type: "string" },
	};
	const files = validatorFiles(model(schemas, "request", { Shared: "common" }), validatorLayout);
	const code = files.get("validators/notes.ts") ?? "";
	expect(code).toContain('import { Shared } from "./common";');
	expect(code.indexOf("const Second")).toBeLessThan(code.indexOf("const First"));
	expect([...files.keys()]).toEqual(["validators/common.ts", "validators/notes.ts"]);
});

test("what is outside of the subset is refused, by name", () => {
	const text: Schema = { type: "string" };
	const self: Schema = { type: "object", properties: { again: { $ref: "#/components/schemas/Tried" } } };
	expect(() => written(model({ Tried: self }))).toThrow("Recursion: Tried → Tried.");
	expect(() => written(model({ Tried: { required: ["a"] } }))).toThrow("required without a type");
	expect(() => written(model({ Tried: { ...text, anyOf: [text] } }))).toThrow("anyOf beside type");
	const ref = (name: string): Schema => ({ type: "array", items: { $ref: `#/components/schemas/${name}` } });
	const separate = model({ A: ref("B"), B: text, C: ref("D"), D: text }, "request", {
		B: "users",
		C: "users",
	});
	expect(() => validatorFiles(separate, validatorLayout)).toThrow("A needs B, C needs D");
});

test("enums are open in a response's type and closed in its verdict", () => {
	expect(written(model({ Tried: { type: "string", enum: ["a"] } }, "response"))).toContain('s.listed(["a"])');
	expect(written(model({ Tried: { type: "string", enum: ["a"] } }, "request"))).toContain('z.enum(["a"])');
});

test("a file is text or a Blob", () => {
	const { Tried } = run(written(model({ Tried: { type: "string", format: "binary" } })));
	expect([new Blob(["x"]), "x", 1, null].map((value) => Tried?.safeParse(value).success)).toEqual([
		true,
		true,
		false,
		false,
	]);
});
