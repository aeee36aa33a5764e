import type { Fields } from "../../rule/answer";
import { ask, numberOf } from "../../rule/graphql";
import type { Rule } from "../../rule/rule";
import { kind, type kinds, withInternal } from "./kinds";
import type { Notes } from "./notes";
import { onKind, onNotes } from "./on-notes";

/** A new note as each of the operations that show it gives it: created, read, listed, updated. */
async function everywhere(notes: Notes): Promise<Fields[]> {
	const created = await notes.make();
	const id = created.number("id");
	const read = (await notes.get(notes.author, id)).is(200);
	const listed = (await notes.list(notes.author)).is(200);
	const entry = listed.items.find((one) => one.id === id);
	const updated = (await notes.update(notes.author, id, { body: "Changed." })).is(200);
	if (!entry) throw listed.deviation(`the list should begin with the new note ${id}`);
	return [created.fields, read.fields, entry, updated.fields];
}

/** All of these fields must be so wherever a note is shown. */
const shows = (claim: string, one: (typeof kinds)[number], expected: (notes: Notes) => Promise<Fields> | Fields): Rule =>
	onKind(claim, one, async (notes) => {
		const wanted = await expected(notes);
		for (const note of await everywhere(notes)) for (const [name, value] of Object.entries(wanted)) notes.t.same(`${name} of the note`, note[name], value);
	});

/** The number of a noteable over the installation, by GraphQL, and its IID. */
async function numbers(notes: Notes, field: "issue" | "mergeRequest"): Promise<Fields> {
	const { t, kind } = notes;
	const iid = String(notes.where[kind.parameter]);
	const query = `query ($at: ID!, $iid: String!) { project(fullPath: $at) { ${field}(iid: $iid) { id } } }`;
	const response = await ask(t.as("owner"), query, { at: t.scene("project"), iid });
	const noteable_id = numberOf(response.text(`project.${field}.id`));
	return {
		noteable_id,
		noteable_iid: Number(iid),
		project_id: await notes.t.given.projectId(notes.t.scene("project")),
	};
}

const authorKeys = ["avatar_url", "created_at", "email", "id", "locked", "name", "public_email", "state", "username", "web_url"];

