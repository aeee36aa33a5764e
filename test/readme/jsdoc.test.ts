/** Every example in the JSDoc of the packages compiles, so users can copy it from an editor's tooltip. */
import { expect, test } from "vitest";
import { jsdocModules } from "./jsdoc";
import { typeErrors } from "./type-check";

const packages = [
	["client", 250],
	["mock", 45],
	["conformance", 2],
	["contract", 4],
] as const;

test("the examples in the JSDoc of all packages compile", () => {
	const all = packages.flatMap(([name, least]) => {
		const modules = jsdocModules(name);
		const examples = modules.flatMap(({ code }) => code.split("export const example").slice(1));
		expect(examples.length, name).toBeGreaterThan(least);
		return modules;
	});
	// One example is wrong, so that a check that finds nothing fails too.
	const wrong = { path: "wrong.ts", line: 1, language: "ts", info: "", code: "export const text: string = 1;\n" };
	expect(typeErrors([...all, wrong], { verbatimModuleSyntax: false })).toEqual([
		"wrong.ts:1: Type 'number' is not assignable to type 'string'.",
	]);
});
