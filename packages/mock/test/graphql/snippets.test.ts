import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld, type Result } from "../support/graphql";

let there: GraphqlWorld;
beforeEach(() => {
	there = graphqlWorld();
	there.make.project("acme/closed", { visibility: "private" });
});

const create = `mutation($i: CreateSnippetInput!) { createSnippet(input: $i) {
	errors clientMutationId
	snippet { id title description visibilityLevel createdAt updatedAt author { username } project { fullPath } blobs { nodes { path rawPlainData plainData } } }
} }`;
const update = `mutation($i: UpdateSnippetInput!) { updateSnippet(input: $i) {
	errors snippet { id title description visibilityLevel createdAt updatedAt blobs { nodes { path rawPlainData } } }
} }`;
const file = (filePath: string, content = "x"): object => ({ action: "create", filePath, content });
const input = (given: object = {}): { i: object } => ({
	i: { title: "Tips", visibilityLevel: "public", blobActions: [file("tips.md", "Be kind.")], ...given },
});
const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";
const payload = (result: Result) => result.data.createSnippet ?? result.data.updateSnippet;

/** A snippet of `maintainer`'s in acme/web, by its Global ID. */
async function made(given: object = {}, who = "maintainer"): Promise<string> {
	const result = await there.gql(who, create, input({ projectPath: "acme/web", ...given }));
	expect(payload(result).errors).toEqual([]);
	return payload(result).snippet.id;
}
const numberOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

