import { byClaim } from "../../rule/by-claim";
import type { Rule } from "../../rule/rule";
import { kind, ofProjects, verbs } from "./kinds";
import { Notes } from "./notes";
import { onKind, onNotes } from "./on-notes";
import { epicsOf, issuesOf, mergeRequestsOf, newIssue, newSnippet } from "./places";

const unknown = 999_999_999;
const isWiki = ({ kind: { type } }: Notes): boolean => type === "WikiPage::Meta";

/** The number of the scene's project or group. */
const numericId = async ({ t, kind: { place } }: Notes): Promise<number> =>
	place === "group" ? await t.given.groupId(t.scene("group")) : await t.given.projectId(t.scene("project"));

/** A slug names no wiki page. */
const slug = (claim: string, one: typeof kind.projectWikiPage): Rule =>
	onKind(claim, one, async (notes) => {
		const made = await notes.make();
		const by = notes.at({ wiki_page_meta_id: "home" });
		await by.refuses(notes.t.as("owner"), made.number("id"), 404);
		(await notes.get(notes.author, made.number("id"))).is(200);
	});

/** A note on one project's thing is not listed with that of the same IID in another. */
async function apart(here: Notes, there: Notes): Promise<void> {
	const { t } = here;
	const owner = t.as("owner");
	const [own, other] = [(await here.make()).number("id"), (await there.make({}, owner)).number("id")];
	const [first, second] = [await here.list(owner), await there.list(owner)];
	t.holds("each should list its own note", first.is(200).ids.includes(own) && second.is(200).ids.includes(other), first);
	t.holds("neither should list the other's note", !first.ids.includes(other) && !second.ids.includes(own), second);
}

