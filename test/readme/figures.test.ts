import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "@tenon/contract";
import { expect, test } from "vitest";
import { documents, root } from "./documents";

test("every text gives the number of operations that the contract has", () => {
	const counts = documents.flatMap(({ path, text }) =>
		[...text.matchAll(/\b(\d+) (?:REST )?operations\b/g)].map(([, count]) => `${path}: ${count}`),
	);
	expect(counts.length).toBeGreaterThan(3);
	expect(counts.filter((count) => !count.endsWith(`: ${Object.keys(operations).length}`))).toEqual([]);
});

test("there are over a thousand rules", () => {
	const rules = readFileSync(join(root, "packages/conformance/catalogue/rules.tsv"), "utf8").trim().split("\n");
	expect(rules.length).toBeGreaterThan(1_000);
});
