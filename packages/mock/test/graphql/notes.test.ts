import type { Epic, Issue, Note, NoteableType, Project } from "@tenon/mock";
import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

let there: GraphqlWorld;
let lab: Project;
beforeEach(() => {
	there = graphqlWorld();
	lab = there.make.project("acme/lab");
});

const minute = (number: number): string => new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();
const gid = ({ id }: { id: number }, className = "Note"): string => `gid://service/${className}/${id}`;
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf("/") + 1));
const write = (type: NoteableType, id: number, given: Partial<Note> = {}): Note =>
	there.make.note({ type, id, project_id: type === "Epic" ? null : lab.id }, given);

interface Told {
	id: string;
	body: string;
	system: boolean;
	internal: boolean;
	author: { username: string };
	createdAt: string;
	noteableId: number;
	noteableType: string;
}
const told = "id body system internal author { username } createdAt noteableId noteableType";
const byHand = (one: Told): object => ({ ...one, id: numberOf(one.id), author: one.author.username });
// biome-ignore lint/suspicious/noExplicitAny: an answer of the REST interface, whose shape is checked by comparing
const byRest = (one: any): object => ({
	id: one.id,
	body: one.body,
	system: one.system,
	internal: one.internal,
	author: one.author.username,
	createdAt: `${one.created_at.slice(0, 19)}Z`,
	noteableId: one.noteable_id,
	noteableType: one.noteable_type,
});

describe("the list of what takes notes", () => {
	/** The notes on issue 1 of a project by GraphQL, page by page. */
	async function byGraphql(who: string, path: string, filter?: string): Promise<Told[]> {
		const all: Told[] = [];
		for (let after = "null"; ; ) {
			const { data, errors } = await there.gql(
				who,
				`{ project(fullPath: "${path}") { issue(iid: "1") { notes(first: 100, after: ${after}${filter ? `, filter: ${filter}` : ""}) {
					count nodes { ${told} } pageInfo { hasNextPage endCursor } } } } }`,
			);
			expect(errors).toBeUndefined();
			const { nodes, pageInfo, count } = data.project.issue.notes;
			all.push(...nodes);
			if (pageInfo.hasNextPage) after = JSON.stringify(pageInfo.endCursor);
			else {
				expect(count).toBe(all.length);
				return all;
			}
		}
	}
	const restNotes = async (who: string, path: string, filter: string) => {
		const at = `/projects/${encodeURIComponent(path)}/issues/1/notes?sort=asc&per_page=100&activity_filter=${filter}`;
		const pages = [await there.ask(who, "GET", at), await there.ask(who, "GET", `${at}&page=2`)];
		return pages.flatMap(({ body }) => body);
	};

	test.each(["guest", "reporter", "developer", "outsider", "auditor", "root"])(
		"GQL-205..206 is what REST lists, the oldest first: for %s",
		async (who) => {
			const lengths = new Set<number>();
			for (const [filter, word] of [
				[undefined, "all_notes"],
				["ALL_NOTES", "all_notes"],
				["ONLY_COMMENTS", "only_comments"],
				["ONLY_ACTIVITY", "only_activity"],
			] as const) {
				const mine = (await byGraphql(who, "acme/web", filter)).map(byHand);
				expect(mine, word).toEqual((await restNotes(who, "acme/web", word)).map(byRest));
				lengths.add(mine.length);
			}
			expect(lengths.size).toBe(3);
		},
	);

	test("a mention of something elsewhere shows to those who see that", async () => {
		const hidden = there.make.project("acme/hidden", { visibility: "private" });
		const issue = there.make.issue(lab);
		write("Issue", issue.id, { system: true, mentions_project_id: hidden.id });
		expect((await byGraphql("outsider", "acme/lab")).length).toBe(0);
		expect((await byGraphql("developer", "acme/lab")).length).toBe(1);
	});

	test("GQL-206 by creation, not by number", async () => {
		const issue = there.make.issue(lab);
		for (const at of [3, 1, 2]) write("Issue", issue.id, { body: String(at), created_at: minute(at) });
		expect((await byGraphql("guest", "acme/lab")).map(({ body }) => body)).toEqual(["1", "2", "3"]);
	});

	test("of a merge request, and GQL-224 of a snippet, is what REST lists", async () => {
		const merge = there.make.mergeRequest(lab);
		const snippet = there.make.snippet(lab, { visibility: "public" });
		for (const at of [2, 1]) {
			write("MergeRequest", merge.id, { created_at: minute(at) });
			write("MergeRequest", merge.id, { created_at: minute(at), system: true });
			write("Snippet", snippet.id, { created_at: minute(at), body: `Note ${at}` });
		}
		const { data } = await there.gql(
			"guest",
			`{ mergeRequest(id: "${gid(merge, "MergeRequest")}") { notes { nodes { ${told} } } comments: notes(filter: ONLY_COMMENTS) { count } }
				project(fullPath: "acme/lab") { snippets { nodes { notes { nodes { ${told} } } none: notes(filter: ONLY_ACTIVITY) { count } } } } }`,
		);
		const rest = async (at: string) =>
			(await there.ask("guest", "GET", `/projects/${lab.id}/${at}/notes?sort=asc`)).body.map(byRest);
		expect(data.mergeRequest.notes.nodes.map(byHand)).toEqual(await rest("merge_requests/1"));
		expect(data.mergeRequest.comments.count).toBe(2);
		const [shown] = data.project.snippets.nodes;
		expect(shown.notes.nodes.map(byHand)).toEqual(await rest(`snippets/${snippet.id}`));
		expect(shown.notes.nodes.length).toBe(2);
		expect(shown.none.count).toBe(0);
	});

	test("GQL-203 of an alert and of a personal snippet, with what the interface says of them", async () => {
		const alert = there.make.alert(lab);
		write("AlertManagement::Alert", alert.id, { body: "Looking." });
		const snippet = there.make.snippet(null, { author_id: there.make.userId("developer") });
		there.make.note({ type: "Snippet", id: snippet.id, project_id: null }, { body: "Mine." });
		const { data, errors } = await there.gql(
			"developer",
			`fragment on_ on NoteableInterface { notes(first: 1) { nodes { body url project { fullPath } } } }
			{ project(fullPath: "acme/lab") { alertManagementAlert(iid: "1") { ...on_ } }
				snippets(ids: ["${gid(snippet, "PersonalSnippet")}"]) { nodes { ...on_ } } }`,
		);
		expect(errors).toBeUndefined();
		const url = "http://tenon.test/acme/lab/-/alert_management/1/details#note_";
		expect(data.project.alertManagementAlert.notes.nodes).toEqual([
			{ body: "Looking.", url: expect.stringContaining(url), project: { fullPath: "acme/lab" } },
		]);
		expect(data.snippets.nodes[0].notes.nodes).toEqual([
			{
				body: "Mine.",
				url: expect.stringContaining(`http://tenon.test/-/snippets/${snippet.id}#note_`),
				project: null,
			},
		]);
	});
});

