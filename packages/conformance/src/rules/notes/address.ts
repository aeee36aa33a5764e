import { isDeepStrictEqual } from "node:util";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { numberOf } from "../../rule/graphql";
import type { ApiResponse } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { kind, kinds, ofGroups, ofProjects, verbs, wikiPages, withCommands, withInternal, withTimes } from "./kinds";
import { epicsOf, everyone, issuablesOf, issuesOf, Notes, newIssue, newSnippet, noteAssumed, noteRule, ofEachState, personalProjects, unknown } from "./lab";

const ofOne = ["get", "update", "delete"] as const;

/** The number of the scene's project or group. */
const numericId = async ({ t, kind: { place } }: Notes): Promise<number> =>
	place === "group" ? await t.given.groupId(t.scene("group")) : await t.given.projectId(t.scene("project"));

/** The parent must neither list nor return a note of another parent. */
async function lacks(notes: Notes, note_id: number): Promise<void> {
	const owner = notes.t.as("owner");
	const listed = await notes.list(owner, { per_page: 100 });
	notes.t.holds("the list does not have the other parent's note", !listed.succeeded || !listed.ids.includes(note_id), listed);
	await notes.findsNothing(owner, note_id, undefined, ofOne);
}

/** Two parents with the same IID in different projects: each must list and return its own note, and not the other's. */
async function apart(here: Notes, there: Notes): Promise<void> {
	const owner = here.t.as("owner");
	const [own, other] = [(await here.make({}, owner)).number("id"), (await there.make({}, owner)).number("id")];
	for (const [notes, id, without] of [
		[here, own, other],
		[there, other, own],
	] as const) {
		const listed = (await notes.list(owner, { per_page: 100 })).is(200);
		here.t.holds("the list has the parent's own note", listed.ids.includes(id), listed);
		await lacks(notes, without);
	}
	(await here.get(owner, own)).is(200);
	(await there.get(owner, other)).is(200);
}

/** Neither project may return the other's notes: not by an IID that both have, by an IID that only the other has, or by an id. */
async function countsWithin({ t, kind: of }: Notes, projects: readonly [string, string]): Promise<void> {
	const at = (id: string, number: number) => new Notes(t, of, { id, [of.parameter]: number });
	const found = async (project: string) => {
		const all = await issuablesOf(t, of, project);
		return { project, numbers: all.map(({ iid, id }) => ({ iid: Number(iid), id: numberOf(id) })) };
	};
	const [ours, theirs] = [await found(projects[0]), await found(projects[1])];
	const isIn = (one: typeof ours, number: number) => one.numbers.some(({ iid }) => iid === number);
	for (const [here, there] of [
		[ours, theirs],
		[theirs, ours],
	] as const)
		for (const by of ["iid", "id"] as const) {
			const other = there.numbers.find((one) => !isIn(here, one[by]));
			if (!other) continue;
			const place = at(there.project, other.iid);
			const project_id = await t.given.projectId(there.project);
			const made = (await place.make({}, t.as("owner"))).has({ noteable_iid: other.iid, noteable_id: other.id, project_id });
			await lacks(at(here.project, other[by]), made.number("id"));
			await place.isShown(t.as("owner"), made);
		}
	const same = ours.numbers.find(({ iid }) => isIn(theirs, iid)) ?? t.skip(`no ${of.name} of one project has the IID of one of the other`);
	await apart(at(ours.project, same.iid), at(theirs.project, same.iid));
}

