import { describe, expect, test } from "vitest";
import { groupScene, lowerRoles } from "./record-scene";

const unknown = { message: "404 Group Not Found" };
const json = { description: "Changed." };

describe("who changes a group", () => {
	test("GROUP-487 its owner", async () => expect((await groupScene().changed(json)).description).toBe("Changed."));

	test("GROUP-487 the owner of the group above", async () => {
		const { changed, sub } = groupScene();
		expect((await changed(json, "owner", sub("child"))).description).toBe("Changed.");
	});

	test.each(["public", "internal", "private"] as const)(
		"GROUP-488 an administrator a %s one of others",
		async (visibility) => {
			const { changed, make } = groupScene();
			const elsewhere = make.group("elsewhere", { visibility });
			expect((await changed(json, "root", elsewhere)).description).toBe("Changed.");
		},
	);

	test.each(lowerRoles)("GROUP-489 not a %s", async (who) => {
		const { at, inVain } = groupScene();
		const told = await inVain(who, "PUT", at, { json });
		expect([told.status, told.body]).toEqual([403, { message: "403 Forbidden" }]);
	});

	test("GROUP-489 not the owner of a group below", async () => {
		const { at, inVain, make, sub } = groupScene();
		sub("child");
		make.member("outsider", "lab/child", "owner");
		expect((await inVain("outsider", "PUT", at, { json })).status).toBe(403);
	});

	test.each([
		["public", 403, { message: "403 Forbidden" }],
		["internal", 403, { message: "403 Forbidden" }],
		["private", 404, unknown],
	] as const)("GROUP-490 nobody from outside: a %s one %i", async (visibility, status, body) => {
		const { at, inVain } = groupScene({ visibility });
		const told = await inVain("outsider", "PUT", at, { json });
		expect([told.status, told.body]).toEqual([status, body]);
	});

	test.each(["public", "private"] as const)("GROUP-491 nobody without credentials, a %s one", async (visibility) => {
		const { at, inVain } = groupScene({ visibility });
		const told = await inVain(null, "PUT", at, { json });
		expect([told.status, told.body]).toEqual([401, { message: "401 Unauthorized" }]);
	});

	test.each(["/groups/999999", "/groups/no%2Fsuch"])("GROUP-492 an unknown one: %s", async (path) => {
		const { inVain } = groupScene();
		for (const who of ["owner", "root"])
			expect(await inVain(who, "PUT", path, { json })).toMatchObject({ status: 404, body: unknown });
	});

	test("GROUP-493 not with a token for reading", async () => {
		const { at, inVain } = groupScene();
		const told = await inVain("owner-read", "PUT", at, { json });
		expect([told.status, told.body]).toEqual([
			403,
			{
				error: "insufficient_scope",
				error_description: "The request requires higher privileges than provided by the access token.",
				scope: "api",
			},
		]);
	});

	test("GROUP-495 by the encoded path as well", async () => {
		const { ask, read, sub } = groupScene();
		const deep = sub("child") && sub("child/deep");
		const told = await ask("owner", "PUT", "/groups/lab%2Fchild%2Fdeep", { json });
		expect([told.status, told.body.id]).toEqual([200, deep.id]);
		expect((await read("owner", deep)).description).toBe("Changed.");
		expect((await read()).description).toBeNull();
	});
});

describe("what a change takes and gives", () => {
	test("GROUP-496, GROUP-503 the record after the change, which is what is read later", async () => {
		const { put, read, group } = groupScene();
		const told = await put({ description: "New", two_factor_grace_period: 3, lfs_enabled: false });
		expect(told.body).toMatchObject({
			id: group.id,
			description: "New",
			two_factor_grace_period: 3,
			lfs_enabled: false,
		});
		expect(told.body).toHaveProperty("runners_token");
		expect(await read()).toEqual(told.body);
	});

	test("GROUP-498 what is not sent stays", async () => {
		const { changed, read } = groupScene({ visibility: "internal", default_branch: "trunk" });
		const before = await read();
		expect(await changed({ description: "New" })).toEqual({ ...before, description: "New" });
	});

	test("GROUP-499, GROUP-500 nothing, and what is not known, changes nothing", async () => {
		const { ask, at, read, state } = groupScene();
		const [before, record] = [state(), await read()];
		for (const asked of [{}, { json: {} }, { json: { colour: "red", id: 5, parent_id: 9 } }]) {
			const told = await ask("owner", "PUT", at, asked);
			expect([told.status, told.body]).toEqual([200, record]);
		}
		expect(state()).toBe(before);
	});

	test("GROUP-501 one fault, and nothing is changed", async () => {
		const { refusal, read } = groupScene();
		expect(await refusal({ name: "Fine", description: "Fine", path: "not fine" })).toEqual({
			message: { path: [expect.any(String)] },
		});
		expect(await read()).toMatchObject({ name: "Lab", path: "lab", description: null });
	});

	test("GROUP-502 what the record refuses is told by field, all of it at once", async () => {
		const { refusal } = groupScene();
		expect(await refusal({ name: "", two_factor_grace_period: -1 })).toEqual({
			message: { name: ["can't be blank"], two_factor_grace_period: ["must be greater than or equal to 0"] },
		});
	});

	test.each([
		[{ two_factor_grace_period: "soon" }, "two_factor_grace_period is invalid"],
		[{ visibility: "secret" }, "visibility does not have a valid value"],
		[{ lfs_enabled: "maybe", visibility: "secret" }, "lfs_enabled is invalid, visibility does not have a valid value"],
	])("GROUP-502 types and lists are told as a text: %j", async (changes, error) => {
		expect(await groupScene().refusal(changes)).toEqual({ error });
	});

	test.each([
		["query", "?name=New%20Name", {}],
		["form", "", { form: { name: "New Name" } }],
		["multipart", "", { body: multipart({ name: "New Name" }) }],
		["JSON", "", { json: { name: "New Name" } }],
	])("GROUP-027 sent as %s", async (_how, query, asked) => {
		const { ask, at, read } = groupScene();
		const told = await ask("owner", "PUT", `${at}${query}`, asked);
		expect([told.status, told.body.name]).toEqual([200, "New Name"]);
		expect((await read()).name).toBe("New Name");
	});
});

function multipart(fields: { [name: string]: string }): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) data.append(name, value);
	return data;
}
