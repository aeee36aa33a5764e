import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import type { Document, Schema } from "../generate/document";
import { type Model, refName } from "../generate/model";
import { readOwnModel } from "../generate/own";
import document from "../openapi.json";
import * as validators from "../src/validators";
import { absolute, compilerFor } from "./support/ajv";
import { corpus } from "./support/corpus";
import { examplesByName } from "./support/examples";

// The bundler writes a document of this type. The type of the JSON import is wider.
const contract = document as unknown as Document;
const model = await readOwnModel(contract);
const compile = compilerFor(contract);
const examples = examplesByName(contract);
// By name: validators of records and parameters, and objects of validators by status for responses.
const exported = validators as unknown as Record<string, z.ZodMiniType | Record<string, z.ZodMiniType>>;

/** Returns a schema with resolved references, for which the corpus is created. */
function whole(schema: Schema, { schemas }: Model): Schema {
	return JSON.parse(JSON.stringify(schema), (_, node) =>
		node && typeof node === "object" && typeof node.$ref === "string"
			? whole(schemas.get(refName(node.$ref))?.schema ?? {}, model)
			: node,
	);
}

function validator(name: string): z.ZodMiniType {
	const found = exported[name];
	if (!found || !("safeParse" in found) || typeof found.safeParse !== "function")
		throw new Error(`no validator ${name}`);
	return found as z.ZodMiniType; // its method distinguishes it from the plain objects of the responses
}

/** Compares a validator to Ajv on a corpus of the schema. Returns the number of valid and invalid instances. */
function compare(ours: z.ZodMiniType, raw: object, flat: Schema, own: unknown[] = [], limit = 1_000) {
	const accepts = compile(absolute(raw));
	const differing: string[] = [];
	const count = { good: 0, broken: 0 };
	for (const value of corpus(whole(flat, model), own, limit)) {
		const expected = accepts(value);
		count[expected ? "good" : "broken"]++;
		const result = ours.safeParse(value);
		if (result.success !== expected)
			differing.push(`${expected ? "good" : "broken"}: ${JSON.stringify(value).slice(0, 300)}`);
		else if (result.success && !isDeepStrictEqual(result.data, value))
			differing.push(`changed: ${JSON.stringify(value).slice(0, 300)}`);
	}
	expect(differing.slice(0, 5)).toEqual([]);
	return count;
}

describe("records are validated as Ajv validates them", () => {
	test.each([...model.schemas.values()])("$name", ({ name, schema }) => {
		const raw = { $ref: `#/components/schemas/${name}` };
		const { good, broken } = compare(validator(name), raw, schema, examples.get(name));
		expect(good + broken).toBeGreaterThanOrEqual(30);
		expect(good).toBeGreaterThan(0);
		expect(broken).toBeGreaterThan(0);
	});
});

describe("parameters and responses are validated as Ajv validates them", () => {
	test.each(model.operations)("$id", (one) => {
		const read = one.parameters.filter((each) => each.in !== "header");
		const parameters: Schema = {
			type: "object",
			properties: Object.fromEntries(read.map((each) => [each.name, each.schema])),
			required: read.filter((each) => each.required).map((each) => each.name),
		};
		compare(validator(`${one.id}Parameters`), parameters, parameters);

		const responses = Object.entries(one.responses).flatMap(([status, { content }]): [string, Schema, unknown[]][] => {
			const media = content?.["application/json"];
			const examples = [media?.example, ...Object.values(media?.examples ?? {}).map((each) => each.value)];
			return media?.schema ? [[status, media.schema, examples.filter((each) => each !== undefined)]] : [];
		});
		const ours = exported[`${one.id}Responses`] as Record<string, z.ZodMiniType>;
		expect(Object.keys(ours).sort()).toEqual(responses.map(([status]) => status).sort());
		for (const [status, schema, examples] of responses) {
			const own = ours[status];
			if (!own) throw new Error(`no validator for ${one.id} ${status}`);
			// Refusals share one record, which is compared above, like the records in lists. So a sample is enough here.
			if (!schema.$ref) compare(own, schema, schema, examples, 200);
			else expect(own).toBe(exported[refName(schema.$ref)]);
		}
	});
});

test("there is one validator a record, and one pair an operation", () => {
	const expected = [
		...model.schemas.keys(),
		...model.operations.flatMap(({ id }) => [`${id}Parameters`, `${id}Responses`]),
	];
	expect(Object.keys(exported).sort()).toEqual(expected.sort());
});
