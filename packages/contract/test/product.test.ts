import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import SwaggerParser from "@apidevtools/swagger-parser";
import { Ajv2020 } from "ajv/dist/2020";
import { buildSchema, parse, printSchema, validateSchema } from "graphql";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { repository } from "../generate/repository";
import { redocly } from "../lint/redocly";

const shipped = (name: string): string => join(repository, "packages/contract", name);
const text = await readFile(shipped("openapi.json"), "utf8");
const document = JSON.parse(text) as { components: { schemas: Record<string, object> } }; // bundled by npm run generate

test("the package ships both files, and exports them by name", async () => {
	const manifest = JSON.parse(await readFile(shipped("package.json"), "utf8"));
	expect(manifest.files).toEqual(expect.arrayContaining(["openapi.json", "schema.graphql"]));
	expect(manifest.exports).toMatchObject({
		"./openapi.json": "./openapi.json",
		"./schema.graphql": "./schema.graphql",
	});
	const require = createRequire(shipped("package.json"));
	expect(require.resolve("@tenon/contract/openapi.json")).toBe(shipped("openapi.json"));
	expect(require.resolve("@tenon/contract/schema.graphql")).toBe(shipped("schema.graphql"));
});

test.each(["openapi.json", "openapi.gitlab.json"])(
	"swagger-parser accepts %s, and nothing broken",
	{ timeout: 60_000 },
	async (name) => {
		const parsed = await SwaggerParser.validate(shipped(name));
		expect(parsed.info.title).toMatch(/Tenon/);
		const broken = JSON.parse(await readFile(shipped(name), "utf8"));
		broken.paths["/user"].get.responses["200"].description = 7;
		await expect(SwaggerParser.validate(broken)).rejects.toThrow(/description/);
	},
);

test("redocly's strict rules find nothing in the one file", { timeout: 120_000 }, async () => {
	expect(await redocly(shipped("openapi.json"))).toEqual([]);
});

test("every reference of the one file leads to something in the same file", () => {
	const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference = ""]) => reference);
	expect(references.length).toBeGreaterThan(500);
	const lost = references.filter((reference) => {
		if (!reference.startsWith("#/")) return true;
		const keys = reference.slice(2).split("/");
		return !keys.reduce<unknown>((at, key) => Object(at)[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);
	});
	expect(lost).toEqual([]);
});

test("Ajv compiles every schema of the one file as JSON Schema 2020-12", { timeout: 60_000 }, () => {
	const ajv = new Ajv2020({ strict: false, validateFormats: false });
	ajv.addSchema(document, "contract");
	for (const name of Object.keys(document.components.schemas))
		expect(ajv.compile({ $ref: `contract#/components/schemas/${name}` }), name).toBeTypeOf("function");
});

test("openapi-typescript reads the one file, and writes every operation and record", { timeout: 60_000 }, async () => {
	const types = astToString(await openapiTS(text));
	const operations = [...text.matchAll(/"operationId": "(\w+)"/g)].map(([, id = ""]) => id);
	expect(operations.length).toBeGreaterThanOrEqual(112);
	for (const id of operations) expect(types).toMatch(new RegExp(`^\\s+${id}: \\{$`, "m"));
	for (const name of Object.keys(document.components.schemas))
		expect(types).toMatch(new RegExp(`^\\s{8}(?:"${name}"|${name}):`, "m"));
});

test("graphql reads the printed schema, finds it valid, and prints the same again", async () => {
	const sdl = await readFile(shipped("schema.graphql"), "utf8");
	const schema = buildSchema(sdl);
	expect(validateSchema(schema)).toEqual([]);
	const printed = printSchema(schema);
	expect(sdl.replace(/^#.*\n/, "").trim()).toBe(printed.trim());
	expect(parse(printed).definitions.length).toBeGreaterThan(200);
});
