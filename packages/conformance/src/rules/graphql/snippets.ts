import { type Fields, isFields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { mutate, noPermission } from "../../rule/graphql";
import { check } from "../../rule/rule";
import { blob, createSnippet, found, snippetOf, updateSnippet } from "./snippet-maker";

/** createSnippet must be refused in the payload with these errors. */
async function refused(t: Trial, input: Fields, errors: readonly string[]): Promise<void> {
	const told = await createSnippet(t, "maintainer", { projectPath: t.scene("project"), ...input });
	const payload = told.record("createSnippet");
	t.same("snippet and errors", [payload.snippet, payload.errors], [null, errors], told.answer);
}

/** What updateSnippet must refuse, giving the unchanged snippet. */
async function unchanged(t: Trial, given: Fields): Promise<void> {
	const made = await snippetOf(t);
	const before = await found(t, "maintainer", made.id);
	const { snippet, errors, told } = await updateSnippet(t, "maintainer", { id: made.id, ...given });
	t.holds("there should be errors", Array.isArray(errors) && errors.length > 0, told.answer);
	t.same("the snippet of the payload", snippet, before, told.answer);
	t.same("the snippet afterwards", await found(t, "maintainer", made.id), before);
}

/** Its files by their paths. */
const filesOf = ({ blobs }: Fields): Fields[] => {
	const nodes = isFields(blobs) && Array.isArray(blobs.nodes) ? blobs.nodes.filter(isFields) : [];
	return nodes.sort((a, b) => (String(a.path) < String(b.path) ? -1 : 1));
};
const textsOf = (snippet: Fields): unknown => filesOf(snippet).map(({ path, rawPlainData }) => [path, rawPlainData]);

export const snippetChecks = [
	check("GQL-110", async (t) => {
		const headers = { "X-Service-Captcha-Response": "anything", "X-Service-Spam-Log-Id": "1" };
		const input = { title: t.unique("snippet"), visibilityLevel: "private", blobActions: [blob("a.md")] };
		const told = await mutate(t.as("maintainer"), "createSnippet", input, "snippet { id }", headers);
		const id = told.text("createSnippet.snippet.id");
		t.undo(`snippet ${id}`, async () => (await mutate(t.as("maintainer"), "destroySnippet", { id })).answer);
		t.same("errors", told.record("createSnippet").errors, [], told.answer);
	}),
	check("GQL-128", async (t) => {
		const title = t.unique("snippet");
		const told = await createSnippet(t, "developer", { title, visibilityLevel: "private" });
		const { snippet, errors } = told.record("createSnippet");
		t.same("errors", errors, [], told.answer);
		t.same("the title", told.record("createSnippet.snippet").title, title, told.answer);
		t.same("the snippet that is found", await found(t, "developer", told.at("createSnippet.snippet.id")), snippet);
	}),
	check("GQL-133", async (t) => {
		const { id, number } = await snippetOf(t);
		t.holds("the snippet should be a project's", String(id).startsWith("gid://service/ProjectSnippet/"));
		const where = (snippet_id: number) => ({ id: t.scene("project"), snippet_id });
		(await t.as("developer").call("createProjectSnippetNote", { ...where(number), body: "Nice" })).is(201);
		const personal = await snippetOf(t, { projectPath: undefined });
		t.holds("the other should be personal", String(personal.id).startsWith("gid://service/PersonalSnippet/"));
		(await t.as("maintainer").call("listProjectSnippetNotes", where(personal.number))).is(404);
	}),
	check("GQL-134", async (t) => {
		const blobActions = [blob("a.md", "# A"), blob("b/c.txt", "plain")];
		const given = { title: t.unique("snippet"), description: "Some tips", visibilityLevel: "internal" };
		const made = await snippetOf(t, { ...given, blobActions });
		const snippet = (await found(t, "maintainer", made.id)) ?? {};
		for (const [name, value] of Object.entries(given)) t.same(name, snippet[name], value);
		t.same("the files", textsOf(snippet), [
			["a.md", "# A"],
			["b/c.txt", "plain"],
		]);
		const [first, second] = filesOf(snippet);
		t.holds("plainData should hold the text of a.md", String(first?.plainData).includes("# A"));
		t.holds("plainData should hold the text of b/c.txt", String(second?.plainData).includes("plain"));
	}),
	check("GQL-135", async (t) => {
		await refused(t, { title: " " }, ["Title can't be blank"]);
		await refused(t, { title: "t".repeat(256) }, ["Title is too long (maximum is 255 characters)"]);
		t.same("a title of 255 characters", (await snippetOf(t, { title: "t".repeat(255) })).title, "t".repeat(255));
	}),
	check("GQL-136", async (t) => {
		await refused(t, { blobActions: [] }, ["Content can't be blank"]);
		await refused(t, { blobActions: undefined }, ["Content can't be blank"]);
	}),
	check("GQL-137", async (t) => {
		for (const action of [
			{ action: "update", filePath: "a", content: "b" },
			{ action: "delete", filePath: "a" },
		])
			await refused(t, { blobActions: [action] }, ["Snippet actions have invalid data"]);
	}),
	check("GQL-138", async (t) => {
		const projectPath = t.scene("project");
		for (const who of ["guest", "outsider"] as const)
			(await createSnippet(t, who, { projectPath })).refuses(noPermission);
		(await createSnippet(t, "maintainer", { projectPath: t.unique("no/such") })).refuses(noPermission);
		await snippetOf(t, {}, "reporter");
	}),
	check("GQL-139", async (t) => {
		const { id } = await snippetOf(t);
		const title = t.unique("changed");
		const { snippet, errors, told } = await updateSnippet(t, "maintainer", { id, title });
		t.same("id, title and errors", [snippet.id, snippet.title, errors], [id, title, []], told.answer);
		t.same("the title that is found", (await found(t, "maintainer", id))?.title, title);
	}),
	check("GQL-141", async (t) => {
		const made = await snippetOf(t, { description: "D" });
		const title = t.unique("changed");
		// Times have whole seconds.
		await new Promise((resolve) => setTimeout(resolve, 1_100));
		const { snippet } = await updateSnippet(t, "maintainer", { id: made.id, title });
		const { number: _, updatedAt, ...before } = made;
		const { updatedAt: later, ...after } = snippet;
		t.same("all but updatedAt", after, { ...before, title });
		t.holds(`updatedAt ${String(later)} should be later than ${String(updatedAt)}`, String(later) > String(updatedAt));
	}),
	check("GQL-142", async (t) => {
		const { id } = await snippetOf(t, { blobActions: [blob("a.md", "A"), blob("b.md", "B"), blob("c.md", "C")] });
		const blobActions = [
			blob("d.md", "D"),
			{ action: "update", filePath: "a.md", content: "AA" },
			{ action: "delete", filePath: "b.md" },
			{ action: "move", previousPath: "c.md", filePath: "e.md" },
		];
		const { errors, told } = await updateSnippet(t, "maintainer", { id, blobActions });
		t.same("errors", errors, [], told.answer);
		t.same("the files", textsOf((await found(t, "maintainer", id)) ?? {}), [
			["a.md", "AA"],
			["d.md", "D"],
			["e.md", "C"],
		]);
	}),
	check("GQL-143", async (t) => {
		await unchanged(t, { blobActions: [{ action: "move", filePath: "x" }] });
		await unchanged(t, { blobActions: [{ action: "update", filePath: "none", content: "x" }] });
	}),
	check("GQL-144", async (t) => {
		await unchanged(t, { title: "" });
	}),
	check("GQL-145", async (t) => {
		const { id } = await snippetOf(t, {}, "reporter");
		for (const who of ["reporter", "maintainer", "administrator"] as const) {
			const title = t.unique(who);
			t.same(`the title that ${who} gave`, (await updateSnippet(t, who, { id, title })).snippet.title, title);
		}
		const before = await found(t, "maintainer", id);
		for (const who of ["developer", "guest", "outsider"] as const)
			(await mutate(t.as(who), "updateSnippet", { id, title: "Mine" })).refuses(noPermission);
		t.same("the snippet after the refusals", await found(t, "maintainer", id), before);
	}),
	check("GQL-169", async (t) => {
		const { id } = t.user("maintainer");
		const query = `query($path: ID!) { project(fullPath: $path) { id } }`;
		const project = JSON.stringify((await t.as("guest").graphql(query, { path: t.scene("project") })).json);
		const projectId = /gid:\/\/service\/Project\/\d+/.exec(project)?.[0];
		const answer = await t
			.as("guest")
			.graphql(`{ snippets(authorId: "gid://service/User/${id}", projectId: "${projectId}") { nodes { id } } }`);
		t.holds(
			"the filters should be refused together",
			answer.is(200).text.includes("Filtering by both an author and a project is not supported"),
			answer,
		);
	}),
	check("GQL-222", async (t) => {
		const { id, number } = await snippetOf(t);
		const where = { id: t.scene("project"), snippet_id: number };
		(await t.as("developer").call("createProjectSnippetNote", { ...where, body: "Nice" })).is(201);
		const told = await mutate(t.as("maintainer"), "destroySnippet", { id }, "snippet { id }");
		t.same("the payload", told.record("destroySnippet"), { errors: [], snippet: null }, told.answer);
		(await t.as("developer").call("listProjectSnippetNotes", where)).is(404);
		t.same("the snippet that is found", await found(t, "maintainer", id), null);
	}),
	check("GQL-223", async (t) => {
		const { id } = await snippetOf(t, { visibilityLevel: "private" });
		for (const who of ["guest", "reporter", "developer"] as const)
			t.holds(`${who} should find it`, (await found(t, who, id)) !== null);
		for (const who of ["outsider", undefined] as const)
			t.same(`what ${who ?? "nobody"} finds`, await found(t, who, id), null);
	}),
	check("GQL-224", async (t) => {
		const { id, number } = await snippetOf(t);
		const where = { id: t.scene("project"), snippet_id: number };
		for (const who of ["developer", "guest"] as const)
			(await t.as(who).call("createProjectSnippetNote", { ...where, body: t.unique(who) })).is(201);
		const rest = await t.as("guest").call("listProjectSnippetNotes", { ...where, sort: "asc" });
		const query = `query($ids: [SnippetID!]) { snippets(ids: $ids) { nodes { notes { nodes { id body author { username } } } } } }`;
		const answer = await t.as("guest").graphql(query, { ids: [id] });
		const expected = rest.is(200).items.map(({ id: note, body, author }) => ({
			id: `gid://service/Note/${String(note)}`,
			body,
			author: { username: JSON.parse(JSON.stringify(author)).username },
		}));
		t.same(
			"the notes",
			answer.is(200).json,
			{ data: { snippets: { nodes: [{ notes: { nodes: expected } }] } } },
			answer,
		);
	}),
];
