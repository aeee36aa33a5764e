import { expect, test } from "vitest";
import { kind, kinds } from "./kinds";
import { scene } from "./scene";

const longest = 1_000_000;
const later = "2026-01-05T10:30:00.000Z";

test.each(kinds)("NOTE-242, NOTE-243 a change gives the text and the time, and nothing else: $name", async (kind) => {
	const { note, get, list, put, platform } = scene(kind);
	for (const internal of [false, true]) {
		const { id } = note({ internal });
		const before = (await get("developer", id)).body;
		platform.clock.set(later);
		const told = await put("developer", id, { body: "new" });
		expect(told.status).toBe(200);
		expect(told.body).toEqual({ ...before, body: "new", updated_at: later });
		expect(before.updated_at).not.toBe(later);
		expect((await get("developer", id)).body).toEqual(told.body);
		expect((await list("developer", "sort=asc")).body.at(-1)).toEqual(told.body);
		platform.clock.set("2026-01-05T09:30:00.000Z");
	}
});

test("NOTE-244 an issue's note may be changed in nothing", async () => {
	const { note, put, get, inVain, ask, at } = scene(kind.issue);
	const { id } = note();
	const before = (await get("developer", id)).body;
	expect(await inVain(() => put("developer", id))).toMatchObject({ status: 200, body: before });
	expect(await inVain(() => put("developer", id, {}))).toMatchObject({ status: 200, body: before });
	expect((await inVain(() => ask("developer", "PUT", `${at}/${id}?foo=1`))).body).toEqual(before);
});

test.each([kind.snippet, kind.mergeRequest, kind.epic, kind.projectWikiPage, kind.groupWikiPage])(
	"NOTE-245, NOTE-246 elsewhere a change needs a body: $name",
	async (kind) => {
		const { note, put, inVain } = scene(kind);
		const { id } = note();
		for (const json of [undefined, {}, { confidential: false }])
			expect(await inVain(() => put("developer", id, json))).toMatchObject({
				status: 400,
				body: { error: "body is missing" },
			});
	},
);

test.each(kinds)("NOTE-247 a text is not taken away: $name", async (kind) => {
	const { note, put, inVain, ask, at } = scene(kind);
	const { id } = note();
	const refusal = { status: 400, body: { error: "body is empty" } };
	expect(await inVain(() => put("developer", id, { body: "" }))).toMatchObject(refusal);
	expect(await inVain(() => ask("developer", "PUT", `${at}/${id}`, { form: { body: "" } }))).toMatchObject(refusal);
});

test.each(kinds)("NOTE-248, NOTE-249 a changed text has 1,000,000 characters at most: $name", async (kind) => {
	const { note, put, get, inVain } = scene(kind);
	const { id } = note();
	for (const body of ["x".repeat(longest), "é".repeat(longest)]) {
		expect((await put("developer", id, { body })).status).toBe(200);
		expect((await get("developer", id)).body.body === body).toBe(true);
	}
	// Also where commands would make it shorter.
	for (const body of ["x".repeat(longest + 1), `/title ${"x".repeat(longest)}`]) {
		const told = await inVain(() => put("developer", id, { body }));
		expect(told.status).toBe(400);
		expect(told.body.message).toContain("is too long");
	}
});

test.each(kinds)("NOTE-250 the same text is no change: $name", async (kind) => {
	const { note, put, get, inVain, platform } = scene(kind);
	const { id } = note({ body: "As ever." });
	const before = (await get("developer", id)).body;
	platform.clock.set(later);
	const told = await inVain(() => put("developer", id, { body: "As ever." }));
	expect(told.status).toBe(200);
	expect(told.body).toEqual(before);
});

test.each([
	{ ids: "NOTE-251", kind: kind.issue },
	{ ids: "NOTE-253", kind: kind.mergeRequest },
	{ ids: "NOTE-255", kind: kind.epic },
])("$ids who may read a note is not changed: $kind.name", async ({ kind }) => {
	const { note, put, inVain } = scene(kind);
	for (const internal of [true, false]) {
		const { id } = note({ internal });
		const told = await inVain(() => put("owner", id, { body: "new", confidential: !internal }));
		expect(told.status).toBe(400);
		expect(told.body.message).toContain("can not be changed for existing notes");
	}
});

