import type { ActorName } from "../../rule/actors";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { type Kind, kind, ofProjects, verbs } from "./kinds";
import { Notes } from "./notes";
import { onKind, onNotes } from "./on-notes";
import { epicsOf, issuesOf, lock, mergeRequestsOf, newIssue } from "./places";

const unauthorized = { message: "401 Unauthorized" };

/** Reads and writes as someone who may. */
async function takesPart(notes: Notes, who: ActorName): Promise<void> {
	const { t } = notes;
	const made = await notes.make({}, t.as(who));
	t.same("who wrote it", Object(made.field("author")).id, t.user(who).id, made);
	const listed = (await notes.list(t.as(who))).is(200);
	t.holds("the list should have the new note", listed.ids.includes(made.number("id")), listed);
	(await notes.get(t.as(who), made.number("id"))).is(200);
}

/** A locked discussion is for members. */
const locked = (claim: string, one: Kind): Rule =>
	onKind(claim, one, async (notes) => {
		const { t } = notes;
		await lock(t, one);
		(await notes.inVain(() => notes.create(t.as("outsider"), { body: "Wait!" }))).refuses(403);
		(await notes.create(t.as("guest"), { body: "A member's." })).is(201);
	});

/** The notes of a merge request of the private project. */
async function ofPrivate(t: Context): Promise<Notes> {
	const project = t.scene("private_project");
	const [one] = await mergeRequestsOf(t, project);
	if (!one) return t.skip("the private project has no merge request");
	return new Notes(t, kind.mergeRequest, { id: project, merge_request_iid: Number(one.iid) });
}

/** What is confidential is there from reporter on. */
async function confidential(notes: Notes, others: readonly ActorName[]): Promise<void> {
	const { t } = notes;
	const id = (await notes.make({}, t.as("owner"))).number("id");
	for (const who of others) await notes.refuses(t.as(who), id, 404);
	for (const who of ["reporter", "developer"] as const) {
		const listed = (await notes.list(t.as(who))).is(200);
		t.holds("the note should be listed", listed.ids.includes(id), listed);
	}
}

/** Who may do what with notes. */
export const noteAccess: readonly Rule[] = [
	onNotes("NOTE-138", verbs, async (notes) => {
		const id = (await notes.make()).number("id");
		await notes.refuses(notes.t.anonymous, id, 401, unauthorized);
	}),
	onNotes("NOTE-139", ["create"], async (notes) => {
		const { t } = notes;
		(await notes.create(t.anonymous, {})).refuses(401, unauthorized);
		(await notes.create(t.anonymous, { internal: "maybe" })).refuses(401, unauthorized);
		// Who is signed in is told what is wrong.
		(await notes.create(notes.author, {})).refuses(400);
	}),
	onNotes(
		"NOTE-140",
		verbs,
		async (notes) => {
			const { t } = notes;
			const message = "404 Project Not Found";
			const id = (await notes.make()).number("id");
			await notes.at({ id: t.scene("private_project") }).refuses(t.as("outsider"), id, 404, { message });
			if (notes.kind !== kind.mergeRequest) return;
			// There the parent is known, so that it can be seen that nothing came of it.
			const hidden = await ofPrivate(t);
			const made = await hidden.make({}, t.as("owner"));
			const before = (await hidden.list(t.as("owner"))).is(200);
			await hidden.refuses(t.as("outsider"), made.number("id"), 404, { message });
			const after = await hidden.list(t.as("owner"));
			t.same("the notes that are hidden", after.is(200).json, before.json, after);
		},
		{ on: ofProjects },
	),
	onNotes(
		"NOTE-141",
		verbs,
		async (notes) => {
			const { t } = notes;
			const id = (await notes.make()).number("id");
			const hidden = notes.at({ id: t.scene("private_group") });
			await hidden.refuses(t.as("outsider"), id, 404, { message: "404 Group Not Found" });
		},
		{ on: [kind.epic, kind.groupWikiPage] },
	),
	onKind("NOTE-142", kind.issue, async (notes) => {
		const { t } = notes;
		await takesPart(notes, "outsider");
		const id = t.scene("internal_project");
		const [internal] = await issuesOf(t, id);
		if (internal) await takesPart(notes.at({ id, issue_iid: Number(internal.iid) }), "outsider");
	}),
	onKind(
		"NOTE-143",
		kind.issue,
		async (notes) => {
			const { t } = notes;
			const id = t.scene("private_project");
			const existing = (await issuesOf(t, id)).find((one) => one.confidential === false);
			const issue_iid = existing ? Number(existing.iid) : await newIssue(t, id);
			await takesPart(notes.at({ id, issue_iid }), "guest");
		},
		{ effect: "destroys" },
	),
	onKind("NOTE-144", kind.projectWikiPage, async (notes) => {
		const { t } = notes;
		await takesPart(notes, "outsider");
		const wiki_page_meta_id = t.scene("private_wiki_page_meta_id");
		await takesPart(notes.at({ id: t.scene("private_project"), wiki_page_meta_id }), "guest");
	}),
	onKind("NOTE-145", kind.mergeRequest, async ({ t }) => {
		const notes = await ofPrivate(t);
		const id = (await notes.make()).number("id");
		await notes.refuses(t.as("guest"), id, 404);
		(await notes.get(t.as("reporter"), id)).is(200);
	}),
	onKind("NOTE-146", kind.epic, (notes) => takesPart(notes, "outsider")),
	onKind("NOTE-147", kind.issue, async (notes) => {
		const { t } = notes;
		const names = [t.user("guest").username, t.user("outsider").username];
		const one = (await issuesOf(t, t.scene("project"))).find((issue) => issue.confidential === true && !names.includes(Object(issue.author).username));
		if (!one) return t.skip("the project has no confidential issue of somebody else's");
		await confidential(notes.at({ issue_iid: Number(one.iid) }), ["guest", "outsider"]);
	}),
	onKind("NOTE-148", kind.epic, async (notes) => {
		const one = (await epicsOf(notes.t)).find((epic) => epic.confidential);
		if (!one) return notes.t.skip("the group has no confidential epic with an IID up to 20");
		await confidential(notes.at({ epic_id: one.id }), ["guest"]);
	}),
	locked("NOTE-149", kind.issue),
	locked("NOTE-150", kind.mergeRequest),
	onNotes("NOTE-152", verbs, async (notes) => {
		const { t } = notes;
		const caller = t.as("read-only");
		const made = await notes.make();
		const id = made.number("id");
		for (const verb of ["list", "get"] as const) (await notes.ask(verb, caller, id)).is(200);
		const before = (await notes.list(t.as("owner"))).is(200);
		for (const verb of ["create", "update", "delete"] as const) (await notes.ask(verb, caller, id)).refuses(403).has({ error: "insufficient_scope" });
		const after = await notes.list(t.as("owner"));
		t.same("the notes", after.is(200).json, before.json, after);
	}),
	onNotes("NOTE-153", ["create"], async (notes) => {
		const { t } = notes;
		const root = t.as("administrator");
		const { id, username } = t.user("outsider");
		for (const sudo of [id, username]) {
			const made = [await notes.make({}, root.sudo(sudo)), await notes.make({ sudo }, root)];
			for (const note of made) t.same("the author", Object(note.field("author")).id, id, note);
		}
	}),
];
