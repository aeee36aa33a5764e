/** Every example in the JSDoc of the client compiles: what an editor shows can be copied. */
import { expect, test } from "vitest";
import { jsdocModules } from "./jsdoc";
import { typeErrors } from "./type-check";

test("the examples in the client's JSDoc compile", () => {
	const modules = jsdocModules("client");
	expect(
		modules.map(({ code }) => code.split("export const example").length - 1).reduce((sum, count) => sum + count),
	).toBeGreaterThan(250);
	expect(typeErrors(modules, { verbatimModuleSyntax: false })).toEqual([]);
});