/** How projects, groups, parents and notes are named in a path. */
export const noteAddresses: readonly Rule[] = [
	onNotes("NOTE-079", verbs, async (notes) => {
		const { t } = notes;
		const owner = t.as("owner");
		const byNumber = notes.at({ id: await numericId(notes) });
		const made = [await notes.make({ body: "Same." }), await byNumber.make({ body: "Same." })];
		const [a = 0, b = 0] = made.map((answer) => answer.number("id"));
		t.same("list by path", (await notes.list(owner)).is(200).json, (await byNumber.list(owner)).is(200).json);
		t.same("get by path", (await notes.get(owner, a)).is(200).json, (await byNumber.get(owner, a)).is(200).json);
		const changed = [await notes.update(owner, a, { body: "New." }), await byNumber.update(owner, b, { body: "New." })];
		t.same("the changed texts", [changed[0]?.ok.field("body"), changed[1]?.ok.field("body")], ["New.", "New."]);
		const gone = [await notes.remove(owner, a), await byNumber.remove(owner, b)];
		t.same("delete by path", gone[0]?.ok.status, gone[1]?.status);
		for (const id of [a, b]) (await notes.get(owner, id)).refuses(404);
	}),
	onKind(
		"NOTE-080",
		kind.issue,
		async (notes) => {
			const { t } = notes;
			const project = t.scene("internal_project");
			const [existing] = await issuesOf(t, project);
			const issue_iid = existing ? Number(existing.iid) : await newIssue(t, project);
			const here = notes.at({ issue_iid });
			if ((await here.list(t.as("owner"))).status !== 200) t.skip(`the project has no issue of the IID ${issue_iid}`);
			await apart(here, here.at({ id: project }));
		},
		{ effect: "destroys" },
	),
	onKind("NOTE-081", kind.mergeRequest, async (notes) => {
		const { t } = notes;
		const project = t.scene("internal_project");
		const others = (await mergeRequestsOf(t, project)).map(({ iid }) => iid);
		const same = (await mergeRequestsOf(t, t.scene("project"))).find(({ iid }) => others.includes(iid));
		if (!same) return t.skip("the project and the internal project have no merge requests of the same IID");
		const here = notes.at({ merge_request_iid: Number(same.iid) });
		await apart(here, here.at({ id: project }));
	}),
	onKind("NOTE-082", kind.issue, async (notes) => {
		const { t } = notes;
		const issue_iid = (await notes.make()).number("noteable_id");
		if ((await issuesOf(t, t.scene("project"))).some(({ iid }) => Number(iid) === issue_iid))
			t.skip("an issue of the project has the number of the scene's issue as its IID");
		(await notes.at({ issue_iid }).list(t.as("owner"))).refuses(404, { message: "404 Not found" });
	}),
	onKind("NOTE-083", kind.snippet, async (notes) => {
		const { t } = notes;
		const made = await notes.make();
		const personal = notes.at({ snippet_id: await newSnippet(t) });
		for (const who of ["developer", "administrator"] as const) await personal.refuses(t.as(who), made.number("id"), 404);
	}),
	onKind("NOTE-084", kind.snippet, async ({ t }) => {
		const id = await newSnippet(t);
		const response = await t.as("developer").send("GET", `/api/v4/snippets/${id}/notes`);
		response.refuses(404, { error: "404 Not Found" });
	}),
	onKind("NOTE-085", kind.snippet, async (notes) => {
		const { t } = notes;
		const snippet_id = await newSnippet(t, t.scene("internal_project"));
		(await notes.at({ id: t.scene("internal_project"), snippet_id }).list(t.as("owner"))).is(200);
		(await notes.at({ snippet_id }).list(t.as("owner"))).refuses(404, { message: "404 Not found" });
	}),
	onKind("NOTE-086", kind.epic, async (notes) => {
		const { t } = notes;
		const epics = await epicsOf(t);
		const one = epics.find(({ iid }) => !epics.some(({ id }) => id === iid));
		if (!one) return t.skip("the group has no epic with an IID up to 20 that is no other's number");
		const by = notes.at({ epic_id: one.iid });
		(await notes.at({ epic_id: one.id }).list(t.as("owner"))).is(200);
		await by.refuses(t.as("owner"), (await notes.make()).number("id"), 404);
	}),
	onKind("NOTE-088", kind.epic, async (notes) => {
		const { t } = notes;
		(await notes.list(t.as("owner"))).is(200);
		(await notes.at({ id: t.scene("private_group") }).list(t.as("owner"))).refuses(404);
	}),
	slug("NOTE-089", kind.projectWikiPage),
	slug("NOTE-090", kind.groupWikiPage),
	onNotes("NOTE-091", verbs, async (notes) => {
		const { t, kind: one } = notes;
		const id = (await notes.make()).number("id");
		if (!isWiki(notes)) await notes.at({ [one.parameter]: "abc" }).refuses(t.as("owner"), id, 400, { error: `${one.parameter} is invalid` });
		await notes.refuses(t.as("owner"), "abc", 400, { error: "note_id is invalid" }, ["get", "update", "delete"]);
	}),
	onNotes("NOTE-092", verbs, async (notes) => {
		const id = (await notes.make()).number("id");
		const by = notes.at({ [notes.kind.parameter]: unknown });
		await by.refuses(notes.t.as("owner"), id, 404, { message: "404 Not found" });
	}),
	onNotes("NOTE-093", verbs, async (notes) => {
		const id = (await notes.make()).number("id");
		const message = ofProjects.includes(notes.kind) ? "404 Project Not Found" : "404 Group Not Found";
		for (const nowhere of [unknown, `${notes.t.unique("no")}/where`]) await notes.at({ id: nowhere }).refuses(notes.t.as("owner"), id, 404, { message });
	}),
	onNotes("NOTE-094", ["create", "update"], async (notes) => {
		const { t } = notes;
		const owner = t.as("owner");
		for (const as of ["query", "form", "json", "multipart"] as const) {
			const body = `Said & done: 50 % + ü by ${as}`;
			const made = (await notes.create(owner, { body, internal: false }, { as })).is(201);
			made.has({ body, internal: false });
			const changed = await notes.update(owner, made.number("id"), { body: `Again ${body}` }, { as });
			changed.is(200).has({ body: `Again ${body}` });
		}
	}),
	// Both by what the tier leaves out: nothing is stored, for nothing is there.
	...(["NOTE-097", "NOTE-098"] as const).map((claim, index) => {
		const one = index === 0 ? kind.epic : kind.groupWikiPage;
		const operations = verbs.map((verb) => one.operations[verb]);
		return byClaim(claim, (t) => new Notes(t, one).refuses(t.as("owner"), 1, 404), {
			tier: "free",
			maxTier: "free",
			effect: "writes",
			operations,
		});
	}),
	onNotes(
		"NOTE-099",
		["list", "create"],
		async (notes) => {
			const made = await notes.make();
			const listed = (await notes.list(notes.author)).is(200);
			notes.t.holds("the new note should be listed", listed.ids.includes(made.number("id")), listed);
		},
		{ on: ofProjects, maxTier: "free" },
	),
	...(["NOTE-100", "NOTE-101"] as const).map((claim, index) =>
		onNotes(
			claim,
			verbs,
			async (notes) => {
				const made = await notes.make();
				const id = made.number("id");
				notes.t.same("the note that is read", (await notes.get(notes.author, id)).is(200).json, made.json);
				const listed = (await notes.list(notes.author)).is(200);
				notes.t.holds("the new note should be listed", listed.ids.includes(id), listed);
				(await notes.update(notes.author, id, { body: "Changed." })).is(200).has({ id, body: "Changed." });
				(await notes.remove(notes.author, id)).ok;
				(await notes.get(notes.author, id)).refuses(404);
			},
			{ on: [index === 0 ? kind.epic : kind.groupWikiPage] },
		),
	),
];