/** How projects, groups, parents and notes are named in a path. */
export const noteAddresses: readonly Rule[] = [
	noteRule(
		"NOTE-080, NOTE-062",
		"issue_iid is resolved within the project, never in another one. The note names that issue and project.",
		{ verbs, on: kind.issue },
		async (notes, t) => {
			const [here, there] = [t.scene("project"), t.scene("internal_project")];
			if ((await issuesOf(t, there)).length === 0) await newIssue(t, there);
			await countsWithin(notes, [here, there]);
		},
	),
	noteRule(
		"NOTE-081, NOTE-063",
		"merge_request_iid is resolved within the project, never in another one. The note names that merge request and project.",
		{ verbs, on: kind.mergeRequest },
		(notes, t) => countsWithin(notes, [t.scene("project"), t.scene("internal_project")]),
	),
	noteRule(
		"NOTE-073, NOTE-075, NOTE-082",
		"The id of an issue or merge request is not accepted in place of its IID: its notes are not found.",
		{ verbs, on: withCommands },
		async (notes, t) => {
			const made = await notes.make();
			const number = made.number("noteable_id");
			const all = await issuablesOf(t, notes.kind, t.scene("project"));
			if (all.some(({ iid }) => Number(iid) === number)) t.skip(`one ${notes.kind.name} of the project has the number of the scene's as its IID`);
			await notes.at({ [notes.kind.parameter]: number }).findsNothing(t.as("owner"), made.field("id"), { message: "404 Not found" });
			(await notes.get(t.as("owner"), made.field("id"))).is(200);
		},
	),
	noteRule(
		"NOTE-083",
		"The id of a personal snippet finds no notes under any project, whatever its visibility.",
		{ verbs, on: kind.snippet },
		async (notes, t) => {
			const made = await notes.make();
			const [own] = await personalProjects(t);
			for (const [id, visibility] of [
				[t.scene("project"), "public"],
				[t.scene("private_project"), "private"],
				...(own ? [[String(own.fullPath), "internal"] as const] : []),
			] as const) {
				const personal = notes.at({ id, snippet_id: await newSnippet(t, undefined, t.as("developer"), visibility) });
				for (const who of ["developer", "administrator"] as const) await personal.findsNothing(t.as(who), made.number("id"));
			}
			(await notes.get(t.as("owner"), made.number("id"))).is(200);
		},
	),
	noteAssumed("NOTE-084", "There are no notes on personal snippets: /snippets/:id/notes returns 404.", { verbs: "list", on: kind.snippet }, async (_, t) => {
		const path = `/api/v4/snippets/${await newSnippet(t)}/notes`;
		for (const caller of [t.as("developer"), t.as("administrator"), t.anonymous]) (await caller.send("GET", path)).refuses(404, { error: "404 Not Found" });
	}),
	noteRule("NOTE-086, ERR-001", "The IID of an epic is not accepted in place of its id: it returns 404.", { verbs, on: kind.epic }, async (notes, t) => {
		const epics = await epicsOf(t);
		const one = epics.find(({ iid }) => !epics.some(({ id }) => id === iid));
		if (!one) return t.skip("the group has no epic with an IID up to 20 that is not another epic's id");
		const there = notes.at({ epic_id: one.id });
		(await there.list(t.as("owner"))).is(200);
		await there.at({ epic_id: one.iid }).findsNoParent(t.as("owner"), (await there.make()).number("id"));
	}),
	noteRule("NOTE-087, ERR-001", "epic_id is always an id, even if it is also another epic's IID.", { verbs: "list", on: kind.epic }, async (notes, t) => {
		const byId = await notes.sibling({ iid: 900 });
		const byIid = await notes.sibling({ iid: byId.own });
		const right = await byId.record();
		await byIid.record();
		const finds = async (params: Params) => t.same("the notes of the number", await byId.ids(t.as("guest"), params), [right]);
		for (const params of [{}, { sort: "asc" }, { order_by: "updated_at" }, { page: 1, per_page: 5 }]) await finds(params);
		// A parameter of the notes on issues, which may be refused here.
		await t.assuming(() => finds({ activity_filter: "only_comments" }));
	}),
	noteRule("NOTE-089, NOTE-090, ERR-002", "The slug of a wiki page as wiki_page_meta_id returns 404.", { verbs, on: wikiPages }, async (notes) => {
		const made = await notes.make();
		const slug = notes.t.unique("guide");
		if (notes.t.given.hasControl) await notes.sibling({ slug });
		// Leading digits of a slug are not read as an id.
		for (const wiki_page_meta_id of ["home", "1a", `${notes.where.wiki_page_meta_id}-home`, slug])
			await notes.at({ wiki_page_meta_id }).findsNoParent(notes.t.as("owner"), made.number("id"));
		(await notes.get(notes.author, made.number("id"))).is(200);
	}),
	noteAssumed("NOTE-092", "Every operation on notes of a parent that does not exist returns 404.", verbs, async (notes, t) => {
		const id = (await notes.make()).number("id");
		const elsewhere = [unknown];
		if (t.given.hasControl && wikiPages.includes(notes.kind)) {
			// A page of a group instead of a project, or the other way round, with the same id.
			const [table, place] = notes.kind.place === "project" ? ["groups", "group"] : ["projects", "project"];
			await t.given.record(table, { id: await numericId(notes), full_path: `${t.unique("lab")}${table === "groups" ? "" : "/project"}` });
			elsewhere.push((await t.given.record("wiki_pages", { container: place, container_id: await numericId(notes) })).id);
		}
		for (const parent of elsewhere) await notes.at({ [notes.kind.parameter]: parent }).refuses(t.as("owner"), id, 404, { message: "404 Not found" });
	}),
	noteRule(
		"NOTE-097, NOTE-098, AUTH-068",
		"Without a paid tier, every operation on notes of epics and group wiki pages is refused.",
		{ verbs, on: ofGroups.map((one) => ({ ...one, isPaid: false })), tier: "free", maxTier: "free" },
		async (notes) => {
			// A mock has such parents on every tier, so the tier is the reason for the refusal.
			const note_id = notes.t.given.hasControl ? await notes.record() : 1;
			for (const verb of verbs) {
				const response = await notes.ask(verb, notes.t.as("owner"), note_id);
				notes.t.holds(`${verb} should be refused`, response.refused, response);
				await notes.t.assuming(async () => void response.refuses(404, { error: "404 Not Found" }));
			}
			if (!notes.t.given.hasControl) return;
			await notes.t.given.settings({ tier: "premium" });
			notes.t.same("the notes on a paid tier", await notes.ids(notes.t.as("owner")), [note_id]);
			await notes.t.given.settings({ tier: "free" });
		},
	),
	noteRule(
		"NOTE-099",
		"Notes on issues, snippets, merge requests and project wiki pages are available on the free tier.",
		{ verbs, on: ofProjects, maxTier: "free" },
		async (notes) => await worksThrough(notes, await notes.make()),
	),
	noteRule("NOTE-100, NOTE-101", "Notes on group wiki pages and epics are available on paid tiers.", { verbs, on: ofGroups }, async (notes) => {
		for (const tier of notes.t.given.hasControl ? ["premium", "ultimate"] : [undefined]) {
			if (tier) await notes.t.given.settings({ tier });
			await worksThrough(notes, await notes.make());
		}
	}),
];

