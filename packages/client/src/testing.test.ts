import { describe, expect, test } from "vitest";
import { approvals } from "../../../test/extend/generated";
import { failure } from "../test/support/script";
import { isApiError, type Tenon, UsageError } from "./index";
import { getUser } from "./operations";
import { fakeClient, fakeList, fakeRefusal, fakeResult } from "./testing";

describe("a fake client", () => {
	/** The code under test: it knows only the client's type. */
	async function names(tenon: Tenon): Promise<string[]> {
		const me = await tenon.users.getCurrent();
		const found = [me.username];
		for await (const user of tenon.users.list({ active: true })) found.push(user.username);
		return found;
	}

	test("calls stand-ins, turns data into results and lists, and records the calls", async () => {
		const tenon = fakeClient({
			users: { getCurrent: () => ({ username: "a" }), list: async () => fakeList([{ username: "b" }]) as never },
		});
		const lists = fakeClient({
			users: { getCurrent: async () => ({ username: "a" }), list: () => [{ username: "b" }, { username: "c" }] },
		});
		expect(await names(lists)).toEqual(["a", "b", "c"]);
		expect(lists.calls).toEqual([
			{ method: "users.getCurrent", params: undefined, options: undefined },
			{ method: "users.list", params: { active: true }, options: undefined },
		]);
		expect((await tenon.users.getCurrent().withResponse()).response.status).toBe(200);
		expect(lists.sudo("root")).toBe(lists);
	});

	test("says which stand-in is missing, and sends nothing by other ways", async () => {
		const tenon = fakeClient({ pipelines: { waitFor: () => ({ status: "success" }) } });
		expect(await tenon.pipelines.waitFor({ id: 7, pipeline_id: 1 })).toEqual({ status: "success" });
		expect(() => tenon.groups.get({ id: 7 })).toThrow("groups.get has no stand-in");
		expect(await failure(getUser(tenon, { id: 7 }))).toBeInstanceOf(UsageError);
	});

	test("has stand-ins for your own operations and those of the contract", async () => {
		const tenon = fakeClient(
			{
				approvalRules: { list: () => [{ id: 7, name: "Security" }], get: () => ({ id: 7 }) },
				users: { getCurrent: () => ({ username: "a" }) },
			},
			approvals,
		);
		expect(await tenon.approvalRules.list({ id: "acme/web" }).count()).toBe(1);
		expect((await tenon.approvalRules.list({ id: "acme/web" })).items).toEqual([{ id: 7, name: "Security" }]);
		expect(await tenon.sudo("owner").approvalRules.get({ id: "acme/web", rule_id: 7 })).toEqual({ id: 7 });
		expect((await tenon.users.getCurrent()).username).toBe("a");
		expect(tenon.calls.map(({ method }) => method)).toEqual([
			"approvalRules.list",
			"approvalRules.list",
			"approvalRules.get",
			"users.getCurrent",
		]);
		expect(() => tenon.mergeRequestApprovals.approve({ id: 7, merge_request_iid: 7 })).toThrow(
			"mergeRequestApprovals.approve has no stand-in",
		);
	});

	test("refuses as a platform does", async () => {
		const tenon = fakeClient({ groups: { get: () => fakeRefusal(404, { message: "404 Group Not Found" }) } });
		const error = await failure(tenon.groups.get({ id: 7 }));
		expect(isApiError(error)).toBe(true);
		expect(error).toMatchObject({ name: "NotFoundError", status: 404, reason: "404 Group Not Found" });
	});
});

test("a fake list pages, iterates, collects and counts", async () => {
	const rows = Array.from({ length: 45 }, (_, id) => ({ id }));
	const list = fakeList(rows);
	expect(await list).toMatchObject({ page: 1, total: 45, totalPages: 3, items: rows.slice(0, 20) });
	expect(await list.all()).toEqual(rows);
	expect(await list.count()).toBe(45);
	expect(await list.then(({ items }) => items.length).catch(() => 0)).toBe(20);
	const sizes = [];
	for await (const page of fakeList(rows, 30).pages()) sizes.push(page.items.length);
	expect(sizes).toEqual([30, 15]);
	expect(await fakeList([]).all()).toEqual([]);
});

test("a fake result is awaited, or asked for its response", async () => {
	expect(await fakeResult({ id: 7 })).toEqual({ id: 7 });
	expect((await fakeResult({ id: 7 }, { status: 201 }).withResponse()).response.status).toBe(201);
	expect(await fakeResult(undefined)).toBeUndefined();
});
