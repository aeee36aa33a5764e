import type { Caller } from "../../rule/caller";
import { account } from "../../rule/callers";
import type { Context } from "../../rule/context";
import { dig } from "../../rule/dig";
import { eventually } from "../../rule/eventually";
import { gid } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import { assumed, type Rule, rule } from "../../rule/rule";
import { Skip } from "../../rule/verdict";
import { type Kind, kind, kinds, withInternal } from "../notes/kinds";
import { ofTier } from "../notes/lab";
import { destroys, inVain, isListed, noUser, person, recordOf } from "./lab";

const remove = (t: Context, id: number, hard_delete?: boolean, caller: Caller = t.as("administrator")) => caller.call("deleteUser", { id, hard_delete });

/** The user must be gone within some seconds: the server may delete in the background. */
async function isGone(t: Context, id: number): Promise<void> {
	t.holds("the user should no longer exist", await eventually(async () => (await t.as("administrator").call("getUser", { id })).refused));
}

/** A user's new note on the scene's record of a kind, with a function that reads it. */
async function noteOf(t: Context, caller: Caller, of: Kind = kind.issue, internal = false) {
	const { place, parameter, field, operations } = of;
	const at = { id: t.scene(place), [parameter]: t.scene(field) };
	const response = await caller.call(operations.create, { ...at, body: t.unique("note"), ...(internal && withInternal.includes(of) && { internal }) });
	if (response.status === 403) t.skip("a user without a role cannot write such notes, and the specification does not state who can");
	const note = response.ok;
	const note_id = note.number("id");
	t.undo(`note ${note_id}`, () => t.as("owner").call(operations.delete, { ...at, note_id }));
	return { id: note_id, body: note.field("body"), read: () => t.as("owner").call(operations.get, { ...at, note_id }) };
}

/** A user's new notes, one on each kind of record in the scene; internal ones if the kind has them. */
async function notesOf(t: Context, caller: Caller, internal = false) {
	const notes = [];
	for (const one of ofTier(t, kinds))
		try {
			notes.push(await noteOf(t, caller, one, internal));
		} catch (error) {
			if (!(error instanceof Skip)) throw error;
		}
	if (notes.length === 0) t.skip("the user cannot write any notes");
	return notes;
}

/**
 * A user who is the only owner of a group or one of two, and that group. Without the control API it is the scene's, who can be deleted only once.
 * Otherwise the user also owns further groups: `shared` ones with another owner, made before and after, and `others` alone.
 */
async function owner(t: Context, field: "sole_owner" | "co_owner"): Promise<{ id: number; group: unknown; shared: unknown[]; others: unknown[] }> {
	const administrator = t.as("administrator");
	if (t.given.hasControl) {
		const [boss, mate] = [await account(t), await account(t)];
		const of = async (isShared: boolean) => {
			const members = { [boss.username]: "owner", ...(isShared && { [mate.username]: "owner" }) };
			return (await t.given.record("groups", { full_path: t.unique("realm"), members })).full_path;
		};
		const first = await of(true);
		const group = await of(field === "co_owner");
		const others = field === "co_owner" ? [] : [await of(false), await of(false)];
		return { id: boss.id, group, shared: [first, await of(true)], others };
	}
	const username = t.scene(field);
	const [user] = (await administrator.call("listUsers", { username })).is(200).items;
	if (typeof user?.id !== "number") return t.skip(`the user ${username} no longer exists`);
	const rows = (await administrator.call("listUserMemberships", { id: user.id, type: "Namespace" })).is(200).items;
	const owned = rows.find(({ access_level }) => String(access_level) === "50");
	return { id: user.id, group: owned?.source_id ?? t.skip(`${username} owns no group`), shared: [], others: [] };
}
/** Without the control API all rules share the scene's sole owner, who is reserved for them. Refused requests do not delete this user. */
const soleOwner = { alone: "the sole owner" } as const;
const ownsGroup = { message: "User cannot be removed while is the sole-owner of a group" };
const isThere = async (t: Context, id: unknown): Promise<boolean> => (await t.as("administrator").call("getGroup", { id, with_projects: false })).succeeded;

