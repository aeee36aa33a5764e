import { expect, test } from "vitest";
import { kind, kinds } from "./kinds";
import { all, askAll, operations, scene } from "./scene";

test.each(kinds)("NOTE-138 nobody does anything without signing in, even in public: $name", async (kind) => {
	const here = scene(kind, { visibility: "public" });
	const { id } = here.note();
	expect(await askAll(here, null, here.at, id)).toEqual(all(401, { message: "401 Unauthorized" }));
});

test.each(kinds)("NOTE-139 who is not signed in hears nothing of parameters: $name", async (kind) => {
	const { ask, at, inVain, note } = scene(kind);
	const { id } = note();
	const unauthorized = { status: 401, body: { message: "401 Unauthorized" } };
	expect(await inVain(() => ask(null, "POST", at))).toMatchObject(unauthorized);
	expect(await inVain(() => ask(null, "POST", `${at}?internal=maybe`))).toMatchObject(unauthorized);
	expect(await inVain(() => ask(null, "PUT", `${at}/${id}`, { json: { body: "" } }))).toMatchObject(unauthorized);
	expect(await inVain(() => ask(null, "GET", `${at}?sort=up`))).toMatchObject(unauthorized);
	// The same, signed in, is told what is wrong.
	expect((await inVain(() => ask("developer", "POST", at))).status).toBe(400);
});

test.each([
	...Object.values(kind).map((one) => ({
		ids: one.place === "projects" ? "NOTE-140" : "NOTE-140, NOTE-141",
		kind: one,
		message: one.place === "projects" ? "404 Project Not Found" : "404 Group Not Found",
	})),
])("$ids what is private is not there for others: $kind.name", async ({ kind, message }) => {
	const here = scene(kind, { visibility: "private" });
	// Not even their own note from better days.
	const { id } = here.note({ author_id: here.make.userId("outsider") });
	expect(await askAll(here, "outsider", here.at, id)).toEqual(all(404, { message }));
});

/** Reads and writes as someone who may. */
async function takesPart({ post, list, get }: ReturnType<typeof scene>, who: string): Promise<void> {
	const made = await post(who, { body: "Me too." });
	expect(made).toMatchObject({ status: 201, body: { author: { username: who } } });
	expect((await list(who)).body).toMatchObject([{ id: made.body.id }]);
	expect((await get(who, made.body.id)).status).toBe(200);
}

test.each([
	{ ids: "NOTE-142", kind: kind.issue, visibility: "public", who: "outsider" },
	{ ids: "NOTE-142", kind: kind.issue, visibility: "internal", who: "outsider" },
	{ ids: "NOTE-143", kind: kind.issue, visibility: "private", who: "guest" },
	{ ids: "NOTE-144", kind: kind.projectWikiPage, visibility: "public", who: "outsider" },
	{ ids: "NOTE-144", kind: kind.projectWikiPage, visibility: "private", who: "guest" },
	{ ids: "NOTE-146", kind: kind.epic, visibility: "public", who: "outsider" },
	{ ids: "NOTE-146", kind: kind.epic, visibility: "internal", who: "outsider" },
	{ ids: "NOTE-146", kind: kind.epic, visibility: "private", who: "guest" },
] as const)("$ids $who takes part where it is $visibility: $kind.name", async ({ kind, visibility, who }) => {
	await takesPart(scene(kind, { visibility }), who);
});

test("NOTE-144 where the wiki is for members only, others may not write there either", async () => {
	const here = scene(kind.projectWikiPage);
	here.platform.state.projects.update(here.lab.project.id, { wiki_access_level: "private" });
	const { id } = here.note();
	expect(await askAll(here, "outsider", here.at, id)).toEqual(all(404, { message: "404 Not found" }));
	expect((await here.post("guest", { body: "Hi." })).status).toBe(201);
});

test("NOTE-145 a guest sees no merge request of a private project", async () => {
	const here = scene(kind.mergeRequest, { visibility: "private" });
	const { id } = here.note({ author_id: here.make.userId("guest") });
	for (const { status } of await askAll(here, "guest", here.at, id)) expect(status).toBe(404);
	expect((await here.get("reporter", id)).status).toBe(200);
});

