import type { Tenon } from "@tenon/client";
import { describe, expect, test } from "vitest";
import { doors, enter } from "./doors";

const web = "acme/web";

/** The five verbs on each kind of note, with the parent of the demo seed that they act on. */
const kinds: { name: string; on: (tenon: Tenon, parents: Parents) => Verbs }[] = [
	{
		name: "issue",
		on: ({ issueNotes: notes }) => bind(notes, { id: web, issue_iid: 2 }),
	},
	{
		name: "merge request",
		on: ({ mergeRequestNotes: notes }) => bind(notes, { id: web, merge_request_iid: 1 }),
	},
	{
		name: "snippet",
		on: ({ projectSnippetNotes: notes }, { snippet }) => bind(notes, { id: web, snippet_id: snippet }),
	},
	{ name: "epic", on: ({ epicNotes: notes }, { epic }) => bind(notes, { id: "acme", epic_id: epic }) },
	{
		name: "project wiki page",
		on: ({ projectWikiPageNotes: notes }, { page }) => bind(notes, { id: web, wiki_page_meta_id: page }),
	},
	{
		name: "group wiki page",
		on: ({ groupWikiPageNotes: notes }, { groupPage }) => bind(notes, { id: "acme", wiki_page_meta_id: groupPage }),
	},
];

interface Parents {
	snippet: number;
	epic: number;
	page: number;
	groupPage: number;
}

interface Written {
	id: number;
	body: string;
}

interface Verbs {
	list(): Promise<Written[]>;
	get(id: number): PromiseLike<Written>;
	create(body: string): PromiseLike<unknown>;
	update(id: number, body: string): PromiseLike<unknown>;
	remove(id: number): PromiseLike<unknown>;
}

interface Resource<Parent> {
	list(params: Parent): AsyncIterable<Written>;
	get(params: Parent & { note_id: number }): PromiseLike<Written>;
	create(params: Parent & { body: string }): PromiseLike<unknown>;
	update(params: Parent & { note_id: number; body: string }): PromiseLike<unknown>;
	delete(params: Parent & { note_id: number }): PromiseLike<unknown>;
}

const bind = <Parent extends object>(notes: Resource<Parent>, parent: Parent): Verbs => ({
	async list() {
		const all: Written[] = [];
		for await (const note of notes.list(parent)) all.push(note);
		return all;
	},
	get: (note_id) => notes.get({ ...parent, note_id }),
	create: (body) => notes.create({ ...parent, body }),
	update: (note_id, body) => notes.update({ ...parent, note_id, body }),
	remove: (note_id) => notes.delete({ ...parent, note_id }),
});

describe.each(Object.keys(doors))("notes through the client, entry point: %s", (door) => {
	test.each(kinds)("a note on a $name: written, listed, changed, removed", async ({ on }) => {
		const { as, platform } = await enter(door);
		const { state } = platform;
		const project = state.project(web);
		const group = state.group("acme");
		if (!project || !group) throw new Error("the demo lacks acme");
		const verbs = on(as("developer"), {
			snippet: state.snippets.in("project", project.id)[0]?.id ?? 0,
			epic: state.epics.in("group", group.id)[0]?.id ?? 0,
			page: state.wikiPages.in("container", `project:${project.id}`)[0]?.id ?? 0,
			groupPage: state.wikiPages.in("container", `group:${group.id}`)[0]?.id ?? 0,
		});
		const before = await verbs.list();
		await verbs.create("A first word");
		const after = await verbs.list();
		expect(after.length).toBe(before.length + 1);
		const written = after.find((note) => note.body === "A first word");
		expect(written).toBeDefined();
		const id = written?.id ?? 0;
		expect(await verbs.get(id)).toEqual(written);
		await verbs.update(id, "A second word");
		expect((await verbs.get(id)).body).toBe("A second word");
		await verbs.remove(id);
		expect(await verbs.list()).toEqual(before);
	});

	test("120 notes over pages: once each, and the guest's share without the team's", async () => {
		const { as } = await enter(door);
		const list = async (who: string) => {
			const ids: number[] = [];
			for await (const note of as(who).issueNotes.list({ id: web, issue_iid: 1, per_page: 25 })) ids.push(note.id);
			return ids;
		};
		const all = await list("reporter");
		expect(all.length).toBe(120);
		expect(new Set(all).size).toBe(120);
		const share = await list("guest");
		expect(share.length).toBe(106);
		expect(all.filter((id) => share.includes(id))).toEqual(share);
	});

	test("a command alone leaves no note and returns what it did", async () => {
		const { as } = await enter(door);
		const result = await as("developer").issueNotes.create({ id: web, issue_iid: 1, body: "/close" });
		expect(result).toEqual({ commands_changes: { state_event: "close" }, summary: ["Closed this issue."] });
	});
});
