import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { eventually } from "../../rule/eventually";
import { numberOf } from "../../rule/graphql";
import type { ApiResponse, Fields } from "../../rule/response";
import { type Rule, rule } from "../../rule/rule";
import { kind, kinds, notWiki, type Verb, wikiPages, withCommands, withoutCommands } from "./kinds";
import { everyone, Notes, noteAssumed, noteRule, parentOf } from "./lab";

const shown: readonly Verb[] = ["create", "get", "list", "update"];

/** A new note as each of the operations that show it returns it: created, read, listed, updated. */
async function everywhere(notes: Notes): Promise<readonly Fields[]> {
	const created = await notes.make();
	const id = created.number("id");
	const read = (await notes.get(notes.author, id)).is(200);
	const entry = (await notes.list(notes.author)).is(200).items.find((one) => one.id === id);
	const updated = (await notes.update(notes.author, id, { body: "Changed." })).is(200);
	if (!entry) throw read.deviation(`the list: expected the new note ${id} on its first page`);
	return [created.fields, read.fields, entry, updated.fields];
}

/** Every record of a note must have these fields. */
async function showsEverywhere(notes: Notes, expected: Fields): Promise<void> {
	for (const note of await everywhere(notes)) for (const [name, value] of Object.entries(expected)) notes.t.same(`${name} of the note`, note[name], value);
}

/** Where it costs nothing, a new user, who shows the email address to nobody else and may be blocked; otherwise the kind's author. */
const newAuthor = async ({ t, author }: Notes): Promise<Caller> =>
	t.given.hasControl ? t.as("administrator").sudo((await t.given.user()).number("id")) : author;

const projectIdOf = ({ t }: Notes): Promise<number> => t.given.projectId(t.scene("project"));
const authorKeys = ["avatar_url", "created_at", "email", "id", "locked", "name", "public_email", "state", "username", "web_url"];

/** Notes of a new user, one on each kind of parent; their author is deleted then. */
async function orphaned(t: Context, hard_delete: boolean) {
	const administrator = t.as("administrator");
	const id = (await t.given.user()).number("id");
	const orphans: { readonly notes: Notes; readonly note: ApiResponse }[] = [];
	for (const one of kinds) {
		if (one.isPaid && t.facts.tier === "free") continue;
		const notes = await Notes.on(t, one);
		orphans.push({ notes, note: await notes.make({}, administrator.sudo(id)) });
	}
	(await administrator.call("deleteUser", { id, hard_delete })).ok;
	await eventually(async () => (await administrator.call("getUser", { id })).status === 404);
	return { author: id, orphans };
}

const deletion = { effect: "writes", tier: "free" } as const;

