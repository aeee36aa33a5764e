import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { operations } from "../src/generated/operations";
import { readContract, readDocument } from "./support/openapi";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
const ids = readContract(readDocument()).operations.map((one) => one.id);
const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

const types = read("../src/generated/openapi.ts");
const functions = read("../../client/src/generated/operations.ts");
const resources = read("../../client/src/generated/resources.ts");
const validators = ["notes", "pipelines", "groups", "credentials", "users", "runners", "releases", "alerts"]
	.map((domain) => read(`../src/generated/validators/${domain}.ts`))
	.join("\n");

test("the contract has 112 operations, and the table has exactly these, in its order", () => {
	expect(ids).toHaveLength(112);
	expect(Object.keys(operations)).toEqual(ids);
	for (const [key, row] of Object.entries(operations)) expect(row.id).toBe(key);
});

test("no two operations have the same method of the client", () => {
	const methods = Object.values(operations).map((row) => row.method);
	expect(new Set(methods).size).toBe(112);
});

describe.each(ids.map((id) => [id]))("%s stands once", (id) => {
	test("in the types", () => {
		expect(count(types, new RegExp(`^    ${id}: \\{$`, "gm"))).toBe(1);
	});
	test("among the client's functions, with its parameters' type", () => {
		const params = `${id.charAt(0).toUpperCase()}${id.slice(1)}Params`;
		expect(count(functions, new RegExp(`^export function ${id}\\(`, "gm"))).toBe(1);
		expect(count(functions, new RegExp(`^export (?:interface|type) ${params}\\b`, "gm"))).toBe(1);
	});
	test("among the client's methods", () => {
		const params = `${id.charAt(0).toUpperCase()}${id.slice(1)}Params`;
		expect(count(resources, new RegExp(`^\\t\\w+\\(params\\??: ${params}, options\\?: RequestOptions\\)`, "gm"))).toBe(
			1,
		);
	});
	test("among the validators, for its parameters and its responses", () => {
		expect(count(validators, new RegExp(`^export const ${id}Parameters\\b`, "gm"))).toBe(1);
		expect(count(validators, new RegExp(`^export const ${id}Responses\\b`, "gm"))).toBe(1);
	});
});