describe("createSnippet", () => {
	test("GQL-128, GQL-134 a snippet with a blob for each create action", async () => {
		const blobActions = [file("a.md", "# A"), file("b/c.ts", "let c = '<b>';")];
		const result = await there.gql(
			"developer",
			create,
			input({ description: "Some tips", visibilityLevel: "internal", blobActions, clientMutationId: "m-1" }),
		);
		expect(payload(result)).toEqual({
			errors: [],
			clientMutationId: "m-1",
			snippet: {
				id: expect.stringMatching(/^gid:\/\/service\/PersonalSnippet\/\d+$/),
				title: "Tips",
				description: "Some tips",
				visibilityLevel: "internal",
				createdAt: "2026-01-05T09:30:00Z",
				updatedAt: "2026-01-05T09:30:00Z",
				author: { username: "developer" },
				project: null,
				blobs: {
					nodes: [
						{ path: "a.md", rawPlainData: "# A", plainData: '<span id="LC1" class="line" lang="markdown"># A</span>' },
						{
							path: "b/c.ts",
							rawPlainData: "let c = '<b>';",
							plainData: '<span id="LC1" class="line" lang="typescript">let c = \'&lt;b&gt;\';</span>',
						},
					],
				},
			},
		});
	});

	test("GQL-133 with projectPath it is the project's, and takes notes by REST at once", async () => {
		const id = await made();
		expect(id).toMatch(/^gid:\/\/service\/ProjectSnippet\/\d+$/);
		const path = `/projects/acme%2Fweb/snippets/${numberOf(id)}/notes`;
		expect((await there.ask("developer", "POST", path, { json: { body: "Nice" } })).status).toBe(201);
		expect((await there.ask("developer", "GET", path)).body).toHaveLength(1);
		const personal = await there.gql("developer", create, input());
		const elsewhere = `/projects/acme%2Fweb/snippets/${numberOf(payload(personal).snippet.id)}/notes`;
		expect((await there.ask("developer", "GET", elsewhere)).status).toBe(404);
	});

	test.each<[string, object, string[]]>([
		["GQL-135", { title: "  " }, ["Title can't be blank"]],
		["GQL-135", { title: "t".repeat(256) }, ["Title is too long (maximum is 255 characters)"]],
		["GQL-136", { blobActions: [] }, ["Content can't be blank"]],
		["GQL-136", { blobActions: null }, ["Content can't be blank"]],
		[
			"GQL-137",
			{ blobActions: [{ action: "update", filePath: "a", content: "b" }] },
			["Snippet actions have invalid data"],
		],
		["GQL-137", { blobActions: [{ action: "delete", filePath: "a" }] }, ["Snippet actions have invalid data"]],
		["GQL-091", { blobActions: [file("a"), file("a")] }, ["Snippet actions have invalid data"]],
		["GQL-091", { blobActions: [file("a", "")] }, ["Snippet actions have invalid data"]],
	])("%s %j is refused in the payload", async (_claim, given, errors) => {
		const before = there.state();
		const result = await there.gql("developer", create, input(given));
		expect([result.status, result.errors]).toEqual([200, undefined]);
		expect(payload(result)).toEqual({ errors, clientMutationId: null, snippet: null });
		expect(there.state()).toBe(before);
	});

	test("GQL-091 all faults are told, a sentence each", async () => {
		const description = "d".repeat(1_048_577);
		expect(
			payload(await there.gql("developer", create, input({ title: "", blobActions: [], description }))).errors,
		).toEqual([
			"Title can't be blank",
			"Description is too long (maximum is 1048576 characters)",
			"Content can't be blank",
		]);
	});

	test("GQL-135 a title of 255 characters passes", async () => {
		expect(payload(await there.gql("developer", create, input({ title: "t".repeat(255) }))).errors).toEqual([]);
	});

	test.each<[string, string, object]>([
		["a guest", "guest", { projectPath: "acme/web" }],
		["an outsider", "outsider", { projectPath: "acme/web" }],
		["nobody's project", "developer", { projectPath: "acme/none" }],
		["a project that does not show", "outsider", { projectPath: "acme/closed" }],
		["a project without snippets", "owner", { projectPath: "acme/without" }],
		["an external user's own", "stranger", {}],
	])("GQL-138, GQL-090 %s gets the one error", async (_what, who, given) => {
		there.make.user({ username: "stranger", external: true });
		there.make.project("acme/without", { snippets_access_level: "disabled" });
		const before = there.state();
		const { data, errors, status } = await there.gql(who, create, input(given));
		expect([status, data, errors?.[0].message]).toEqual([200, { createSnippet: null }, noPermission]);
		expect(errors?.[0]).toMatchObject({ locations: [{ line: 1 }], path: ["createSnippet"] });
		expect(there.state()).toBe(before);
	});

	test("GQL-138 a reporter may", async () => {
		await made({}, "reporter");
	});

	test("a file without a name is given one", async () => {
		const blobActions = [file("", "1"), file("  ", "2"), file("snippetfile3.txt", "3"), file("", "4")];
		const { snippet } = payload(await there.gql("developer", create, input({ blobActions })));
		expect(snippet.blobs.nodes.map(({ path }: { path: string }) => path)).toEqual(
			[1, 2, 3, 4].map((number) => `snippetfile${number}.txt`),
		);
	});

	test("a visibility that only administrators may give", async () => {
		const old = await made();
		there.platform.settings.restrictedVisibilities = ["public"];
		expect(payload(await there.gql("developer", create, input())).errors).toEqual([
			"Visibility level public has been restricted by your administrator",
		]);
		expect(payload(await there.gql("root", create, input())).errors).toEqual([]);
		// What has it already keeps it.
		const same = { i: { id: old, title: "New", visibilityLevel: "public" } };
		expect(payload(await there.gql("maintainer", update, same)).errors).toEqual([]);
		await there.gql("maintainer", update, { i: { id: old, visibilityLevel: "private" } });
		expect(payload(await there.gql("maintainer", update, same)).errors).toHaveLength(1);
	});
});