describe("a note by its Global ID", () => {
	const found = async (who: string | null, { id }: { id: number }, fields = "id", className = "Note") =>
		(await there.gql(who, `{ note(id: "gid://service/${className}/${id}") { ${fields} } }`)).data.note;

	test("GQL-201 every field, as REST tells them", async () => {
		const issue = there.make.issue(lab);
		const note = write("Issue", issue.id, {
			body: "First <b>line</b>\nSecond\n\nThird",
			author_id: there.make.userId("guest"),
			internal: true,
			created_at: minute(1),
			updated_at: minute(2),
		});
		const fields = `${told} bodyHtml bodyFirstLineHtml resolvable resolved updatedAt project { fullPath } url imported`;
		const shown = await found("reporter", note, fields);
		expect(shown).toEqual({
			id: gid(note),
			body: "First <b>line</b>\nSecond\n\nThird",
			bodyHtml: '<p dir="auto">First &lt;b&gt;line&lt;/b&gt;\nSecond</p>\n<p dir="auto">Third</p>',
			bodyFirstLineHtml: '<p dir="auto">First &lt;b&gt;line&lt;/b&gt;</p>',
			author: { username: "guest" },
			system: false,
			internal: true,
			resolvable: false,
			resolved: false,
			createdAt: "2026-01-01T00:01:00Z",
			updatedAt: "2026-01-01T00:02:00Z",
			noteableId: issue.id,
			noteableType: "Issue",
			project: { fullPath: "acme/lab" },
			url: `http://tenon.test/acme/lab/-/issues/1#note_${note.id}`,
			imported: false,
		});
		const { body } = await there.ask("reporter", "GET", `/projects/${lab.id}/issues/1/notes/${note.id}`);
		expect(byRest(body)).toMatchObject({ id: note.id, body: shown.body, createdAt: shown.createdAt, internal: true });
		expect([body.resolvable, body.imported]).toEqual([shown.resolvable, shown.imported]);
	});

	test("GQL-079 by any class that a note may have; not by another", async () => {
		const note = write("Issue", there.make.issue(lab).id);
		for (const className of ["Note", "DiscussionNote", "DiffNote"])
			expect(await found(null, note, "id", className)).toEqual({ id: gid(note) });
		const { errors } = await there.gql(null, `{ note(id: "gid://service/Issue/${note.id}") { id } }`);
		expect(errors?.[0].message).toContain("does not represent an instance of Note");
	});

	test("on anything, with the address of its page", async () => {
		const { make } = there;
		const acme = there.platform.state.group("acme");
		if (!acme) throw new Error("The demo has it.");
		const epic = make.epic(acme);
		const page = make.wikiPage(lab, { slug: "start" });
		const groupPage = make.wikiPage(acme, { slug: "hello" });
		const merge = make.mergeRequest(lab);
		const snippet = make.snippet(lab);
		for (const [type, id, path, place] of [
			["MergeRequest", merge.id, "acme/lab/-/merge_requests/1", lab.id],
			["Snippet", snippet.id, `acme/lab/-/snippets/${snippet.id}`, lab.id],
			["Epic", epic.id, `groups/acme/-/epics/${epic.iid}`, null],
			["WikiPage::Meta", page.id, "acme/lab/-/wikis/start", lab.id],
			["WikiPage::Meta", groupPage.id, "groups/acme/-/wikis/hello", null],
		] as const) {
			const note = make.note({ type, id, project_id: place });
			expect(await found("developer", note, "url noteableType noteableId project { fullPath }")).toEqual({
				url: `http://tenon.test/${path}#note_${note.id}`,
				noteableType: type,
				noteableId: id,
				project: place && { fullPath: "acme/lab" },
			});
		}
	});

	test("is null where REST gives none to the same caller", async () => {
		const { make } = there;
		const hidden = make.project("acme/hidden", { visibility: "private" });
		const secret = make.issue(lab, { confidential: true });
		const open: Issue = make.issue(lab);
		const cases: [Note, string][] = [
			[write("Issue", secret.id), `/projects/${lab.id}/issues/${secret.iid}/notes`],
			[write("Issue", open.id, { internal: true }), `/projects/${lab.id}/issues/${open.iid}/notes`],
			[
				write("Issue", open.id, { system: true, mentions_project_id: hidden.id }),
				`/projects/${lab.id}/issues/${open.iid}/notes`,
			],
		];
		const inside = make.mergeRequest(hidden);
		cases.push([
			make.note({ type: "MergeRequest", id: inside.id, project_id: hidden.id }),
			`/projects/${hidden.id}/merge_requests/1/notes`,
		]);
		const snippet = make.snippet(lab, { visibility: "private" });
		cases.push([write("Snippet", snippet.id), `/projects/${lab.id}/snippets/${snippet.id}/notes`]);
		const page = make.wikiPage(hidden);
		cases.push([
			make.note({ type: "WikiPage::Meta", id: page.id, project_id: hidden.id }),
			`/projects/${hidden.id}/wiki_pages/${page.id}/notes`,
		]);
		const acme = there.platform.state.group("acme");
		const epic: Epic = make.epic(acme ?? make.group("other"), { confidential: true });
		cases.push([write("Epic", epic.id), `/groups/${epic.group_id}/epics/${epic.id}/notes`]);
		const seen = new Set<string>();
		for (const who of ["outsider", "guest", "reporter"])
			for (const [note, path] of cases) {
				const { status } = await there.ask(who, "GET", `${path}/${note.id}`);
				expect((await found(who, note)) !== null, `${who} ${path}`).toBe(status === 200);
				seen.add(`${who} ${status}`);
			}
		expect([...seen].sort()).toEqual(["guest 200", "guest 404", "outsider 404", "reporter 200"]);
	});

	test("of an alert it is for developers, of an epic for plans that have epics", async () => {
		const note = write("AlertManagement::Alert", there.make.alert(lab).id);
		expect(await found("reporter", note)).toBeNull();
		expect(await found("developer", note)).toEqual({ id: gid(note) });
		const acme = there.platform.state.group("acme");
		if (!acme) throw new Error("The demo has it.");
		const onEpic = write("Epic", there.make.epic(acme).id);
		const onPage = there.make.note({ type: "WikiPage::Meta", id: there.make.wikiPage(acme).id, project_id: null });
		expect(await found("developer", onEpic)).toEqual({ id: gid(onEpic) });
		there.platform.settings.tier = "free";
		expect([await found("developer", onEpic), await found("developer", onPage)]).toEqual([null, null]);
	});

	test("an unknown one is null", async () => {
		expect(await found("root", { id: 999_999 })).toBeNull();
	});
});
