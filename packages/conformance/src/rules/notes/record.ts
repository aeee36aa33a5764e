import { isDeepStrictEqual } from "node:util";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { newUser } from "../../rule/callers";
import type { Context } from "../../rule/context";
import { eventually } from "../../rule/eventually";
import { numberOf } from "../../rule/graphql";
import { type ApiResponse, type Fields, isFields } from "../../rule/response";
import { type Rule, rule } from "../../rule/rule";
import { developersAddress } from "../users/lab";
import { kind, kinds, type Verb, wikiPages, withCommands, withInternal } from "./kinds";
import { everyone, Notes, noteAssumed, noteRule, ofEachState, ofTier, parentOf } from "./lab";

const shown: readonly Verb[] = ["create", "get", "list", "update"];

/** A new note as it is returned when it is created, read, listed and updated; and the other notes in the list. */
async function everywhere(notes: Notes, fields: Params = {}): Promise<{ readonly shown: readonly Fields[]; readonly others: readonly Fields[] }> {
	const created = await notes.make(fields, fields.internal ? notes.t.as("developer") : undefined);
	const author = fields.internal ? notes.t.as("developer") : notes.author;
	const id = created.number("id");
	const read = (await notes.get(author, id)).is(200);
	const { items } = (await notes.list(author)).is(200);
	const entry = items.find((one) => one.id === id);
	const updated = (await notes.byAuthor(author, (who) => notes.update(who, id, { body: "Changed." }))).is(200);
	if (!entry) throw read.deviation(`the list: expected the new note ${id} on its first page`);
	return { shown: [created.fields, read.fields, entry, updated.fields], others: items.filter((one) => one.id !== id) };
}

/** In a mock, a new user, whose email address is not public and who may be blocked; otherwise the kind's author. */
const newAuthor = async ({ t, author }: Notes): Promise<Caller> => (t.given.isIsolated ? await newUser(t) : author);

const projectIdOf = ({ t }: Notes): Promise<number> => t.given.projectId(t.scene("project"));
const authorKeys = ["avatar_url", "created_at", "email", "id", "locked", "name", "public_email", "state", "username", "web_url"];

/** Notes by a new user: several on each kind of parent, among them an internal one and one on a closed parent if possible. The user is deleted afterwards. */
async function orphaned(t: Context, hard_delete: boolean) {
	const administrator = t.as("administrator");
	const user = await t.given.user();
	const id = user.number("id");
	const orphans: { readonly notes: Notes; readonly note: Fields }[] = [];
	for (const one of ofTier(t, kinds)) {
		const notes = await Notes.on(t, one);
		for (const _ of [1, 2]) {
			const note = await notes.create(administrator.sudo(id), { body: t.unique("note") });
			// The specification leaves open whether users who are not members may write.
			t.assume(`a user without a role should write on a ${one.name}`, note.succeeded, note);
			if (note.succeeded) orphans.push({ notes, note: note.fields });
		}
		if (!t.given.hasControl) continue;
		const [closed = notes] = await ofEachState(notes);
		const author = user.string("username");
		for (const [on, internal] of [[notes, withInternal.includes(one)] as const, [closed, false] as const])
			orphans.push({ notes: on, note: await on.now(await on.record({ author, internal })) });
	}
	if (orphans.length === 0) t.skip("a new user, who has no role, may not write notes");
	(await administrator.call("deleteUser", { id, hard_delete })).ok;
	await eventually(async () => (await administrator.call("getUser", { id })).refused);
	return { author: id, orphans };
}

const deletion = { effect: "writes", tier: "free" } as const;

/** A note by a new author; if users without a role may not write, by the kind's author. */
async function madeByNew(notes: Notes): Promise<ApiResponse> {
	const response = await notes.create(await newAuthor(notes), { body: notes.t.unique("note") });
	return response.status === 403 ? await notes.make() : response.ok;
}

