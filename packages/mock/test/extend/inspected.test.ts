/** The control API's details of extensions, for the inspector's pages. */
import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { controlOf } from "../support/control";
import { extension } from "./approvals";

const platform = createPlatform({ seed: demo, clock: "2026-01-05T09:30:00.000Z", extensions: [extension] });

const control = async (method: string, path: string, json?: object) =>
	(await controlOf(platform)(method, path, json)).body;

test("tables and operations of an extension are described, tried and followed as the platform's own", async () => {
	const { tables } = await control("GET", "/tables");
	const table = tables.find(({ name }: { name: string }) => name === "approvals");
	expect(table.columns).toContainEqual(
		expect.objectContaining({ name: "merge_request_id", references: "merge_requests" }),
	);
	const { operations } = await control("GET", "/contract");
	expect(operations).toContainEqual(
		expect.objectContaining({ id: "approveMergeRequest", domain: "approvals", summary: null }),
	);
	const { members } = await control("GET", "/contract/approveMergeRequest");
	expect(members.filter((member: { pick: object | null }) => member.pick)).toMatchObject([
		{ name: "id", pick: { table: "projects", by: "name" } },
		{ name: "merge_request_iid", pick: { table: "merge_requests", by: "iid", within: { parameter: "id" } } },
	]);
	const path = Object.fromEntries(
		members.slice(0, 2).map(({ name, example }: { name: string; example: unknown }) => [name, example]),
	);
	const params = { ...path, comment: "Looks good." };
	const sent = await control("POST", "/send", { operation: "approveMergeRequest", params, as: "owner" });
	expect(sent.status).toBe(201);
	const { rows } = await control("GET", "/records/approvals?comment=Looks%20good.");
	expect(rows).toHaveLength(1);
	const { from } = await control("GET", `/records/merge_requests/${rows[0].merge_request_id}/references`);
	expect(from).toContainEqual({
		table: "approvals",
		field: "merge_request_id",
		count: 1,
		filter: { merge_request_id: String(rows[0].merge_request_id) },
	});
	const { code } = await control("POST", "/contract/approveMergeRequest/code", { params });
	expect([code.client, code.function]).toEqual([null, null]);
	expect(code.curl).toContain("/approvals'");
	// The row is viewed in a copy of the platform, which also has the extension.
	const { entry } = await control("GET", `/records/merge_requests/${rows[0].merge_request_id}/view?as=owner`);
	expect(entry.status).toBe(200);
});
