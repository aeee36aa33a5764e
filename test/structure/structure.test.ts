/** The folders of each package form floors: each imports only from lower floors, and there are no import cycles. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawing } from "./drawing";
import { clientFloors, mockFloors } from "./floors";
import { circles, climbs, importsBelow } from "./imports";

test.each(["contract", "client", "mock", "conformance"] as const)("%s has no circle of imports", (name) => {
	expect(circles(importsBelow(`packages/${name}/src`))).toEqual([]);
});

test("the mock's floors import only from floors below", () => {
	expect(climbs(importsBelow("packages/mock/src"), mockFloors)).toEqual([]);
});

test("docs/architecture.md shows the floors of the mock as its imports are", () => {
	expect(readFileSync("docs/architecture.md", "utf8")).toContain(`\`\`\`mermaid\n${drawing()}\n\`\`\``);
});

test("the client's floors import only from floors below", () => {
	expect(climbs(importsBelow("packages/client/src"), clientFloors)).toEqual([]);
});

test("a circle and an import that points up are found, types among them", () => {
	const imports = new Map([
		["index.ts", ["high/a.ts"]],
		["high/a.ts", ["low/b.ts"]],
		["low/b.ts", ["low/c.ts", "high/a.ts"]],
		["low/c.ts", []],
	]);
	expect(circles(imports)).toEqual(["high/a.ts → low/b.ts → high/a.ts"]);
	expect(climbs(imports, [["high"], ["low"]])).toEqual(["low/b.ts → high/a.ts"]);
	expect(() => climbs(imports, [["high"]])).toThrow("The folder low is on no floor");
});
