import { readFileSync } from "node:fs";
import { join } from "node:path";
import { operations } from "@tenon/contract";
import { describe, expect, test } from "vitest";

const source = readFileSync(join(import.meta.dirname, "../generated", "operations.ts"), "utf8");

/** The JSDoc above a function, and its parameters' type. */
function docsOf(id: string): { method: string; params: string } {
	const at = source.indexOf(`export function ${id}(`);
	const type = new RegExp(`export (?:interface|type) ${id.charAt(0).toUpperCase()}${id.slice(1)}Params\\b`).exec(
		source,
	);
	return { method: source.slice(source.lastIndexOf("/**", at), at), params: source.slice(type?.index, at) };
}

const types = readFileSync(join(import.meta.dirname, "../../../contract/src/generated/openapi.ts"), "utf8");

/** The declaration of a record of the contract. */
function recordOf(name: string): string {
	const at = types.search(new RegExp(`^ {8}${name}: `, "m"));
	return types.slice(at, at + types.slice(at).search(/^ {8}\}/m));
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

	test("NOTE-275 the five methods of epic notes are, and so is the property confidential, in requests and responses", () => {
		for (const id of ["listEpicNotes", "getEpicNote", "createEpicNote", "updateEpicNote", "deleteEpicNote"])
			expect(docsOf(id).method).toContain("@deprecated");
		for (const id of [
			"createIssueNote",
			"updateIssueNote",
			"createEpicNote",
			"updateEpicNote",
			"updateMergeRequestNote",
		])
			expect(docsOf(id).params).toMatch(/@deprecated Use internal[^/]*\*\/\s*confidential\?:/);
		expect(recordOf("IssueNote")).toMatch(/@deprecated[^/]*\*\/\s*confidential\??:/);
	});

	test("GROUP-743 so are fields and a value of updateGroup", () => {
		const { params } = docsOf("updateGroup");
		for (const name of ["default_branch_protection", "emails_disabled"])
			expect(params).toMatch(new RegExp(`@deprecated[^/]*\\*/\\s*${name}\\?:`));
		expect(params).toContain('Deprecated "disabled_with_override": use "disabled_and_overridable".');
	});

	test("GROUP-744 so are the projects of a group, which has what plans and owners alone see as optional fields", () => {
		const detail = recordOf("GroupDetail");
		for (const name of ["projects", "shared_projects"])
			expect(detail).toMatch(new RegExp(`@deprecated[^/]*\\*/\\s*${name}\\?:`));
		expect(docsOf("getGroup").params).toMatch(/@deprecated[^/]*GET [^*]*\*\/\s*with_projects\?:/);
		expect(detail).toMatch(/\brunners_token\?: string/);
		expect(recordOf("Group") + detail).toMatch(/\bldap_cn\?: /);
	});

	test("SDK-129 tier, offering and release are in the JSDoc and in the table by operationId", () => {
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
			const words =
				/The caller must |For every signed-in user|Needs no credentials|Requires the key|Needs no access token/;
			expect([id, typeof role, words.test(docsOf(id).method)]).toEqual([id, "string", true]);
		}
	});
});