/** The fields of a note and of its author. */
export const noteRecords: readonly Rule[] = [
	noteRule("NOTE-034", "Every caller who can read a note sees its author's email and created_at.", { verbs: shown, ...developersAddress }, async (notes, t) => {
		const made = await madeByNew(notes);
		const id = made.number("id");
		const { email, created_at, ...author } = Object(made.field("author"));
		const user = (await t.as("administrator").call("getUser", { id: author.id })).is(200);
		t.holds("the author has an email", typeof email === "string" && email !== "", made);
		t.assume("the author's email is that of the user", email === user.field("email"), made);
		const [shown, own] = [created_at, user.string("created_at")].map((time) => Date.parse(time));
		// The milliseconds of a time are optional.
		t.same("the author's created_at to the second", Math.floor(Number(shown) / 1000), Math.floor(Number(own) / 1000), made);
		t.assume("the author's created_at should be the user's", shown === own, made);
		const expected = made.field("author");
		for (const who of [...everyone, "auditor"] as const) {
			t.same(`the author that ${who} reads`, (await notes.get(t.as(who), id)).is(200).field("author"), expected);
			const listed = (await notes.list(t.as(who), { per_page: 100 })).is(200);
			t.same(`the author that the list shows to ${who}`, listed.items.find((one) => one.id === id)?.author, expected, listed);
		}
	}),
	noteAssumed("NOTE-035", "The author of a note is shown with the user's current state, such as blocked.", ["get", "list", "create"], async (notes, t) => {
		const made = await madeByNew(notes);
		const { id, state } = Object(made.field("author"));
		t.same("the state of the author of a new note", state, "active", made);
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
		"If a note's author is deleted, all their notes stay, with their bodies and a placeholder account as their author.",
		kinds.flatMap(({ operations }) => [operations.get, operations.list]),
		async (t) => {
			const { author, orphans } = await orphaned(t, false);
			for (const { notes, note } of orphans)
				for (const who of note.internal ? (["administrator"] as const) : (["guest", "administrator"] as const)) {
					const read = (await notes.get(t.as(who), note.id)).is(200).has({ body: note.body });
					const { id, username } = Object(read.field("author"));
					t.holds("the author is another account", typeof id === "number" && id !== author, read);
					t.holds("the placeholder account has a username", typeof username === "string" && username !== "", read);
					t.assume("the note is listed as it is read", isDeepStrictEqual(await notes.entry(t.as(who), note.id), read.json), read);
				}
		},
		deletion,
	),
	rule(
		"NOTE-053",
		"Deleting a user with hard_delete also deletes all notes that the user wrote, and no other.",
		"getIssueNote",
		async (t) => {
			const others = await Notes.on(t, kind.issue);
			const bystander = (await others.make()).number("id");
			const { orphans } = await orphaned(t, true);
			for (const { notes, note } of orphans) {
				(await notes.get(t.as("administrator"), note.id)).refuses(404);
				const listed = (await notes.list(t.as("administrator"), { per_page: 100 })).is(200);
				t.same(
					`note ${note.id} in the list`,
					listed.items.find(({ id }) => id === note.id),
					undefined,
					listed,
				);
			}
			(await others.get(t.as("administrator"), bystander)).is(200);
		},
		deletion,
	),
	noteRule(
		"NOTE-033, NOTE-054..066, NOTE-068..070, NOTE-161",
		"noteable_id, noteable_iid and project_id of a note name its parent. Only wiki page notes have commands_changes and type; no merge request note has a line.",
		shown,
		async (notes, t) => {
			const { kind: of } = notes;
			const isWiki = wikiPages.includes(of);
			const parent = withCommands.includes(of) ? await parentOf(notes) : undefined;
			const expected = {
				...(parent && { noteable_id: numberOf(parent.id), noteable_iid: Number(parent.iid), project_id: await projectIdOf(notes) }),
				...((of === kind.snippet || of === kind.epic) && { noteable_id: notes.where[of.parameter] }),
				...(isWiki && { noteable_iid: null }),
				...(of === kind.groupWikiPage && { project_id: null }),
			};
			const place = parent
				? {}
				: { noteable_id: notes.where[of.parameter], noteable_iid: null, project_id: of.place === "project" ? await projectIdOf(notes) : null };
			const imported = of === kind.mergeRequest ? { imported: undefined, imported_from: undefined } : { imported: false, imported_from: "none" };
			const assumed = { noteable_type: of.type, resolvable: false, ...place, ...imported, ...(isWiki && { commands_changes: {}, type: null }) };
			const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
			const { shown, others } = await everywhere(notes, withInternal.includes(of) ? { internal: true } : {});
			// A quick action in the text adds no field.
			const [developer, body] = [t.as("developer"), "For whom?\n/spend hello"];
			const made = await notes.create(developer, { body });
			const changed = await notes.update(developer, made.field("id") ?? 0, { body });
			const mixed = [made, changed].filter(({ status }) => status === 200 || status === 201).map(({ fields }) => fields);
			for (const note of [...shown, ...others, ...mixed]) {
				for (const [name, value] of Object.entries(expected)) t.same(`${name} of the note`, note[name], value);
				const extra = ["commands_changes", "type"].filter((name) => Object.hasOwn(note, name));
				t.same("the fields that only wiki page notes may have", extra, isWiki ? ["commands_changes", "type"] : []);
				const lines = of === kind.mergeRequest ? Object.keys(note).filter((name) => /(^|_)(position|line)(_|$)/.test(name)) : [];
				t.same("the fields about a line or position", lines, []);
				if (!isWiki) continue;
				t.holds("commands_changes is an object", isFields(note.commands_changes));
				t.holds("type is a string or null", note.type === null || typeof note.type === "string");
			}
			for (const note of shown) {
				t.assume(`the author should have the fields ${authorKeys.join(", ")}`, Object.keys(Object(note.author)).sort().join() === authorKeys.join());
				for (const [name, value] of Object.entries(assumed))
					t.assume(`${name} of the note should be ${JSON.stringify(value)}`, isDeepStrictEqual(note[name], value));
				for (const at of [note.created_at, note.updated_at]) t.assume(`${at} should be UTC with three decimals`, time.test(String(at)));
			}
		},
	),
];
