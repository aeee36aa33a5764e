import { ask } from "../../rule/graphql";
import { type Rule, rule } from "../../rule/rule";
import { kind, kinds } from "./kinds";
import { Notes } from "./notes";
import { onKind } from "./on-notes";
import { issuesOf, mergeRequestsOf, newIssue } from "./places";

/** How many notes of the platform's own there are. */
const written = async (notes: Notes): Promise<number> => (await notes.all(notes.t.as("owner"))).filter(({ system }) => system === true).length;

/** A note of commands alone, carried out. */
const carryOut = async (notes: Notes, body: string) => (await notes.create(notes.t.as("developer"), { body })).is(202);

/** Closes and opens an issue again, neither of which may be told in a note. */
async function closeAndReopen(notes: Notes): Promise<void> {
	const { t } = notes;
	const state = async () => {
		const issues = await issuesOf(t, t.scene("project"));
		return issues.find(({ iid }) => iid === String(notes.where.issue_iid))?.state;
	};
	const before = await written(notes);
	if ((await state()) !== "opened") t.skip("the scene's issue is closed");
	t.undo("closing of the issue", async () => {
		const isOpen = (await state()) === "opened";
		return isOpen ? await notes.list(t.as("owner")) : await notes.create(t.as("developer"), { body: "/reopen" });
	});
	const closed = await carryOut(notes, "/close");
	t.same("the issue's state", await state(), "closed", closed);
	t.same("the notes of the platform's own after closing", await written(notes), before, closed);
	const reopened = await carryOut(notes, "/reopen");
	t.same("the issue's state", await state(), "opened", reopened);
	t.same("the notes of the platform's own after reopening", await written(notes), before, reopened);
}

/** Notes that the platform writes of itself. */
export const systemNotes: readonly Rule[] = [
	rule(
		"NOTE-129",
		"System-generated notes are readable through list and get, with system true.",
		kinds.flatMap(({ operations }) => [operations.list, operations.get]),
		async (t) => {
			let found = 0;
			for (const one of [kind.issue, kind.mergeRequest]) {
				const notes = new Notes(t, one);
				const note = await notes.system();
				if (!note) continue;
				found += 1;
				const read = (await notes.get(t.as("guest"), note.id)).is(200);
				read.has({ id: note.id, system: true, body: note.body });
			}
			if (found === 0) t.skip("neither the scene's issue nor its merge request has a note of the platform's own");
		},
		{ effect: "reads", tier: "free" },
	),
	onKind(
		"NOTE-130",
		kind.issue,
		async (notes) => {
			const { t } = notes;
			const project = t.scene("private_project");
			const [source] = await mergeRequestsOf(t, project);
			if (!source) return t.skip("the private project has no merge request");
			const there = new Notes(t, kind.mergeRequest, { id: project, merge_request_iid: Number(source.iid) });
			await there.make({ body: `Same as ${t.scene("project")}#${t.scene("issue_iid")}?` }, t.as("developer"));
			const mention = (await notes.all(t.as("developer"))).find(({ system, body }) => system === true && String(body).includes(`${project}!${source.iid}`));
			if (!mention) throw (await notes.list(t.as("developer"))).deviation("the mention should be told on the issue");
			(await notes.get(t.as("developer"), mention.id)).is(200);
			const seen = await notes.all(t.as("outsider"));
			t.holds("who does not see the project should not see the mention", !seen.some(({ id }) => id === mention.id));
			(await notes.get(t.as("outsider"), mention.id)).refuses(404);
		},
		{ effect: "destroys" },
	),
	onKind("NOTE-131", kind.issue, closeAndReopen),
	onKind("NOTE-132", kind.issue, async (notes) => {
		const { t } = notes;
		await closeAndReopen(notes);
		const before = await written(notes);
		const label = t.unique("label");
		t.undo("label", () => notes.create(t.as("developer"), { body: `/unlabel ~${label}` }));
		const labelled = await notes.create(t.as("developer"), { body: `/label ~${label}` });
		// Where labels and milestones must be there first the command does not apply, and nothing is told either.
		labelled.is(202, 400);
		const milestone = await notes.create(t.as("developer"), { body: `/milestone %${label}` });
		milestone.is(202, 400);
		t.same("the notes of the platform's own", await written(notes), before, milestone);
	}),
	onKind(
		"NOTE-133",
		kind.issue,
		async ({ t }) => {
			const project = t.scene("project");
			const notes = new Notes(t, kind.issue, { issue_iid: await newIssue(t, project) });
			const member = t.user("maintainer").username;
			const changes = [`/title ${t.unique("title")}`, `/assign @${member}`, "/confidential", "/lock"];
			for (const body of changes) {
				const before = await written(notes);
				const response = await carryOut(notes, body);
				t.same(`the notes of the platform's own after ${body}`, await written(notes), before + 1, response);
			}
			const before = await written(notes);
			const from = new Notes(t, kind.mergeRequest);
			const said = await from.make({ body: `See #${notes.where.issue_iid}.` }, t.as("developer"));
			t.same("the notes of the platform's own after a cross-reference", await written(notes), before + 1, said);
		},
		{ effect: "destroys" },
	),
	onKind("NOTE-228", kind.issue, async (notes) => {
		const { t } = notes;
		const query = "query ($at: ID!, $iid: String!) { project(fullPath: $at) { issue(iid: $iid) { title } } }";
		const at = { at: t.scene("project"), iid: String(t.scene("issue_iid")) };
		const title = async () => (await ask(t.as("owner"), query, at)).text("project.issue.title");
		const [old, wanted, before] = [await title(), t.unique("title"), await written(notes)];
		t.undo("title of the issue", () => notes.create(t.as("developer"), { body: `/title ${old}` }));
		const response = await carryOut(notes, `/title ${wanted}`);
		t.same("the issue's title", await title(), wanted, response);
		t.same("the notes of the platform's own", await written(notes), before + 1, response);
		const [last] = (await notes.all(t.as("owner"))).filter(({ system }) => system === true);
		t.holds("the newest of them should tell of the title", String(last?.body).includes("title"), response);
	}),
];