test("NOTE-147 a confidential issue shows from reporter on, to its author and its assignees", async () => {
	const here = scene(kind.issue, { wanted: { confidential: true } });
	const { note, at, list, platform, parent, make } = here;
	const { id } = note();
	for (const who of ["guest", "outsider"])
		for (const { status } of await askAll(here, who, at, id)) expect(status).toBe(404);
	for (const who of ["reporter", "developer", "root"]) expect((await list(who)).status).toBe(200);
	platform.state.issues.update(parent.id, { author_id: make.userId("guest") });
	expect((await list("guest")).status).toBe(200);
	platform.state.issues.update(parent.id, { assignee_ids: [make.userId("outsider")] });
	expect((await here.post("outsider", { body: "On it." })).status).toBe(201);
});

test("NOTE-148 a confidential epic shows from reporter on", async () => {
	const here = scene(kind.epic, { wanted: { confidential: true } });
	const { id } = here.note();
	for (const { status } of await askAll(here, "guest", here.at, id)) expect(status).toBe(404);
	for (const who of ["reporter", "developer", "maintainer", "owner", "root"])
		expect(await here.list(who)).toMatchObject({ status: 200, body: [{ id }] });
});

test.each([
	{ ids: "NOTE-149", kind: kind.issue },
	{ ids: "NOTE-150", kind: kind.mergeRequest },
	{ ids: "NOTE-151", kind: kind.epic },
])("$ids a locked discussion is for members: $kind.name", async ({ kind }) => {
	const { post, inVain, list } = scene(kind, { wanted: { discussion_locked: true } });
	const told = await inVain(() => post("outsider", { body: "Wait!" }));
	expect(told).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
	expect((await list("outsider")).status).toBe(200);
	for (const who of ["guest", "owner", "root"]) expect((await post(who, { body: "Closed." })).status).toBe(201);
});

test.each(kinds)("NOTE-152 a token that may only read writes nothing: $name", async (kind) => {
	const here = scene(kind);
	const { note, at, ask, inVain } = here;
	const { id } = note();
	for (const { method, one, asked } of operations) {
		const told = await inVain(() => ask("owner-read", method, one ? `${at}/${id}` : at, asked));
		if (method === "GET") expect(told.status).toBe(200);
		else expect(told).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
	}
});

test.each(kinds)("NOTE-153 an administrator writes as someone else by sudo: $name", async (kind) => {
	const { ask, at, make, get, platform } = scene(kind);
	const id = make.userId("guest");
	const json = { body: "As told." };
	for (const request of [
		() => ask("root", "POST", `${at}?sudo=${id}`, { json }),
		() => ask("root", "POST", `${at}?sudo=guest`, { json }),
		() => ask("root", "POST", at, { json: { ...json, sudo: id } }),
		() => ask("root", "POST", at, { form: { ...json, sudo: "guest" } }),
		() => ask("root", "POST", at, { json, headers: { sudo: String(id) } }),
		() => ask("root", "POST", at, { json, headers: { Sudo: "guest" } }),
	]) {
		const told = await request();
		expect(told).toMatchObject({ status: 201, body: { author: { id, username: "guest" } } });
		expect((await get("guest", told.body.id)).body.author.id).toBe(id);
		expect(platform.state.notes.get(told.body.id)?.author_id).toBe(id);
	}
});

test.each(kinds)("an auditor reads what is private, and writes only where everybody may: $name", async (kind) => {
	const hidden = scene(kind, { visibility: "private" });
	const { id } = hidden.note({ author_id: hidden.make.userId("auditor") });
	const reads = operations.filter(({ method }) => method === "GET");
	for (const { status } of await askAll(hidden, "auditor", hidden.at, id, reads)) expect(status).toBe(200);
	const writes = operations.filter(({ method }) => method !== "GET");
	expect(await askAll(hidden, "auditor", hidden.at, id, writes)).toEqual(all(403, { message: "403 Forbidden" }, 3));
	expect((await scene(kind).post("auditor", { body: "Noted." })).status).toBe(201);
});