/** What is in a note, and in its author. */
export const noteRecords: readonly Rule[] = [
	noteAssumed("NOTE-033", "The author of a note has ten fields.", shown, async (notes) => {
		for (const { author } of await everywhere(notes)) notes.t.same("the author's fields", Object.keys(Object(author)).sort(), authorKeys);
	}),
	noteRule("NOTE-034", "Anyone who may read a note sees its author's email and created_at.", shown, async (notes, t) => {
		const made = await notes.make({}, await newAuthor(notes));
		const id = made.number("id");
		const { email, created_at, ...author } = Object(made.field("author"));
		const user = (await t.as("administrator").call("getUser", { id: author.id })).is(200);
		t.same("the author's email", email, user.field("email"), made);
		t.same("the author's created_at", Date.parse(created_at), Date.parse(user.string("created_at")), made);
		for (const who of [...everyone, "auditor"] as const) {
			t.same(`the author that ${who} reads`, (await notes.get(t.as(who), id)).is(200).field("author"), made.field("author"));
			const listed = (await notes.list(t.as(who), { per_page: 100 })).is(200);
			t.same(`the author that ${who} finds in the list`, listed.items.find((one) => one.id === id)?.author, made.field("author"), listed);
		}
	}),
	noteAssumed("NOTE-035", "The state of a note's author is the present one.", ["get", "list", "create"], async (notes, t) => {
		const made = await notes.make({}, await newAuthor(notes));
		const { id, state } = Object(made.field("author"));
		t.same("the state of who has just written", state, "active", made);
		for (const { author } of (await notes.list(t.as("owner"))).is(200).items) {
			const user = await t.as("administrator").call("getUser", { id: Object(author).id });
			if (user.status === 200) t.same(`the state of author ${Object(author).id}`, Object(author).state, user.field("state"), user);
		}
		if (!t.given.hasControl) return;
		await t.given.change("users", id, { state: "blocked" });
		const listed = (await notes.list(t.as("owner"))).is(200).items.find((one) => one.id === made.field("id"));
		for (const note of [listed, await notes.now(made.field("id"))]) t.same("the state of the blocked author", Object(note?.author).state, "blocked");
	}),
	rule(
		"NOTE-052",
		"A note whose author's account is deleted stays, with a placeholder account as its author.",
		"getIssueNote",
		async (t) => {
			const { author, orphans } = await orphaned(t, false);
			for (const { notes, note } of orphans)
				for (const who of ["guest", "administrator"] as const) {
					const read = (await notes.get(t.as(who), note.number("id"))).is(200).has({ body: note.field("body") });
					const { id, username } = Object(read.field("author"));
					t.holds("the author is another account", typeof id === "number" && id !== author, read);
					t.holds("the placeholder account has a username", typeof username === "string" && username !== "", read);
				}
		},
		deletion,
	),
	rule(
		"NOTE-053",
		"With their author's account hard_delete removes the notes as well.",
		"getIssueNote",
		async (t) => {
			const bystander = await (await Notes.on(t, kind.issue)).make();
			const { orphans } = await orphaned(t, true);
			for (const { notes, note } of orphans) {
				(await notes.get(t.as("administrator"), note.number("id"))).refuses(404);
				const listed = (await notes.list(t.as("administrator"), { per_page: 100 })).is(200);
				t.holds(`note ${note.number("id")} is not listed`, !listed.ids.includes(note.number("id")), listed);
			}
			t.holds("other notes stay", bystander.number("id") > 0);
		},
		deletion,
	),
	noteRule("NOTE-054, NOTE-055", "A wiki page's note has an object commands_changes, and a type or null.", { verbs: shown, on: wikiPages }, async (notes) => {
		for (const { commands_changes: changes, type } of await everywhere(notes)) {
			notes.t.holds("commands_changes is an object", typeof changes === "object" && changes !== null && !Array.isArray(changes));
			notes.t.holds("type is a text or null", type === null || typeof type === "string");
		}
	}),
	noteAssumed("NOTE-056", "On a wiki page's note commands_changes is empty and type is null.", { verbs: shown, on: wikiPages }, (notes) =>
		showsEverywhere(notes, { commands_changes: {}, type: null }),
	),
	noteRule("NOTE-057", "Only the notes of wiki pages have commands_changes and type.", { verbs: shown, on: notWiki }, async (notes) => {
		for (const note of await everywhere(notes)) {
			const extra = ["commands_changes", "type"].filter((name) => Object.hasOwn(note, name));
			notes.t.same("the fields of wiki notes in another's", extra, []);
		}
	}),
	noteRule("NOTE-059", "A note on a group's wiki page has no project_id.", { verbs: shown, on: kind.groupWikiPage }, (notes) =>
		showsEverywhere(notes, { project_id: null }),
	),
	noteRule("NOTE-060, NOTE-061", "A note on a wiki page has no noteable_iid.", { verbs: shown, on: wikiPages }, (notes) =>
		showsEverywhere(notes, { noteable_iid: null }),
	),
	noteRule(
		"NOTE-062, NOTE-063",
		"A note has the IID and id of its issue or merge request and the project's id.",
		{ verbs: shown, on: withCommands },
		async (notes) => {
			const { id, iid } = await parentOf(notes);
			await showsEverywhere(notes, { noteable_id: numberOf(id), noteable_iid: Number(iid), project_id: await projectIdOf(notes) });
		},
	),
	noteRule("NOTE-058", "A note on a snippet or an epic has its parent's id.", { verbs: shown, on: [kind.snippet, kind.epic] }, (notes) =>
		showsEverywhere(notes, { noteable_id: notes.where[notes.kind.parameter] }),
	),
	noteAssumed(
		"NOTE-064, NOTE-065",
		"So has one on a wiki page, and none of these has a noteable_iid.",
		{ verbs: shown, on: withoutCommands },
		async (notes) => {
			const project_id = notes.kind.place === "project" ? await projectIdOf(notes) : null;
			await showsEverywhere(notes, { noteable_id: notes.where[notes.kind.parameter], noteable_iid: null, project_id });
		},
	),
	noteAssumed("NOTE-066", "noteable_type is Issue, Snippet, MergeRequest, Epic or WikiPage::Meta.", shown, (notes) =>
		showsEverywhere(notes, { noteable_type: notes.kind.type }),
	),
	noteAssumed("NOTE-068", "No note is resolvable.", shown, (notes) => showsEverywhere(notes, { resolvable: false })),
	noteAssumed("NOTE-069", "Where a note says whether it was imported, it says that it was not.", shown, async (notes) => {
		const imported = notes.kind === kind.mergeRequest ? { imported: undefined, imported_from: undefined } : { imported: false, imported_from: "none" };
		await showsEverywhere(notes, imported);
	}),
	noteAssumed("NOTE-070", "Times of a note are UTC with three decimals.", shown, async (notes) => {
		const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
		for (const { created_at, updated_at } of await everywhere(notes))
			for (const time of [created_at, updated_at]) notes.t.holds(`${time} is UTC with three decimals`, pattern.test(String(time)));
	}),
];