/** A user with records that they wrote or are assigned to, created through the control API. */
async function author(t: Context) {
	const [writer, other] = [await account(t), await account(t)];
	const project = String((await t.given.record("projects", { full_path: `${t.unique("realm")}/lab` })).full_path);
	const rows: [table: string, id: number][] = [];
	const write = async (table: string, fields: Fields) => {
		const { id } = await t.given.record(table, fields);
		rows.push([table, id]);
		return id;
	};
	const issue = (await t.given.record("issues", { project, author: other.username, assignees: [writer.username, other.username] })).id;
	const [assignees, reviewers] = [[writer.username], [writer.username, other.username]];
	await t.given.record("merge_requests", { project, author: other.username, assignees });
	await t.given.record("merge_requests", { project, author: other.username, reviewers });
	for (const table of ["issues", "merge_requests", "snippets"]) await write(table, { project, author: writer.username });
	await write("epics", { group: project.split("/")[0], author: writer.username });
	await write("notes", { on: { issue }, author: writer.username });
	return { writer, other, rows, issue };
}

/** The rows of all tables, each with its table and id. */
async function everything(t: Context): Promise<[place: string, row: Fields][]> {
	const rows: [string, Fields][] = [];
	for (const table of Object.keys(Object(await t.given.control("GET", "/records"))))
		for (const row of await t.given.records(table)) rows.push([`${table} ${row.id}`, row]);
	return rows;
}

/** The field by which a row names a user, if it does. */
const namingField = (row: Fields, id: number): string | undefined =>
	Object.entries(row).find(([field, value]) =>
		/^(assignee|reviewer|starred_by)_ids$/.test(field)
			? Array.isArray(value) && value.includes(id)
			: /^(user|author|owner|creator|created_by)_id$/.test(field) && value === id,
	)?.[0];

/** No row of any table may name this user. */
async function isNamedNowhere(t: Context, id: number): Promise<void> {
	for (const [place, row] of await everything(t)) t.same(`the field of ${place} that names the user`, namingField(row, id), undefined);
}

/** Rows that do not name the user must be the same after the deletion. */
async function sparesOthers(t: Context, id: number, deletion: () => Promise<unknown>): Promise<void> {
	const before = (await everything(t)).filter(([place, row]) => place !== `users ${id}` && namingField(row, id) === undefined);
	await deletion();
	const after = new Map(await everything(t));
	for (const [place, row] of before) t.same(place, after.get(place), row);
}

