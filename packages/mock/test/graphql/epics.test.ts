import type { Epic, Group } from "@tenon/mock";
import { beforeEach, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

let there: GraphqlWorld;
let lab: Group;
beforeEach(() => {
	there = graphqlWorld();
	lab = there.make.group("lab");
	for (const role of ["guest", "reporter"] as const) there.make.member(role, "lab", role);
});

const epic = (given: Partial<Epic> = {}): Epic => there.make.epic(lab, given);

async function found(who: string | null, args = '(iid: "1")', fields = "iid") {
	const { data, errors } = await there.gql(who, `{ group(fullPath: "lab") { epic${args} { ${fields} } } }`);
	expect(errors).toBeUndefined();
	return data.group.epic;
}

test("GQL-074, GQL-204 every field, by the group's full path and the IID", async () => {
	const made = epic({
		title: "Move",
		state: "closed",
		author_id: there.make.userId("guest"),
		created_at: "2026-01-01T01:00:00.000Z",
		updated_at: "2026-01-01T02:00:00.000Z",
	});
	const on = { type: "Epic", id: made.id, project_id: null } as const;
	there.make.note(on, { body: "First", created_at: "2026-01-01T01:30:00.000Z" });
	const note = there.make.note(on, { body: "Zeroth", created_at: "2026-01-01T01:15:00.000Z" });
	const fields = `id iid title state confidential group { fullPath } author { username } createdAt updatedAt
		notes(first: 1) { count nodes { body noteableType noteableId project { fullPath } url } }`;
	expect(await found(null, '(iid: "1")', fields)).toEqual({
		id: `gid://service/Epic/${made.id}`,
		iid: "1",
		title: "Move",
		state: "closed",
		confidential: false,
		group: { fullPath: "lab" },
		author: { username: "guest" },
		createdAt: "2026-01-01T01:00:00Z",
		updatedAt: "2026-01-01T02:00:00Z",
		notes: {
			count: 2,
			nodes: [
				{
					body: "Zeroth",
					noteableType: "Epic",
					noteableId: made.id,
					project: null,
					url: `http://tenon.test/groups/lab/-/epics/1#note_${note.id}`,
				},
			],
		},
	});
});

test("the notes are those that REST lists for the same caller", async () => {
	const made = epic();
	const on = { type: "Epic", id: made.id, project_id: null } as const;
	for (const internal of [false, true, false]) there.make.note(on, { internal });
	for (const who of ["guest", "reporter"]) {
		const { body } = await there.ask(who, "GET", `/groups/${lab.id}/epics/${made.id}/notes?sort=asc`);
		const { notes } = await found(who, '(iid: "1")', "notes { nodes { id internal } }");
		expect(notes.nodes).toEqual(
			body.map((one: { id: number; internal: boolean }) => ({
				id: `gid://service/Note/${one.id}`,
				internal: one.internal,
			})),
		);
		expect(notes.nodes.length).toBe(who === "guest" ? 2 : 3);
	}
});

test("a confidential one is for reporters and above", async () => {
	epic({ confidential: true });
	for (const who of [null, "outsider", "guest"]) expect(await found(who)).toBeNull();
	for (const who of ["reporter", "auditor", "root"]) expect(await found(who)).toEqual({ iid: "1" });
});

test("GQL-204 null below Premium", async () => {
	epic();
	there.platform.settings.tier = "premium";
	expect(await found("guest")).toEqual({ iid: "1" });
	there.platform.settings.tier = "free";
	expect(await found("root")).toBeNull();
});

test.each(['(iid: "2")', '(iid: "01")', '(iid: "x")', "(iid: null)", ""])("epic%s is null", async (args) => {
	epic();
	expect(await found("root", args)).toBeNull();
});