/** All five operations in turn, on a note made before. Another note stays. */
async function worksThrough(notes: Notes, made: ApiResponse, author = notes.author): Promise<void> {
	const [id, other] = [made.number("id"), (await notes.make({}, author)).fields];
	await notes.isShown(author, made);
	const changed = (await notes.byAuthor(author, (who) => notes.update(who, id, { body: "Changed." }))).ok.has({ id, body: "Changed." });
	await notes.isShown(author, changed);
	(await notes.byAuthor(author, (who) => notes.remove(who, id))).ok;
	(await notes.get(author, id)).refuses(404);
	notes.t.same("the removed note and another one in the list", [await notes.entry(author, id), await notes.entry(author, other.id)], [undefined, other]);
}

/** One note of each sort in the caller's list must be read as it is listed. Other clients may have removed or changed it meanwhile. */
async function readsListed(notes: Notes, caller: Caller): Promise<void> {
	const listed = async () => await notes.list(caller, { per_page: 100 });
	const before = await listed();
	if (!before.succeeded) return;
	for (const entry of new Map(before.items.map((one) => [`${one.system} ${one.internal}`, one])).values()) {
		const read = await notes.get(caller, entry.id);
		const isAsListed = read.status === 200 && isDeepStrictEqual(read.json, entry);
		const isStill = isAsListed || (await listed()).items.some((one) => isDeepStrictEqual(one, entry));
		notes.t.holds(`note ${entry.id} is returned to ${caller.actor} as it is listed`, isAsListed || !isStill, read);
	}
}