describe("updateSnippet", () => {
	test("GQL-139, GQL-141 only what is given changes, and the time moves on", async () => {
		const id = await made({ description: "D" });
		there.platform.clock.advance("1 hour");
		const { snippet } = payload(await there.gql("maintainer", update, { i: { id, title: "New" } }));
		expect(snippet).toMatchObject({
			id,
			title: "New",
			description: "D",
			visibilityLevel: "public",
			createdAt: "2026-01-05T09:30:00Z",
			updatedAt: "2026-01-05T10:30:00Z",
			blobs: { nodes: [{ path: "tips.md", rawPlainData: "Be kind." }] },
		});
		const emptied = { i: { id, title: null, description: null, visibilityLevel: null, blobActions: null } };
		expect(payload(await there.gql("maintainer", update, emptied)).snippet).toMatchObject({
			title: "New",
			description: null,
			visibilityLevel: "public",
		});
	});

	test("GQL-142 files are made, changed, removed and moved, in order", async () => {
		const id = await made({ blobActions: [file("a.md", "A"), file("b.md", "B"), file("c.md", "C")] });
		const blobActions = [
			file("d.md", "D"),
			{ action: "update", filePath: "a.md", content: "AA" },
			{ action: "delete", filePath: "b.md" },
			{ action: "move", previousPath: "c.md", filePath: "e/c.md" },
			{ action: "move", previousPath: "d.md", filePath: "f.md", content: "F" },
		];
		const { snippet, errors } = payload(await there.gql("maintainer", update, { i: { id, blobActions } }));
		expect(errors).toEqual([]);
		expect(snippet.blobs.nodes).toEqual([
			{ path: "a.md", rawPlainData: "AA" },
			{ path: "e/c.md", rawPlainData: "C" },
			{ path: "f.md", rawPlainData: "F" },
		]);
	});

	test.each<[string, object, RegExp]>([
		["GQL-143", { blobActions: [{ action: "move", filePath: "x" }] }, /^Snippet actions have invalid data$/],
		["GQL-143", { blobActions: [{ action: "update", filePath: "none", content: "x" }] }, /doesn't exist/],
		["GQL-143", { blobActions: [{ action: "update", filePath: "tips.md" }] }, /^Snippet actions have invalid data$/],
		["GQL-143", { blobActions: [{ action: "move", previousPath: "none", filePath: "x" }] }, /doesn't exist/],
		["GQL-143", { blobActions: [{ action: "move", previousPath: "tips.md", filePath: "tips.md" }] }, /already exists/],
		["GQL-143", { blobActions: [{ action: "delete", filePath: "none" }] }, /doesn't exist/],
		["GQL-144", { title: "" }, /^Title can't be blank$/],
		[
			"GQL-144",
			{ title: "Other", blobActions: [{ action: "delete", filePath: "tips.md" }] },
			/^Content can't be blank$/,
		],
	])("%s %j is refused, and the unchanged snippet given", async (_claim, given, message) => {
		const id = await made();
		const before = there.state();
		const result = await there.gql("maintainer", update, { i: { id, ...given } });
		expect(payload(result).errors).toEqual([expect.stringMatching(message)]);
		expect(payload(result).snippet).toMatchObject({ id, title: "Tips", blobs: { nodes: [{ path: "tips.md" }] } });
		expect(there.state()).toBe(before);
	});

	test("GQL-145 the author, maintainers and administrators may, others not", async () => {
		const id = await made({}, "reporter");
		for (const who of ["reporter", "maintainer", "root"]) {
			const result = await there.gql(who, update, { i: { id, title: `By ${who}` } });
			expect(payload(result).snippet.title).toBe(`By ${who}`);
		}
		for (const who of ["developer", "guest", "outsider"]) {
			const before = there.state();
			const { data, errors } = await there.gql(who, update, { i: { id, title: "Mine" } });
			expect([data, errors?.[0].message]).toEqual([{ updateSnippet: null }, noPermission]);
			expect(there.state()).toBe(before);
		}
		for (const unknown of ["gid://service/ProjectSnippet/999999", id.replace("Project", "Personal")])
			expect((await there.gql("root", update, { i: { id: unknown, title: "x" } })).errors?.[0].message).toBe(
				noPermission,
			);
	});
});

describe("destroySnippet", () => {
	const destroy = "mutation($i: DestroySnippetInput!) { destroySnippet(input: $i) { snippet { id } errors } }";

	test("GQL-222 the snippet is gone with its notes", async () => {
		const id = await made();
		const path = `/projects/acme%2Fweb/snippets/${numberOf(id)}/notes`;
		await there.ask("developer", "POST", path, { json: { body: "Nice" } });
		expect((await there.gql("developer", destroy, { i: { id } })).errors?.[0].message).toBe(noPermission);
		const { data } = await there.gql("maintainer", destroy, { i: { id } });
		expect(data).toEqual({ destroySnippet: { snippet: null, errors: [] } });
		expect((await there.ask("developer", "GET", path)).status).toBe(404);
		const { data: after } = await there.gql("root", `{ snippets(ids: ["${id}"]) { nodes { id } } }`);
		expect(after.snippets.nodes).toEqual([]);
	});
});

describe("lists", () => {
	const titles = async (who: string | null, args: string): Promise<string[]> => {
		const { data, errors } = await there.gql(who, `{ snippets${args} { nodes { title } } }`);
		if (errors) return [errors[0].message];
		return data.snippets.nodes.map(({ title }: { title: string }) => title);
	};

	beforeEach(async () => {
		for (const [title, visibilityLevel, projectPath] of [
			["P public", "public", "acme/web"],
			["P internal", "internal", "acme/web"],
			["P private", "private", "acme/web"],
			["Own public", "public", undefined],
			["Own internal", "internal", undefined],
			["Own private", "private", undefined],
		] as const)
			await made({ title, visibilityLevel, projectPath });
	});
	const ours = (all: string[]): string[] => all.filter((title) => /^(P|Own) /.test(title));

	test.each<[string | null, string[]]>([
		["maintainer", ["Own private", "Own internal", "Own public", "P private", "P internal", "P public"]],
		["guest", ["Own internal", "Own public", "P private", "P internal", "P public"]],
		["outsider", ["Own internal", "Own public", "P internal", "P public"]],
		["stranger", ["Own public", "P public"]],
		[null, ["Own public", "P public"]],
		["root", ["Own private", "Own internal", "Own public", "P private", "P internal", "P public"]],
		["auditor", ["Own private", "Own internal", "Own public", "P private", "P internal", "P public"]],
	])("GQL-223, GQL-089 what %s sees", async (who, expected) => {
		there.make.user({ username: "stranger", external: true });
		expect(ours(await titles(who, ""))).toEqual(expected);
	});

	test("GQL-223 the notes by REST show to whom the snippet shows", async () => {
		there.make.user({ username: "stranger", external: true });
		const seen = async (visibilityLevel: string, who: string): Promise<number> => {
			const id = await made({ visibilityLevel });
			return (await there.ask(who, "GET", `/projects/acme%2Fweb/snippets/${numberOf(id)}/notes`)).status;
		};
		for (const [visibility, who, status] of [
			["public", "stranger", 200],
			["internal", "stranger", 404],
			["internal", "outsider", 200],
			["private", "outsider", 404],
			["private", "guest", 200],
		] as const)
			expect([visibility, who, await seen(visibility, who)]).toEqual([visibility, who, status]);
	});

	test.each<[string, string[]]>([
		["(type: personal)", ["Own private", "Own internal", "Own public"]],
		["(type: project)", ["P private", "P internal", "P public"]],
		["(visibility: private)", ["Own private", "P private"]],
		["(explore: true)", ["Own public"]],
	])("filter %s", async (args, expected) => {
		expect(ours(await titles("maintainer", args))).toEqual(expected);
		expect(ours(await titles("root", args))).toEqual(expected);
	});

	test("by author, by project, by ids, and GQL-169 not by author and project together", async () => {
		const author = `gid://service/User/${there.make.userId("maintainer")}`;
		const project = `gid://service/Project/${there.platform.state.project("acme/web")?.id}`;
		expect(await titles("maintainer", `(authorId: "${author}")`)).toHaveLength(6);
		expect(ours(await titles("maintainer", `(projectId: "${project}")`))).toEqual([
			"P private",
			"P internal",
			"P public",
		]);
		expect(await titles("root", `(authorId: "${author}", projectId: "${project}")`)).toEqual([
			"Filtering by both an author and a project is not supported",
		]);
		const id = await made({ title: "One" });
		expect(await titles("root", `(ids: ["${id}"])`)).toEqual(["One"]);
		expect(await titles("root", `(ids: ["${id.replace("Project", "Personal")}"])`)).toEqual([]);
	});

	test("a project's and a user's", async () => {
		const query = '{ project(fullPath: "acme/web") { snippets(visibility: private) { nodes { title } } } }';
		expect((await there.gql("guest", query)).data.project.snippets.nodes).toEqual([{ title: "P private" }]);
		expect((await there.gql("outsider", query)).data.project.snippets.nodes).toEqual([]);
		const own = "{ currentUser { snippets(type: personal) { nodes { title } } } }";
		expect((await there.gql("maintainer", own)).data.currentUser.snippets.nodes).toHaveLength(3);
	});
});

test("GQL-224 a snippet's notes are those of REST", async () => {
	const id = await made();
	const path = `/projects/acme%2Fweb/snippets/${numberOf(id)}/notes`;
	for (const [who, body] of [
		["developer", "First"],
		["guest", "Second"],
	] as const) {
		there.platform.clock.advance("1 minute");
		expect((await there.ask(who, "POST", path, { json: { body } })).status).toBe(201);
	}
	const { body: rest } = await there.ask("guest", "GET", `${path}?sort=asc`);
	const query = `{ snippets(ids: ["${id}"]) { nodes { notes { nodes { id body author { username } } } } } }`;
	const [snippet] = (await there.gql("guest", query)).data.snippets.nodes;
	expect(snippet.notes.nodes).toEqual([
		{ id: `gid://service/Note/${rest[0].id}`, body: "First", author: { username: "developer" } },
		{ id: `gid://service/Note/${rest[1].id}`, body: "Second", author: { username: "guest" } },
	]);
	expect(rest.map(({ body }: { body: string }) => body)).toEqual(["First", "Second"]);
});

test.each<[string | null, boolean[]]>([
	["maintainer", [true, true, true, true]],
	["developer", [true, false, false, true]],
	["auditor", [true, false, false, false]],
])("GQL-219 what %s may do with a snippet of a private project", async (who, expected) => {
	const id = await made({ projectPath: "acme/closed" });
	const query = `{ snippets(ids: ["${id}"]) { nodes { userPermissions { readSnippet updateSnippet adminSnippet createNote } } } }`;
	const [snippet] = (await there.gql(who, query)).data.snippets.nodes;
	expect(Object.values(snippet.userPermissions)).toEqual(expected);
});

test("every field of a snippet and of its files", async () => {
	const id = await made({ description: "Some\n\ntips", blobActions: [file("tips.md", "# Tips\n")] });
	const { data, errors } = await there.gql(
		"maintainer",
		`{ snippets(ids: ["${id}"], first: 1) { edges { cursor } nodes {
			id title description descriptionHtml fileName visibilityLevel author { username } project { fullPath }
			webUrl rawUrl httpUrlToRepo sshUrlToRepo createdAt updatedAt imported
			userPermissions { readSnippet updateSnippet adminSnippet createNote }
			blobs(first: 1, paths: ["tips.md", "none"]) { nodes {
				name path mode size binary rawPath plainData richData rawPlainData renderedAsText
				simpleViewer { type fileType collapsed loadAsync tooLarge renderError } richViewer { type fileType }
			} }
		} } }`,
	);
	expect(errors).toBeUndefined();
	const at = `/acme/web/-/snippets/${numberOf(id)}`;
	expect(data.snippets.nodes[0]).toMatchObject({
		descriptionHtml: '<p dir="auto">Some</p>\n<p dir="auto">tips</p>',
		fileName: "tips.md",
		webUrl: `http://tenon.test${at}`,
		rawUrl: `http://tenon.test${at}/raw`,
		httpUrlToRepo: `http://tenon.test/acme/web/snippets/${numberOf(id)}.git`,
		sshUrlToRepo: `git@tenon.test:acme/web/snippets/${numberOf(id)}.git`,
		imported: false,
		userPermissions: { readSnippet: true, updateSnippet: true, adminSnippet: true, createNote: true },
		blobs: {
			nodes: [
				{
					name: "tips.md",
					mode: "100644",
					size: 7,
					binary: false,
					rawPath: `${at}/raw/main/tips.md`,
					richData: '<p dir="auto"># Tips</p>',
					renderedAsText: true,
					simpleViewer: {
						type: "simple",
						fileType: "text",
						collapsed: false,
						loadAsync: true,
						tooLarge: false,
						renderError: null,
					},
					richViewer: { type: "rich", fileType: "markup" },
				},
			],
		},
	});
});
