import { expect, test } from "vitest";
import { kind, kinds } from "./kinds";
import { type Scene, scene } from "./scene";

/** A note as each of the operations that show it gives it: created, read, listed, updated. */
// biome-ignore lint/suspicious/noExplicitAny: as in Told: the shape is what is checked
async function everywhere({ post, get, list, put }: Scene): Promise<any[]> {
	const created = await post("developer", { body: "First." });
	const { id } = created.body;
	const read = await get("guest", id);
	const listed = await list("guest");
	const updated = await put("developer", id, { body: "Second." });
	expect([created.status, read.status, listed.status, updated.status]).toEqual([201, 200, 200, 200]);
	return [created.body, read.body, listed.body[0], updated.body];
}

const authorKeys = [
	"avatar_url",
	"created_at",
	"email",
	"id",
	"locked",
	"name",
	"public_email",
	"state",
	"username",
	"web_url",
];

test.each(kinds)("NOTE-033 the author of a note on $name has all ten keys", async (kind) => {
	for (const note of await everywhere(scene(kind))) expect(Object.keys(note.author).sort()).toEqual(authorKeys);
});

test.each(kinds)("NOTE-034 every reader of a note on $name sees the author's address and age", async (kind) => {
	const { note, get, list, platform } = scene(kind);
	const { id, author_id } = note();
	const author = platform.state.users.get(author_id);
	const expected = { username: "developer", email: "developer@example.com", created_at: author?.created_at };
	for (const who of ["outsider", "guest", "developer", "owner", "root", "auditor"]) {
		expect((await get(who, id)).body.author).toMatchObject(expected);
		expect((await list(who)).body[0].author).toMatchObject(expected);
	}
});

test.each(kinds)("NOTE-035 the author's state on $name is that of now", async (kind) => {
	const { note, get, list, platform } = scene(kind);
	const { id, author_id } = note();
	expect((await get("guest", id)).body.author.state).toBe("active");
	expect((await list("guest")).body[0].author.state).toBe("active");
	platform.state.users.update(author_id, { state: "blocked" });
	expect((await get("guest", id)).body.author.state).toBe("blocked");
	expect((await list("guest")).body[0].author.state).toBe("blocked");
});

test.each([
	{ ids: "NOTE-054, NOTE-056", kind: kind.projectWikiPage },
	{ ids: "NOTE-055, NOTE-056", kind: kind.groupWikiPage },
])("$ids a note on $kind.name carries empty commands_changes and no type", async ({ kind }) => {
	for (const note of await everywhere(scene(kind))) expect(note).toMatchObject({ commands_changes: {}, type: null });
});

test.each([kind.issue, kind.snippet, kind.mergeRequest, kind.epic])(
	"NOTE-057 a note on $name carries neither commands_changes nor type",
	async (kind) => {
		for (const note of await everywhere(scene(kind))) {
			expect(note).toHaveProperty("body");
			expect(note).not.toHaveProperty("commands_changes");
			expect(note).not.toHaveProperty("type");
		}
	},
);

test.each([
	{ ids: "NOTE-058, NOTE-060", kind: kind.projectWikiPage },
	{ ids: "NOTE-059, NOTE-061", kind: kind.groupWikiPage },
	{ ids: "NOTE-062", kind: kind.issue },
	{ ids: "NOTE-063", kind: kind.mergeRequest },
	{ ids: "NOTE-064", kind: kind.snippet },
	{ ids: "NOTE-065", kind: kind.epic },
])("$ids a note names its parent: $kind.name", async ({ kind: one }) => {
	const here = scene(one);
	const { parent, lab } = here;
	const inProject = one.place === "projects";
	const numbered = one === kind.issue || one === kind.mergeRequest;
	// The lab's first issue: its number in the project is none of the installation's.
	expect(parent.id).not.toBe(1);
	for (const note of await everywhere(here))
		expect(note).toMatchObject({
			noteable_id: parent.id,
			noteable_iid: numbered ? 1 : null,
			project_id: inProject ? lab.project.id : null,
		});
});

test.each([
	{ kind: kind.issue, type: "Issue" },
	{ kind: kind.snippet, type: "Snippet" },
	{ kind: kind.mergeRequest, type: "MergeRequest" },
	{ kind: kind.epic, type: "Epic" },
	{ kind: kind.projectWikiPage, type: "WikiPage::Meta" },
	{ kind: kind.groupWikiPage, type: "WikiPage::Meta" },
])("NOTE-066 noteable_type is $type for $kind.name", async ({ kind, type }) => {
	for (const note of await everywhere(scene(kind))) expect(note.noteable_type).toBe(type);
});

test.each(kinds)("NOTE-067 confidential and internal are equal on $name", async (kind) => {
	const { note, list, get, post } = scene(kind);
	note({ internal: true });
	note({ internal: false });
	const listed = (await list("owner")).body;
	expect(listed.map((one: { internal: boolean }) => one.internal).sort()).toEqual([false, true]);
	for (const one of listed) {
		expect(one.confidential).toBe(one.internal);
		expect((await get("owner", one.id)).body.confidential).toBe(one.internal);
	}
	const made = await post("owner", { body: "New." });
	expect(made.body.confidential).toBe(made.body.internal);
});

test.each(kinds)("NOTE-068 a note on $name is not resolvable", async (kind) => {
	for (const note of await everywhere(scene(kind))) expect(note.resolvable).toBe(false);
});

test.each(kinds)("NOTE-069 a note on $name tells, where it tells, that it was not imported", async (one) => {
	for (const note of await everywhere(scene(one)))
		if (one === kind.mergeRequest) {
			expect(note).not.toHaveProperty("imported");
			expect(note).not.toHaveProperty("imported_from");
		} else expect(note).toMatchObject({ imported: false, imported_from: "none" });
});

test.each(kinds)("NOTE-070 times of a note on $name are UTC with three decimals", async (kind) => {
	const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
	for (const note of await everywhere(scene(kind, { clock: "2026-03-01T10:00:00.123+02:00" }))) {
		expect(note.created_at).toMatch(pattern);
		expect(note.updated_at).toMatch(pattern);
		expect(note.created_at).toBe("2026-03-01T08:00:00.123Z");
	}
});