/** What stands in a note, and in its author. */
export const noteRecords: readonly Rule[] = [
	onNotes("NOTE-033", ["create", "get", "list", "update"], async (notes) => {
		for (const { author } of await everywhere(notes)) notes.t.same("the author's keys", Object.keys(Object(author)).sort(), authorKeys);
	}),
	onNotes("NOTE-034", ["get", "list"], async (notes) => {
		const { t } = notes;
		const made = await notes.make();
		const id = made.number("id");
		const { email, created_at } = Object(made.field("author"));
		t.holds("the author should have an email address and a time of creation", !!email && !!created_at, made);
		for (const who of ["outsider", "guest", "developer", "administrator"] as const) {
			const { author } = (await notes.get(t.as(who), id)).is(200).fields;
			t.same(`the author that ${who} reads`, author, made.field("author"));
			const listed = (await notes.list(t.as(who))).is(200).items.find((one) => one.id === id);
			t.same(`the author that is listed for ${who}`, listed?.author, made.field("author"));
		}
	}),
	onNotes("NOTE-035", ["get", "list", "create"], async (notes) => {
		const { t } = notes;
		const made = await notes.make();
		t.same("the state of who has just written", Object(made.field("author")).state, "active", made);
		const authors = (await notes.list(t.as("owner"), { per_page: 100 })).is(200).items.map((one) => Object(one.author));
		const distinct = new Map(authors.map((author) => [Number(author.id), author]));
		for (const [id, author] of distinct) {
			const user = await t.as("administrator").call("getUser", { id });
			if (user.status === 200) t.same(`the state of author ${id}`, author.state, user.field("state"), user);
		}
	}),
	...(["NOTE-054", "NOTE-055"] as const).map((claim, index) =>
		onKind(claim, index === 0 ? kind.projectWikiPage : kind.groupWikiPage, async (notes) => {
			for (const note of await everywhere(notes)) {
				const { commands_changes, type } = note;
				const isObject = typeof commands_changes === "object" && commands_changes !== null;
				notes.t.holds("commands_changes should be an object", isObject && !Array.isArray(commands_changes));
				notes.t.holds("type should be a text or null", type === null || typeof type === "string");
			}
		}),
	),
	onNotes(
		"NOTE-056",
		["create", "get", "list", "update"],
		async (notes) => {
			for (const note of await everywhere(notes)) notes.t.same("commands_changes and type", [note.commands_changes, note.type], [{}, null]);
		},
		{ on: [kind.projectWikiPage, kind.groupWikiPage] },
	),
	onNotes(
		"NOTE-057",
		["create", "get", "list", "update"],
		async (notes) => {
			for (const note of await everywhere(notes)) {
				const extra = ["commands_changes", "type"].filter((name) => Object.hasOwn(note, name));
				notes.t.same("the fields of wiki notes in another's", extra, []);
			}
		},
		{ on: [kind.issue, kind.snippet, kind.mergeRequest, kind.epic] },
	),
	shows("NOTE-058", kind.projectWikiPage, async (notes) => ({
		project_id: await notes.t.given.projectId(notes.t.scene("project")),
	})),
	shows("NOTE-059", kind.groupWikiPage, () => ({ project_id: null })),
	shows("NOTE-060", kind.projectWikiPage, () => ({ noteable_iid: null })),
	shows("NOTE-061", kind.groupWikiPage, () => ({ noteable_iid: null })),
	shows("NOTE-062", kind.issue, (notes) => numbers(notes, "issue")),
	shows("NOTE-063", kind.mergeRequest, (notes) => numbers(notes, "mergeRequest")),
	shows("NOTE-064", kind.snippet, async (notes) => ({
		noteable_id: notes.t.scene("snippet_id"),
		project_id: await notes.t.given.projectId(notes.t.scene("project")),
		noteable_iid: null,
	})),
	shows("NOTE-065", kind.epic, ({ t }) => ({
		noteable_id: t.scene("epic_id"),
		project_id: null,
		noteable_iid: null,
	})),
	onNotes("NOTE-066", ["create", "get", "list", "update"], async (notes) => {
		for (const note of await everywhere(notes)) notes.t.same("noteable_type", note.noteable_type, notes.kind.type);
	}),
	onNotes("NOTE-067", ["create", "get", "list"], async (notes) => {
		const { t, kind } = notes;
		const developer = t.as("developer");
		if (withInternal.includes(kind)) {
			const internal = await notes.make({ internal: true }, developer);
			t.same("an internal note's confidential", internal.field("confidential"), internal.field("internal"), internal);
		}
		const plain = await notes.make();
		const listed = (await notes.list(developer, { per_page: 100 })).is(200);
		listed.every("equally internal and confidential", (note) => note.internal === note.confidential);
		const read = (await notes.get(developer, plain.number("id"))).is(200);
		t.same("confidential", read.field("confidential"), read.field("internal"), read);
	}),
	onNotes("NOTE-068", ["create", "get", "list", "update"], async (notes) => {
		for (const note of await everywhere(notes)) notes.t.same("resolvable", note.resolvable, false);
	}),
	onNotes("NOTE-069", ["create", "get", "list", "update"], async (notes) => {
		const { t } = notes;
		for (const { imported = false, imported_from = "none" } of await everywhere(notes))
			t.same("imported and imported_from", [imported, imported_from], [false, "none"]);
	}),
	onNotes("NOTE-070", ["create", "get", "list", "update"], async (notes) => {
		const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
		for (const { created_at, updated_at } of await everywhere(notes))
			for (const time of [created_at, updated_at]) notes.t.holds(`${time} should be UTC with three decimals`, pattern.test(String(time)));
	}),
];
