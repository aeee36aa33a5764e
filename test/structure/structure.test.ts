/** Each package's sources stand on floors, each importing only from floors below, and no files import each other in a circle. */
import { expect, test } from "vitest";
import { circles, climbs, importsBelow } from "./imports";

const mockFloors = [
	["cli", "testing"],
	["server", "persistence"],
	["inspector"],
	["platform"],
	["control-api", "record"],
	["control"],
	["seed"],
	["graphql"],
	["domains"],
	["request"],
	["state"],
	["lib"],
];

const clientFloors = [
	["client"],
	["graphql", "schemas", "middleware"],
	["paging"],
	["calls"],
	["transport"],
	["connection"],
	["credentials"],
	["lib"],
	["errors"],
];

test.each(["contract", "client", "mock", "conformance"] as const)("%s has no circle of imports", (name) => {
	expect(circles(importsBelow(`packages/${name}/src`))).toEqual([]);
});

test("the mock's floors import only from floors below", () => {
	expect(climbs(importsBelow("packages/mock/src"), mockFloors)).toEqual([]);
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