test.each([
	{ ids: "NOTE-252", kind: kind.issue },
	{ ids: "NOTE-254", kind: kind.mergeRequest },
	{ ids: "NOTE-256", kind: kind.epic },
])("$ids confidential as it is may be said: $kind.name", async ({ kind }) => {
	const { note, put, get } = scene(kind);
	for (const internal of [true, false]) {
		const { id } = note({ internal });
		const before = (await get("owner", id)).body;
		const told = await put("owner", id, { body: "new", confidential: internal });
		expect(told.status).toBe(200);
		expect(told.body).toEqual({ ...before, body: "new" });
		expect((await get("owner", id)).body).toEqual(told.body);
	}
});

test.each(kinds)("NOTE-257 authors change and delete what they wrote, whatever their role: $name", async (kind) => {
	const { note, put, remove, make, get } = scene(kind);
	for (const who of ["outsider", "guest", "reporter", "developer"]) {
		const { id } = note({ author_id: make.userId(who) });
		expect(await put(who, id, { body: "new" })).toMatchObject({ status: 200, body: { body: "new" } });
		expect((await remove(who, id)).status).toBe(204);
		expect((await get(who, id)).status).toBe(404);
	}
});

test.each(kinds)("NOTE-258 from maintainer on others' notes too, which stay theirs: $name", async (kind) => {
	const { note, put, get, remove } = scene(kind);
	for (const who of ["maintainer", "owner", "root"]) {
		const { id } = note();
		const told = await put(who, id, { body: `By ${who}.` });
		expect(told).toMatchObject({ status: 200, body: { body: `By ${who}.`, author: { username: "developer" } } });
		expect((await get("guest", id)).body.author.username).toBe("developer");
		expect((await remove(who, id)).status).toBe(204);
		expect((await get("guest", id)).status).toBe(404);
	}
});

test.each(kinds)("NOTE-259 below maintainer others' notes are out of reach: $name", async (kind) => {
	const { note, put, remove, inVain, make } = scene(kind);
	const { id } = note({ author_id: make.userId("root") });
	for (const who of ["developer", "reporter", "guest", "outsider"]) {
		const refusal = { status: 403, body: { message: "403 Forbidden" } };
		expect(await inVain(() => put(who, id, { body: "new" }))).toMatchObject(refusal);
		expect(await inVain(() => remove(who, id))).toMatchObject(refusal);
	}
});

test.each(kinds)("NOTE-260 what the platform wrote stays: $name", async (kind) => {
	const { note, put, remove, inVain } = scene(kind);
	const { id } = note({ system: true });
	for (const who of ["developer", "maintainer", "owner", "root"]) {
		const refusal = { status: 403, body: { message: "403 Forbidden" } };
		expect(await inVain(() => put(who, id, { body: "new" }))).toMatchObject(refusal);
		expect(await inVain(() => remove(who, id))).toMatchObject(refusal);
	}
});

test("NOTE-261 in a locked discussion an author who is no member has no more to say", async () => {
	const { note, put, remove, inVain, make } = scene(kind.issue, { wanted: { discussion_locked: true } });
	const theirs = note({ author_id: make.userId("outsider") });
	expect((await inVain(() => put("outsider", theirs.id, { body: "new" }))).status).toBe(403);
	expect((await inVain(() => remove("outsider", theirs.id))).status).toBe(403);
	const members = note({ author_id: make.userId("guest") });
	expect((await put("guest", members.id, { body: "new" })).status).toBe(200);
	expect((await remove("guest", members.id)).status).toBe(204);
});

test.each(kinds)("NOTE-264 internal is not known to a change: $name", async (kind) => {
	const { note, put, get } = scene(kind);
	for (const internal of [true, false]) {
		const { id } = note({ internal });
		for (const wish of [!internal, "maybe"]) {
			const told = await put("owner", id, { body: `With ${wish}`, internal: wish });
			expect(told).toMatchObject({ status: 200, body: { body: `With ${wish}`, internal, confidential: internal } });
			expect((await get("owner", id)).body).toMatchObject({ internal, confidential: internal });
		}
	}
});
