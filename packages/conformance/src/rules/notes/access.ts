import type { ActorName } from "../../rule/actors";
import type { Rule } from "../../rule/rule";
import { type Kind, kind, ofGroups, ofProjects, verbs, withCommands } from "./kinds";
import { epicsOf, everyone, forbidden, freshIssue, issuesOf, lock, Notes, newIssue, noteAssumed, secluded, within } from "./lab";

const reads = ["list", "get"] as const;
const writes = ["create", "update", "delete"] as const;
const notFound = { message: "404 Not found" };

/** Writes and reads a note as a caller who is allowed to. */
async function takesPart(notes: Notes, who: ActorName): Promise<void> {
	const { t } = notes;
	const made = await notes.make({}, t.as(who));
	t.same("the author", Object(made.field("author")).id, t.user(who).id, made);
	await notes.isShown(t.as(who), made);
}

/** Each user must be able to write and read notes in a place of the given visibility. Places that the scene does not have are left out. */
const takePart = (ids: string, title: string, of: Kind, cases: readonly (readonly ["public" | "internal" | "private", ActorName])[]): Rule =>
	noteAssumed(ids, title, { verbs: ["list", "get", "create"], on: [of] }, async ({ t }) => {
		for (const [visibility, who] of cases) {
			const notes = await within(t, of, visibility);
			if (notes) await takesPart(notes, who);
		}
	});

/** Every operation must return 404 and change nothing. */
async function isHidden(notes: Notes, note_id: number, from: ActorName, body?: unknown): Promise<void> {
	const { t } = notes;
	const before = await notes.now(note_id);
	await notes.unchanged(async () => {
		await notes.refuses(t.as(from), note_id, 404, body);
		return await notes.get(t.as("owner"), note_id);
	});
	t.same("the note", await notes.now(note_id), before);
}

/** A note by this user; where the bench cannot arrange that, a note by the owner. */
const noteBy = async (notes: Notes, who: ActorName): Promise<number> =>
	notes.t.given.isIsolated ? await notes.record({ author: notes.t.user(who).username }) : (await notes.make({}, notes.t.as("owner"))).number("id");

/** Notes of a confidential parent: reporters and above find them, guests and outsiders do not. */
async function confidential(notes: Notes): Promise<void> {
	const { t } = notes;
	const id = await noteBy(notes, "guest");
	for (const who of ["guest", "outsider"] as const) await isHidden(notes, id, who, notFound);
	for (const who of ["reporter", "developer", "maintainer", "administrator"] as const) {
		const listed = (await notes.list(t.as(who))).is(200);
		t.holds(`the list for ${who} has the note`, listed.ids.includes(id), listed);
	}
}

