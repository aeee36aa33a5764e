import { type Fields, isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { mutate, noPermission } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";
import { blob, createSnippet, found, snippetOf, updateSnippet } from "./snippet-maker";

/** createSnippet must be refused in the payload with these errors. */
async function refused(t: Context, input: Fields, errors: readonly string[]): Promise<void> {
	const response = await createSnippet(t, "maintainer", { projectPath: t.scene("project"), ...input });
	const payload = response.record("createSnippet");
	t.same("snippet and errors", [payload.snippet, payload.errors], [null, errors], response.answer);
}

/** What updateSnippet must refuse, giving the unchanged snippet. */
async function unchanged(t: Context, given: Fields): Promise<void> {
	const made = await snippetOf(t);
	const before = await found(t, "maintainer", made.id);
	const { snippet, errors, response } = await updateSnippet(t, "maintainer", { id: made.id, ...given });
	t.holds("there should be errors", Array.isArray(errors) && errors.length > 0, response.answer);
	t.same("the snippet of the payload", snippet, before, response.answer);
	t.same("the snippet afterwards", await found(t, "maintainer", made.id), before);
}

/** Its files by their paths. */
const filesOf = ({ blobs }: Fields): Fields[] => {
	const nodes = isFields(blobs) && Array.isArray(blobs.nodes) ? blobs.nodes.filter(isFields) : [];
	return nodes.sort((a, b) => (String(a.path) < String(b.path) ? -1 : 1));
};
const textsOf = (snippet: Fields): unknown => filesOf(snippet).map(({ path, rawPlainData }) => [path, rawPlainData]);

export const snippetChecks = [
	assumed("GQL-110", "CAPTCHA headers on a mutation that is not flagged are ignored.", "executeGraphql", async (t) => {
		const headers = { "X-Service-Captcha-Response": "anything", "X-Service-Spam-Log-Id": "1" };
		const input = { title: t.unique("snippet"), visibilityLevel: "private", blobActions: [blob("a.md")] };
		const response = await mutate(t.as("maintainer"), "createSnippet", input, "snippet { id }", headers);
		const id = response.text("createSnippet.snippet.id");
		t.undo(`snippet ${id}`, async () => (await mutate(t.as("maintainer"), "destroySnippet", { id })).answer);
		t.same("errors", response.record("createSnippet").errors, [], response.answer);
	}),
	assumed("GQL-128", "`createSnippet` creates a snippet and returns snippet { id title } and errors.", "executeGraphql", async (t) => {
		const title = t.unique("snippet");
		const response = await createSnippet(t, "developer", { title, visibilityLevel: "private" });
		const { snippet, errors } = response.record("createSnippet");
		t.same("errors", errors, [], response.answer);
		t.same("the title", response.record("createSnippet.snippet").title, title, response.answer);
		t.same("the snippet that is found", await found(t, "developer", response.at("createSnippet.snippet.id")), snippet);
	}),
	assumed(
		"GQL-133",
		"createSnippet with projectPath makes a project snippet, addressable at once by /projects/:id/snippets/<n>/notes; without it a personal snippet.",
		"executeGraphql",
		async (t) => {
			const { id, number } = await snippetOf(t);
			t.holds("the snippet should be a project's", String(id).startsWith("gid://service/ProjectSnippet/"));
			const where = (snippet_id: number) => ({ id: t.scene("project"), snippet_id });
			(await t.as("developer").call("createProjectSnippetNote", { ...where(number), body: "Nice" })).is(201);
			const personal = await snippetOf(t, { projectPath: undefined });
			t.holds("the other should be personal", String(personal.id).startsWith("gid://service/PersonalSnippet/"));
			(await t.as("maintainer").call("listProjectSnippetNotes", where(personal.number))).is(404);
		},
	),
	assumed(
		"GQL-134",
		"createSnippet stores title, description, visibilityLevel and one blob per create action; snippet.blobs returns their path and plainData.",
		"executeGraphql",
		async (t) => {
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
		},
	),
	assumed(
		"GQL-135",
		'createSnippet with a blank title → snippet null, errors ["Title can\'t be blank"]; title of 255 characters passes, 256 → "Title is too long (maximum is 255 characters)".',
		"executeGraphql",
		async (t) => {
			await refused(t, { title: " " }, ["Title can't be blank"]);
			await refused(t, { title: "t".repeat(256) }, ["Title is too long (maximum is 255 characters)"]);
			t.same("a title of 255 characters", (await snippetOf(t, { title: "t".repeat(255) })).title, "t".repeat(255));
		},
	),
	assumed("GQL-136", 'createSnippet without any content → snippet null, errors ["Content can\'t be blank"].', "executeGraphql", async (t) => {
		await refused(t, { blobActions: [] }, ["Content can't be blank"]);
		await refused(t, { blobActions: undefined }, ["Content can't be blank"]);
	}),
	assumed(
		"GQL-137",
		'createSnippet with a blob action other than create → snippet null, errors ["Snippet actions have invalid data"].',
		"executeGraphql",
		async (t) => {
			for (const action of [
				{ action: "update", filePath: "a", content: "b" },
				{ action: "delete", filePath: "a" },
			])
				await refused(t, { blobActions: [action] }, ["Snippet actions have invalid data"]);
		},
	),
	assumed(
		"GQL-138",
		"createSnippet in a project needs the right to create snippets there (Reporter and up); otherwise the no-permission error; an unknown projectPath likewise.",
		"executeGraphql",
		async (t) => {
			const projectPath = t.scene("project");
			for (const who of ["guest", "outsider"] as const) (await createSnippet(t, who, { projectPath })).refuses(noPermission);
			(await createSnippet(t, "maintainer", { projectPath: t.unique("no/such") })).refuses(noPermission);
			await snippetOf(t, {}, "reporter");
		},
	),
	rule("GQL-139", "`updateSnippet` changes a snippet and returns it.", "executeGraphql", async (t) => {
		const { id } = await snippetOf(t);
		const title = t.unique("changed");
		const { snippet, errors, response } = await updateSnippet(t, "maintainer", { id, title });
		t.same("id, title and errors", [snippet.id, snippet.title, errors], [id, title, []], response.answer);
		t.same("the title that is found", (await found(t, "maintainer", id))?.title, title);
	}),
	assumed("GQL-141", "updateSnippet changes only the given fields and moves updatedAt.", "executeGraphql", async (t) => {
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
	assumed(
		"GQL-142",
		"updateSnippet blob actions create, update, delete and move a file; afterwards snippet.blobs shows the result.",
		"executeGraphql",
		async (t) => {
			const { id } = await snippetOf(t, { blobActions: [blob("a.md", "A"), blob("b.md", "B"), blob("c.md", "C")] });
			const blobActions = [
				blob("d.md", "D"),
				{ action: "update", filePath: "a.md", content: "AA" },
				{ action: "delete", filePath: "b.md" },
				{ action: "move", previousPath: "c.md", filePath: "e.md" },
			];
			const { errors, response } = await updateSnippet(t, "maintainer", { id, blobActions });
			t.same("errors", errors, [], response.answer);
			t.same("the files", textsOf((await found(t, "maintainer", id)) ?? {}), [
				["a.md", "AA"],
				["d.md", "D"],
				["e.md", "C"],
			]);
		},
	),
	assumed("GQL-143", "move without previousPath, or update of a missing file → errors filled, the unchanged snippet returned.", "executeGraphql", async (t) => {
		await unchanged(t, { blobActions: [{ action: "move", filePath: "x" }] });
		await unchanged(t, { blobActions: [{ action: "update", filePath: "none", content: "x" }] });
	}),
	assumed("GQL-144", "On a validation failure updateSnippet returns the unchanged snippet with errors.", "executeGraphql", async (t) => {
		await unchanged(t, { title: "" });
	}),
	assumed(
		"GQL-145",
		"updateSnippet needs the author, a project Maintainer or an administrator; others get the no-permission error and the snippet is unchanged.",
		"executeGraphql",
		async (t) => {
			const { id } = await snippetOf(t, {}, "reporter");
			for (const who of ["reporter", "maintainer", "administrator"] as const) {
				const title = t.unique(who);
				t.same(`the title that ${who} gave`, (await updateSnippet(t, who, { id, title })).snippet.title, title);
			}
			const before = await found(t, "maintainer", id);
			for (const who of ["developer", "guest", "outsider"] as const) (await mutate(t.as(who), "updateSnippet", { id, title: "Mine" })).refuses(noPermission);
			t.same("the snippet after the refusals", await found(t, "maintainer", id), before);
		},
	),
	assumed(
		"GQL-169",
		'snippets with authorId and projectId together → error "Filtering by both an author and a project is not supported".',
		"executeGraphql",
		async (t) => {
			const { id } = t.user("maintainer");
			const query = `query($path: ID!) { project(fullPath: $path) { id } }`;
			const project = JSON.stringify((await t.as("guest").graphql(query, { path: t.scene("project") })).json);
			const projectId = /gid:\/\/service\/Project\/\d+/.exec(project)?.[0];
			const answer = await t.as("guest").graphql(`{ snippets(authorId: "gid://service/User/${id}", projectId: "${projectId}") { nodes { id } } }`);
			t.holds("the filters should be refused together", answer.is(200).text.includes("Filtering by both an author and a project is not supported"), answer);
		},
	),
	assumed(
		"GQL-222",
		"destroySnippet removes the snippet and its notes: REST notes of it → 404; payload snippet null, errors [].",
		"executeGraphql",
		async (t) => {
			const { id, number } = await snippetOf(t);
			const where = { id: t.scene("project"), snippet_id: number };
			(await t.as("developer").call("createProjectSnippetNote", { ...where, body: "Nice" })).is(201);
			const response = await mutate(t.as("maintainer"), "destroySnippet", { id }, "snippet { id }");
			t.same("the payload", response.record("destroySnippet"), { errors: [], snippet: null }, response.answer);
			(await t.as("developer").call("listProjectSnippetNotes", where)).is(404);
			t.same("the snippet that is found", await found(t, "maintainer", id), null);
		},
	),
	assumed("GQL-223", "A private project snippet is invisible to non-members and visible to project guests and up.", "executeGraphql", async (t) => {
		const { id } = await snippetOf(t, { visibilityLevel: "private" });
		for (const who of ["guest", "reporter", "developer"] as const) t.holds(`${who} should find it`, (await found(t, who, id)) !== null);
		for (const who of ["outsider", undefined] as const) t.same(`what ${who ?? "nobody"} finds`, await found(t, who, id), null);
	}),
	assumed("GQL-224", "snippet.notes equals the REST project snippet notes.", "executeGraphql", async (t) => {
		const { id, number } = await snippetOf(t);
		const where = { id: t.scene("project"), snippet_id: number };
		for (const who of ["developer", "guest"] as const) (await t.as(who).call("createProjectSnippetNote", { ...where, body: t.unique(who) })).is(201);
		const rest = await t.as("guest").call("listProjectSnippetNotes", { ...where, sort: "asc" });
		const query = `query($ids: [SnippetID!]) { snippets(ids: $ids) { nodes { notes { nodes { id body author { username } } } } } }`;
		const answer = await t.as("guest").graphql(query, { ids: [id] });
		const expected = rest.is(200).items.map(({ id: note, body, author }) => ({
			id: `gid://service/Note/${String(note)}`,
			body,
			author: { username: JSON.parse(JSON.stringify(author)).username },
		}));
		t.same("the notes", answer.is(200).json, { data: { snippets: { nodes: [{ notes: { nodes: expected } }] } } }, answer);
	}),
];
