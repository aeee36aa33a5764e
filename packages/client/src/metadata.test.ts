import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "@tenon/contract";
import { describe, expect, test } from "vitest";

const source = readFileSync(join(import.meta.dirname, "generated", "operations.ts"), "utf8");

/** The JSDoc above a function, and its parameters' type. */
function docsOf(id: string): { method: string; params: string } {
	const at = source.indexOf(`export function ${id}(`);
	const type = new RegExp(`export (?:interface|type) ${id.charAt(0).toUpperCase()}${id.slice(1)}Params\\b`).exec(
		source,
	);
	return { method: source.slice(source.lastIndexOf("/**", at), at), params: source.slice(type?.index, at) };
}

const rows = Object.values(operations);
const deprecated = rows.flatMap((row) => [
	...row.parameters.filter((one) => one.deprecated).map(({ name, lifecycle }) => ({ id: row.id, name, lifecycle })),
]);

describe("what the contract says of an operation", () => {
	test("SDK-128 deprecated parameters carry @deprecated with what replaces them", () => {
		expect(deprecated.length).toBeGreaterThan(3);
		for (const { id, name, lifecycle } of deprecated) {
			const field = new RegExp(`/\\*\\*(?:(?!\\*/)[^])*@deprecated ([^\\n]*)(?:(?!\\*/)[^])*\\*/\\s*${name}\\??:`);
			const text = field.exec(docsOf(id).params)?.[1];
			expect([id, name, text]).toEqual([id, name, expect.stringContaining(lifecycle?.replacedBy ?? "")]);
		}
	});

	test("SDK-128 so do deprecated methods", () => {
		expect(docsOf("listEpicNotes").method).toContain("@deprecated Use work items.");
		expect(docsOf("listIssueNotes").method).not.toContain("@deprecated");
	});

	test("SDK-129 tier, offering and release stand in the JSDoc and in the table by operationId", () => {
		const restricted = rows.filter(({ tier }) => tier?.tier);
		expect(restricted.length).toBeGreaterThan(10);
		for (const { id, tier } of restricted) {
			const words = tier?.tier === "premium" ? "Premium and Ultimate only" : "Ultimate only";
			expect([id, docsOf(id).method.toLowerCase()]).toEqual([id, expect.stringContaining(words.toLowerCase())]);
			expect(operations[id as keyof typeof operations].tier).toBe(tier);
		}
		for (const { id, lifecycle } of rows.filter((row) => row.lifecycle?.since))
			expect(docsOf(id).method).toContain(`Since release ${lifecycle?.since}.`);
	});

	test("SDK-129 and so does the least role", () => {
		for (const { id, access } of rows) {
			const { role } = access as { role?: string };
			const words = /Least role: |Works without credentials|Needs the key|Needs no access token/;
			expect([id, typeof role, words.test(docsOf(id).method)]).toEqual([id, "string", true]);
		}
	});
});