/** Deleting users. */
export const userRemoval: readonly Rule[] = [
	rule("USER-487, ERR-006", "Deleting a user returns 204 with an empty body.", "deleteUser", async (t) => {
		const response = (await remove(t, (await person(t)).id)).ok;
		t.assume("204 with an empty body", response.status === 204 && response.text === "", response);
	}),
	assumed("USER-498", "Deleting a user again returns 404. A deleted user's username and email can be used again.", "deleteUser", async (t) => {
		for (const hard of [undefined, true]) {
			const { id, username, email } = await person(t);
			(await remove(t, id, hard)).is(204);
			await isGone(t, id);
			for (const again of [undefined, true]) (await remove(t, id, again)).refuses(404, noUser);
			t.holds("the user in no list", !(await isListed(t.as("administrator"), username)));
			// The names are free again.
			(await remove(t, (await person(t, { username, email })).id)).is(204);
		}
	}),
	rule("USER-493", "The notes and other records that a deleted user wrote are kept, with a placeholder account as their author.", "deleteUser", async (t) => {
		const authors: unknown[] = [];
		for (const [hard, admin] of [
			[undefined, false],
			[false, true],
		] as const) {
			const { id, caller } = await person(t, { admin });
			// Administrators can write internal notes.
			const notes = await notesOf(t, caller, admin);
			(await remove(t, id, hard)).ok;
			await isGone(t, id);
			for (const { id: note_id, body, read } of notes) {
				const note = (await read()).ok.has({ body });
				const author: unknown = Object(note.field("author")).id;
				const query = "query ($id: NoteID!) { note(id: $id) { id author { username } } }";
				const twin = await t.as("owner").graphql(query, { id: gid("Note", note_id) });
				const found = dig(twin.json, "data", "note");
				if (isFields(found)) t.same("the author in GraphQL", dig(found, "author", "username"), Object(note.field("author")).username, twin);
				const known = [id, ...Object.values(t.facts.users).map((user) => user.id)];
				t.holds("a placeholder account as author", typeof author === "number" && !known.includes(author), note);
				authors.push(author);
			}
		}
		if (!t.given.hasControl) return;
		t.same("the placeholders", new Set(authors).size, 1);
		const { writer, rows } = await author(t);
		await sparesOthers(t, writer.id, async () => (await remove(t, writer.id)).ok);
		await isNamedNowhere(t, writer.id);
		for (const [table, id] of rows) t.same(`the author in ${table}`, await t.given.records(table, { id }).then(([row]) => row?.author_id), authors[0]);
		(await remove(t, Number(authors[0]))).refuses(409);
		await recordOf(t, Number(authors[0]));
	}),
	rule("USER-494", "hard_delete=true also deletes the notes and other records that the user wrote.", "deleteUser", async (t) => {
		const { id, caller } = await person(t);
		const [notes, kept] = [await notesOf(t, caller), await noteOf(t, t.as("developer"))];
		(await remove(t, id, true)).ok;
		await isGone(t, id);
		for (const { read } of notes) t.holds("the note should no longer exist", await eventually(async () => (await read()).refused), await read());
		(await kept.read()).ok.has({ body: kept.body });
		// The flag may be sent in a body, and be spelled in other ways.
		for (const sent of [{ json: { hard_delete: true } }, { form: { hard_delete: true } }, { query: { hard_delete: "1" } }, { query: { hard_delete: "yes" } }]) {
			const who = await person(t);
			const { read } = await noteOf(t, who.caller);
			(await t.as("administrator").send("DELETE", `/api/v4/users/${who.id}`, sent)).ok;
			const isRemoved = await eventually(async () => (await read()).refused);
			(sent.query ? t.assume : t.holds)(`the note should be gone after hard_delete as ${JSON.stringify(sent)}`, isRemoved);
		}
		if (!t.given.hasControl) return;
		const { writer, rows, issue } = await author(t);
		await sparesOthers(t, writer.id, async () => (await remove(t, writer.id, true)).ok);
		await isNamedNowhere(t, writer.id);
		for (const [table, id] of rows) t.same(`the rows of ${table}`, await t.given.records(table, { id }), []);
		t.same("another's issue", (await t.given.records("issues", { id: issue })).length, 1);
	}),
	rule(
		"USER-493, USER-494",
		"Deleting a user, with or without hard_delete, does not change what belongs to other users.",
		"deleteUser",
		async (t) => {
			const [administrator, owner] = [t.as("administrator"), t.as("owner")];
			const [id, { id: neighbor }] = [t.scene("project"), await person(t)];
			const note = await noteOf(t, t.as("developer"));
			const pipeline_id = (await t.given.pipeline()).number("id");
			const pipelines = (await owner.call("listPipelines", { id, sort: "asc", per_page: 5 })).is(200).ids;
			const idOf = (value: unknown): unknown => Object(value).id;
			/** The users that records name, and data that no other client changes. */
			const seen = async () => {
				const read = [];
				for (const one of [...pipelines, pipeline_id]) read.push(idOf((await owner.call("getPipeline", { id, pipeline_id: one })).is(200).field("user")));
				const { username, email, created_by } = (await administrator.call("getUser", { id: neighbor })).is(200).fields;
				const memberships = (await administrator.list("listUserMemberships", { id: t.user("developer").id })).is(200).items;
				return {
					pipelines: read,
					author: idOf((await note.read()).ok.field("author")),
					neighbor: { username, email, created_by: idOf(created_by) },
					memberships: memberships.map(({ source_type, source_id, access_level }) => `${source_type} ${source_id}: ${access_level}`).sort(),
					developer: (await t.as("developer").call("getCurrentUser")).is(200).field("id"),
				};
			};
			for (const hard of [undefined, true]) {
				const [who, before] = [await person(t), await seen()];
				const { read } = await noteOf(t, who.caller);
				const response = (await remove(t, who.id, hard)).ok;
				await isGone(t, who.id);
				t.same("what belongs to others", await seen(), before, response);
				if (hard) t.holds("the user's own note should no longer exist", await eventually(async () => (await read()).refused), response);
			}
		},
		{ id: "USER-493/others" },
	),
	assumed(
		"USER-497",
		"A deleted user's tokens stop working, and no record names the user.",
		"deleteUser",
		async (t) => {
			const own = t.bearing(t.scene("throwaway_user_token"));
			const before = await own.call("getCurrentUser");
			if (!before.succeeded) t.skip("the token of throwaway_user_token no longer works: give a new one");
			(await remove(t, before.number("id"))).is(204);
			await isGone(t, before.number("id"));
			(await own.call("getCurrentUser")).is(401, 403);
			if (!t.given.hasControl) return;
			// Another owner of the groups makes it possible to delete their owner too.
			for (const group of ["acme", "partners", "skunkworks"]) await t.given.record("members", { user: t.user("administrator").username, group, role: "owner" });
			for (const [name, hard] of [
				["developer", undefined],
				["owner", true],
			] as const) {
				const { id } = t.user(name);
				(await remove(t, id, hard)).is(204);
				(await t.as(name).call("getCurrentUser")).is(401);
				await isNamedNowhere(t, id);
			}
		},
		destroys,
	),
	rule(
		"USER-490, ERR-006",
		"Without hard_delete=true, deleting the only owner of a group returns 409. The user and the group are kept.",
		"deleteUser",
		async (t) => {
			const { id, group } = await owner(t, "sole_owner");
			for (const hard of [undefined, false]) (await inVain(t, id, () => remove(t, id, hard))).refuses(409);
			t.holds("the group should exist", await isThere(t, group));
		},
		soleOwner,
	),
	assumed(
		"USER-491",
		"Deleting the only owner of a group returns 409 with that reason, unless another user currently owns the group or a group above it.",
		"deleteUser",
		async (t) => {
			const { id, group, others } = await owner(t, "sole_owner");
			for (const hard of [undefined, false]) (await inVain(t, id, () => remove(t, id, hard))).refuses(409, ownsGroup);
			if (!t.given.hasControl) return;
			for (const role of ["maintainer", "developer"] as const) {
				await t.given.record("members", { user: (await account(t)).username, group, role });
				(await inVain(t, id, () => remove(t, id))).refuses(409, ownsGroup);
			}
			// Another owner whose membership has expired.
			await t.given.record("members", { user: (await account(t)).username, group, role: "owner", expires_at: "2020-01-01" });
			(await inVain(t, id, () => remove(t, id))).refuses(409, ownsGroup);
			// Another owner who was deleted.
			const gone = await account(t);
			await t.given.record("members", { user: gone.username, group, role: "owner" });
			(await remove(t, gone.id)).is(204);
			(await inVain(t, id, () => remove(t, id))).refuses(409, ownsGroup);
			const mate = await account(t);
			const below = await t.given.record("groups", {
				full_path: `${String(group)}/sub`,
				members: { [mate.username]: "owner" },
			});
			(await remove(t, mate.id)).is(204);
			t.holds("the group below should exist", await isThere(t, below.id));
			for (const one of [group, ...others]) await t.given.record("members", { user: (await account(t)).username, group: one, role: "owner" });
			(await remove(t, id)).is(204);
			t.holds("the group should exist", await isThere(t, group));
		},
		soleOwner,
	),
	assumed(
		"USER-496",
		"hard_delete=true keeps the groups that have another owner.",
		"deleteUser",
		async (t) => {
			const { id, group } = await owner(t, "co_owner");
			(await remove(t, id, true)).is(204);
			await isGone(t, id);
			t.holds("the group should exist", await isThere(t, group));
		},
		destroys,
	),
	rule(
		"USER-495",
		"hard_delete=true deletes the groups whose only owner is the user, with all projects below them. Other groups are kept.",
		"deleteUser",
		async (t) => {
			const { id, group, shared, others } = await owner(t, "sole_owner");
			t.holds("the group should exist", await isThere(t, group));
			const below: unknown[] = [];
			for (const path of t.given.hasControl ? ["thing", "sub/thing"] : [])
				below.push((await t.given.record("projects", { full_path: `${String(group)}/${path}` })).id);
			(await remove(t, id, true)).ok;
			for (const one of [group, ...others]) t.holds("the group should no longer exist", await eventually(async () => !(await isThere(t, one))));
			for (const project of below) (await t.as("administrator").call("listPipelines", { id: project })).refuses(404);
			for (const one of [t.scene("group"), ...shared]) t.holds("other groups should exist", await isThere(t, one));
		},
		{ ...destroys, ...soleOwner },
	),
];