/** Who may do what with notes. */
export const noteAccess: readonly Rule[] = [
	noteAssumed(
		"NOTE-140",
		"A user who is not a member of a private project gets 404 for its notes, including their own.",
		{ verbs, on: ofProjects },
		async ({ t, kind: of }) => {
			const message = { message: "404 Project Not Found" };
			const notes = await within(t, of, "private");
			if (notes) return await isHidden(notes, await noteBy(notes, "outsider"), "outsider", message);
			await new Notes(t, of, { id: t.scene("private_project") }).refuses(t.as("outsider"), 1, 404, message);
		},
	),
	noteAssumed(
		"NOTE-141",
		"A user who is not a member of a private group gets 404 for its notes, including their own.",
		{ verbs, on: ofGroups },
		async ({ t, kind: of }) => {
			const message = { message: "404 Group Not Found" };
			if (!t.given.hasControl) return await new Notes(t, of, { id: t.scene("private_group") }).refuses(t.as("outsider"), 1, 404, message);
			const notes = (await within(t, of, "private")) ?? t.skip("there is no private group");
			await isHidden(notes, await noteBy(notes, "outsider"), "outsider", message);
		},
	),
	takePart("NOTE-142", "Every user can read and write notes on issues of public and internal projects.", kind.issue, [
		["public", "outsider"],
		["internal", "outsider"],
	]),
	noteAssumed(
		"NOTE-143",
		"Guests of a private project can read and write notes on its issues.",
		{ verbs: ["list", "get", "create"], on: kind.issue },
		async ({ t }) => {
			const id = t.scene("private_project");
			const notes = await within(t, kind.issue, "private");
			await takesPart(notes ?? new Notes(t, kind.issue, { id, issue_iid: await newIssue(t, id) }), "guest");
		},
	),
	takePart("NOTE-144", "Users who can read a project's wiki can read and write notes on its pages.", kind.projectWikiPage, [
		["public", "outsider"],
		["private", "guest"],
	]),
	noteAssumed(
		"NOTE-144",
		"If a project's wiki is for members only, other users get 404 for the notes on its pages, including their own.",
		{ verbs, on: kind.projectWikiPage, id: "NOTE-144/members-only" },
		async (notes, t) => {
			const id = await noteBy(notes, "outsider");
			await t.given.change("projects", await t.given.projectId(t.scene("project")), { wiki_access_level: "private" });
			await isHidden(notes, id, "outsider", notFound);
			await takesPart(notes, "guest");
		},
	),
	noteAssumed(
		"NOTE-145",
		"Guests of a private project get 404 for notes on its merge requests, including their own. Reporters can read them.",
		{ verbs, on: kind.mergeRequest },
		async ({ t }) => {
			const notes = (await within(t, kind.mergeRequest, "private")) ?? t.skip("the private project has no merge request");
			const id = await noteBy(notes, "guest");
			await isHidden(notes, id, "guest", notFound);
			(await notes.get(t.as("reporter"), id)).is(200);
		},
	),
	takePart("NOTE-146", "Users who can read an epic can read and write notes on it.", kind.epic, [
		["public", "outsider"],
		["internal", "outsider"],
		["private", "guest"],
	]),
	noteAssumed("NOTE-147", "Only reporters and above, authors and assignees find a confidential issue's notes.", { verbs, on: kind.issue }, async (scene) => {
		const { t } = scene;
		if (t.given.hasControl) {
			await confidential(await scene.sibling({ confidential: true }));
			for (const role of [{ author: t.user("guest").username }, { assignees: [t.user("outsider").username] }]) {
				const theirs = await scene.sibling({ confidential: true, ...role });
				await takesPart(theirs, "author" in role ? "guest" : "outsider");
				await isHidden(theirs, await noteBy(theirs, "developer"), "author" in role ? "outsider" : "guest", notFound);
			}
			return;
		}
		const names = [t.user("guest").username, t.user("outsider").username];
		const one = (await issuesOf(t, t.scene("project"))).find((issue) => issue.confidential === true && !names.includes(Object(issue.author).username));
		if (!one) return t.skip("the project has no confidential issue by another user");
		await confidential(scene.at({ issue_iid: Number(one.iid) }));
		const theirs = await freshIssue(t);
		const assignee = `@${t.user("outsider").username}`;
		t.undo("the assignee", () => theirs.create(t.as("developer"), { body: `/unassign ${assignee}` }));
		(await theirs.create(t.as("developer"), { body: `/confidential\n/assign ${assignee}` })).is(202);
		await takesPart(theirs, "outsider");
		await isHidden(theirs, (await theirs.make({}, t.as("developer"))).number("id"), "guest", notFound);
	}),
	noteAssumed("NOTE-148", "Only reporters and above find a confidential epic's notes; other users get 404.", { verbs, on: kind.epic }, async (scene) => {
		if (scene.t.given.hasControl) return await confidential(await scene.sibling({ confidential: true }));
		const one = (await epicsOf(scene.t)).find((epic) => epic.confidential);
		if (!one) return scene.t.skip("the group has no confidential epic with an IID up to 20");
		await confidential(scene.at({ epic_id: one.id }));
	}),
	noteAssumed(
		"NOTE-149, NOTE-150",
		"If the discussion of an issue or merge request is locked, only members create notes. Other users can still list them.",
		{ verbs: ["create", "list"], on: withCommands, alone: "locked discussions" },
		async (scene, t) => {
			const notes = await secluded(scene);
			await lock(notes);
			await membersOnly(notes);
			t.same("the locked parent is still read", (await notes.list(t.as("outsider"))).is(200).status, 200);
		},
	),
	noteAssumed("NOTE-151", "If the discussion of an epic is locked, only members create notes.", { verbs: "create", on: kind.epic }, async (notes) =>
		membersOnly(await notes.sibling({ discussion_locked: true })),
	),
	noteAssumed("NOTE-153", "An administrator can create a note as another user with sudo.", "create", async (notes, t) => {
		const root = t.as("administrator");
		const { id, username } = t.user("outsider");
		for (const sudo of [id, username])
			for (const made of [
				await notes.make({}, root.sudo(sudo)),
				await notes.make({ sudo }, root),
				(await notes.create(root, { body: "By form.", sudo }, { as: "form" })).ok,
				(await notes.create(root, { body: "By query.", sudo }, { as: "query" })).ok,
			])
				for (const note of [made.fields, await notes.now(made.number("id"))]) t.same("the author", Object(note.author).id, id, made);
	}),
	noteAssumed("NOTE-141", "An auditor reads all notes, but writes only where every user can.", { verbs, id: "NOTE-141/auditor" }, async ({ t, kind: of }) => {
		if (!t.given.hasControl) t.skip("an auditor's own note where it is private cannot be arranged");
		const notes = (await within(t, of, "private")) ?? t.skip("nothing is private");
		const id = await noteBy(notes, "auditor");
		for (const verb of reads) (await notes.ask(verb, t.as("auditor"), id)).is(200);
		for (const verb of writes) (await notes.unchanged(() => notes.ask(verb, t.as("auditor"), id))).refuses(403, forbidden);
		const open = (await within(t, of, "public")) ?? t.skip("nothing is public");
		await takesPart(open, "auditor");
		const internal = await open.record({ internal: true });
		(await open.get(t.as("auditor"), internal)).is(200);
	}),
];

/** A new note by a user who is not a member must be refused; one by each member must succeed. */
async function membersOnly(notes: Notes): Promise<void> {
	const { t } = notes;
	(await notes.refusesNew(t.as("outsider"), { body: t.unique("refused") })).refuses(403, forbidden);
	for (const who of everyone.slice(1)) (await notes.create(t.as(who), { body: "A member's." })).is(201);
}
