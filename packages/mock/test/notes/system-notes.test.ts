import { expect, test } from "vitest";
import { idsOf, kind, kinds } from "./kinds";
import { type Scene, scene } from "./scene";

/** The texts of the notes that the platform wrote, oldest first. */
async function activity({ list }: Scene, who = "developer"): Promise<string[]> {
	const { body } = await list(who, "sort=asc");
	return body.filter((one: { system: boolean }) => one.system).map((one: { body: string }) => one.body);
}

test.each(kinds)("NOTE-129 what the platform wrote is read as any note is: $name", async (kind) => {
	const { note, list, get } = scene(kind);
	const written = note({ system: true, body: "changed the description" });
	const plain = note();
	expect((await list("guest")).body).toMatchObject([
		{ id: plain.id, system: false },
		{ id: written.id, system: true, body: "changed the description" },
	]);
	expect(await get("guest", written.id)).toMatchObject({ status: 200, body: { id: written.id, system: true } });
});

test("NOTE-130 a mention in a project that the caller cannot see is not shown", async () => {
	const { make, lab, ask, list, get, parent, note } = scene(kind.issue);
	const hidden = make.project("lab/hidden", { visibility: "private" });
	const source = make.issue(hidden);
	const comment = note();
	const said = await ask("developer", "POST", `/projects/${hidden.id}/issues/${source.iid}/notes`, {
		json: { body: `Same as ${lab.project.full_path}#${parent.iid}?` },
	});
	expect(said.status).toBe(201);
	const listed = (await list("developer", "sort=asc")).body;
	expect(listed).toMatchObject([
		{ id: comment.id },
		{ system: true, body: `mentioned in issue lab/hidden#${source.iid}`, author: { username: "developer" } },
	]);
	const [, mention] = listed;
	expect((await get("developer", mention.id)).status).toBe(200);
	const seen = await list("outsider");
	expect(idsOf(seen.body)).toEqual([comment.id]);
	expect(seen.headers.get("x-total")).toBe("1");
	expect((await get("outsider", mention.id)).status).toBe(404);
});

test.each([
	{ ids: "NOTE-131, NOTE-132", what: "closing", command: "/close", shown: { state: "closed" } },
	{
		ids: "NOTE-131, NOTE-132",
		what: "labels",
		command: "/label ~bug ~urgent",
		shown: { label_names: ["bug", "urgent"] },
	},
	{ ids: "NOTE-131, NOTE-132", what: "a milestone", command: "/milestone %v1", shown: { milestone: "v1" } },
])("$ids $what of an issue adds no note", async ({ command, shown }) => {
	const here = scene(kind.issue);
	const { post, list, platform, parent } = here;
	expect((await post("developer", { body: command })).status).toBe(202);
	expect(platform.state.issues.get(parent.id)).toMatchObject(shown);
	expect((await list("developer")).body).toEqual([]);
	if (command === "/close") {
		expect((await post("developer", { body: "/reopen" })).status).toBe(202);
		expect(platform.state.issues.get(parent.id)).toMatchObject({ state: "opened" });
		expect((await list("developer")).body).toEqual([]);
	}
});

test.each([
	{ what: "the title", command: "/title Other", text: "changed title from **Issue 1** to **Other**" },
	{ what: "an assignee", command: "/assign @guest", text: "assigned to @guest" },
	{ what: "confidentiality", command: "/confidential", text: "made the issue confidential" },
	{ what: "the lock", command: "/lock", text: "locked the discussion in this issue" },
])("NOTE-133 a change of $what is told in a note of the platform's own", async ({ command, text }) => {
	const here = scene(kind.issue);
	expect((await here.post("developer", { body: command })).status).toBe(202);
	expect(await activity(here)).toEqual([text]);
	const { body } = await here.list("developer");
	expect(body).toMatchObject([{ system: true, author: { username: "developer" } }]);
});

test.each([
	{ from: kind.issue, to: kind.issue, text: "See #1, please.", told: "mentioned in issue #2" },
	{ from: kind.mergeRequest, to: kind.issue, text: "Closes lab/rig#1", told: "mentioned in merge request !1" },
	{ from: kind.issue, to: kind.mergeRequest, text: "(!1)", told: "mentioned in issue #1" },
])("NOTE-133 a cross-reference is told where it leads: $text", async ({ from, to, text, told }) => {
	const here = scene(to);
	const { make, lab, ask, place, list } = here;
	const at = `${place}${from.make(make, lab).at}/notes`;
	const said = await ask("guest", "POST", at, { json: { body: text } });
	expect(said).toMatchObject({ status: 201, body: { body: text } });
	expect(await activity(here, "outsider")).toEqual([told]);
	// Once is enough.
	await ask("guest", "POST", at, { json: { body: `Again: ${text} ${text}` } });
	expect(await activity(here, "outsider")).toEqual([told]);
	expect((await list("guest", "sort=asc")).body[0].author.username).toBe("guest");
});

test("what is not seen, is said for the team only, or names the place itself, leaves no cross-reference", async () => {
	const { make, lab, ask, place, post, put, list, note } = scene(kind.issue);
	const secret = make.issue(lab.project, { confidential: true });
	const other = make.issue(lab.project);
	const notesOf = async (iid: number) => (await ask("owner", "GET", `${place}/issues/${iid}/notes`)).body;
	await post("guest", { body: `#1 and #${secret.iid} and x#${other.iid} and #999` });
	await post("developer", { body: `#${other.iid}`, internal: true });
	await ask("developer", "POST", `${place}/issues/${secret.iid}/notes`, { json: { body: `#${other.iid}` } });
	expect(await notesOf(other.iid)).toEqual([]);
	expect(await notesOf(secret.iid)).toHaveLength(1);
	expect((await list("owner")).body).toHaveLength(2);
	// A reference counts as well when it comes with a change.
	await put("developer", note().id, { body: `#${other.iid}` });
	expect(await notesOf(other.iid)).toMatchObject([{ body: "mentioned in issue #1" }]);
});
