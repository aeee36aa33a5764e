/** Every example in the JSDoc of the packages compiles, so you can copy it from an editor's tooltip. */
import { expect, test } from "vitest";
import { jsdocModules } from "./jsdoc";
import { typeErrors } from "./type-check";

test.for([
	["client", 250],
	["mock", 45],
	["conformance", 2],
	["contract", 4],
] as const)("the examples in the JSDoc of %s compile", ([name, least]) => {
	const modules = jsdocModules(name);
	const examples = modules.flatMap(({ code }) => code.split("export const example").slice(1));
	expect(examples.length).toBeGreaterThan(least);
	expect(typeErrors(modules, { verbatimModuleSyntax: false })).toEqual([]);
});