/** Reading one note. */
export const noteReading: readonly Rule[] = [
	noteRule(
		"NOTE-242, NOTE-265, NOTE-100",
		"A note on a parent in any state, also an internal or an old one, can be read, changed and removed, and no other note with it.",
		["create", "get", "list", "update", "delete"],
		async (notes, t) => {
			const owner = t.as("owner");
			const internal = withInternal.includes(notes.kind) ? [{ internal: true }] : [];
			const old = withTimes.includes(notes.kind) ? [{ created_at: "2020-01-01T00:00:00Z" }] : [];
			// An old note is not on the first page of a long list.
			for (const on of [notes, ...(await ofEachState(notes))])
				for (const fields of [{}, ...internal, ...(on.own === undefined ? [] : old)]) {
					const made = await on.create(owner, { body: t.unique("note"), ...fields });
					t.assume(`the owner should write on every ${notes.kind.name}`, made.succeeded, made);
					if (made.succeeded) await worksThrough(on, made, owner);
				}
		},
	),
	noteRule("NOTE-134", "Callers who see a note in the list can get it by its id, with the same fields.", ["get", "list"], async (notes, t) => {
		await notes.make();
		if (t.given.hasControl) {
			await notes.record({ internal: true, author: t.user("administrator").username });
			await notes.record({ system: true, created_at: "2025-01-01T00:00:00.000Z", updated_at: "2025-01-02T00:00:00.000Z" });
		}
		for (const who of everyone) await readsListed(notes, t.as(who));
		for (const other of await ofEachState(notes)) {
			if (t.given.hasControl) await other.make({}, t.as("owner"));
			await readsListed(other, t.as("owner"));
		}
	}),
	noteAssumed("NOTE-136", "A note is found only under its own parent; under any other parent, get, update and delete return 404.", ofOne, async (notes, t) => {
		// With a control API, parents of every kind get the same id, so that only the kind differs.
		const number = 1_000_000 + 1_000 * kinds.indexOf(notes.kind);
		const here = t.given.hasControl ? await notes.sibling({ id: number }) : notes;
		const made = await here.make();
		const id = made.number("id");
		const elsewhere = t.given.hasControl ? [notes] : [];
		for (const other of kinds) {
			if (other === notes.kind || (other.isPaid && t.facts.tier === "free")) continue;
			const isSame = t.given.hasControl && other.table !== notes.kind.table && other !== kind.groupWikiPage;
			elsewhere.push(isSame ? await Notes.made(t, other, { id: number }) : new Notes(t, other));
		}
		for (const there of elsewhere) await there.refuses(t.as("administrator"), id, 404, undefined, ofOne);
		t.same("the note", await here.now(id), made.json);
	}),
	noteAssumed(
		"NOTE-137, NOTE-212, NOTE-214, NOTE-216",
		"Getting, updating or deleting a note that the caller may not read returns 404. Reporters and above read internal notes.",
		ofOne,
		async (notes, t) => {
			const below = ["outsider", "guest"] as const;
			const hidden: (readonly [number, readonly ActorName[]])[] = [];
			if (withInternal.includes(notes.kind)) hidden.push([(await notes.make({ internal: true }, t.as("developer"))).number("id"), below]);
			if (t.given.hasControl) {
				const { id } = await t.given.record("projects", { full_path: `${t.scene("group")}/${t.unique("hidden")}`, visibility: "private" });
				hidden.push([await notes.record({ internal: true, author: t.user("guest").username }), below]);
				hidden.push([await notes.record({ system: true, mentions_project_id: id }), ["outsider"]]);
			}
			for (const [id, others] of hidden) {
				for (const who of others) await notes.refuses(t.as(who), id, 404, { message: "404 Note Not Found" }, ofOne);
				for (const who of ["reporter", "developer", "maintainer", "owner", "administrator"] as const) (await notes.get(t.as(who), id)).is(200);
			}
		},
	),
];
