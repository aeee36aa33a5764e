import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse, gid, mutate, noPermission, numberOf } from "../../rule/graphql";
import type { Fields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { nodesOf } from "./connections";
import {
	below,
	by,
	enrich,
	everyone,
	forbids,
	freshProject,
	inProject,
	inVain,
	pathOf,
	quoted,
	refusedToAll,
	stated,
	those,
	unstated,
	type Who,
	writes,
} from "./lab";
import { follows } from "./meanings";
import { createSnippet, file, found, snippetFields, snippetOf } from "./snippet-lab";

const blobsOf = (snippet: Fields | null): unknown => nodesOf(snippet?.blobs).map(({ path, rawPlainData }) => [path, rawPlainData]);
const update = async (t: Context, who: Who, input: Fields): Promise<GraphqlResponse> =>
	await mutate(by(t, who), "updateSnippet", input, `snippet { id ${snippetFields} }`);
const blank = "Title can't be blank";
const invalid = "Snippet actions have invalid data";
const noContent = "Content can't be blank";
const members = ["administrator", "auditor", "owner", "maintainer", "developer", "reporter", "guest"] as const;

const creation: readonly Rule[] = [
	unstated("GQL-128, GQL-134", "createSnippet stores one file for each blob action and returns its text and its highlighted text.", writes, async (t) => {
		const blobActions = [file("a.md", "# A"), file("b/c.ts", "let c = '<b>';")];
		for (const projectPath of [t.scene("project"), undefined]) {
			const shown = (await createSnippet(t, "developer", { title: t.unique("snippet"), visibilityLevel: "internal", projectPath, blobActions })).record(
				"createSnippet.snippet",
			);
			const { author, project } = shown;
			t.same(
				"author and project",
				{ author, project },
				{ author: { username: t.user("developer").username }, project: projectPath ? { fullPath: projectPath } : null },
			);
			t.same("its files", quoted(blobsOf(shown)), quoted(blobActions.map(({ filePath, content }) => [filePath, content])));
			const line = (language: string, code: string) => `<span id="LC1" class="line" lang="${language}">${code}</span>`;
			const lines = nodesOf(shown.blobs).map(({ plainData }) => plainData);
			t.same("their highlighted text", lines, [line("markdown", "# A"), line("typescript", "let c = '&lt;b&gt;';")]);
			t.same("the snippet that is found", await found(t, "developer", shown.id), shown);
		}
	}),
	unstated("GQL-133", "createSnippet with projectPath creates a project snippet that takes notes at once, else a personal one.", writes, async (t) => {
		const { id, number } = await snippetOf(t);
		t.holds("the snippet is a project's", String(id).startsWith("gid://service/ProjectSnippet/"));
		const where = (snippet_id: number) => ({ id: t.scene("project"), snippet_id });
		(await t.as("developer").call("createProjectSnippetNote", { ...where(number), body: "Nice" })).ok;
		t.same("the number of notes", (await t.as("guest").call("listProjectSnippetNotes", where(number))).ok.items.length, 1);
		for (const projectPath of [undefined, null]) {
			const personal = await snippetOf(t, { projectPath });
			t.holds("the other is personal", String(personal.id).startsWith("gid://service/PersonalSnippet/"));
			(await t.as("maintainer").call("listProjectSnippetNotes", where(personal.number))).is(404);
		}
	}),
	unstated("GQL-135..137", "createSnippet with invalid input returns snippet null and every error as a sentence, and creates nothing.", writes, async (t) => {
		const tooLong = "Title is too long (maximum is 255 characters)";
		const count = async () => nodesOf((await inProject(t, "maintainer", t.scene("project"), "snippets { nodes { id } }"))?.snippets).length;
		const refuses = async () => {
			for (const [fields, errors] of [
				...["", "  ", "\t\n"].map((title) => [{ title }, [blank]] as const),
				[{ title: "t".repeat(256) }, [tooLong]],
				[{ blobActions: [] }, [noContent]],
				[{ blobActions: null }, [noContent]],
				[{ title: "", blobActions: [], description: "d".repeat(1_048_577) }, [blank, "Description is too long (maximum is 1048576 characters)", noContent]],
				...[
					[{ action: "update", filePath: "a", content: "b" }],
					[{ action: "delete", filePath: "a" }],
					[{ action: "move", filePath: "a", previousPath: "b", content: "c" }],
					[file("a"), { action: "delete", filePath: "a" }],
					[file("a"), file("a")],
					[file("a", "")],
				].map((blobActions) => [{ blobActions }, [invalid]] as const),
			] as const) {
				const response = await createSnippet(t, "maintainer", { projectPath: t.scene("project"), ...fields });
				const { snippet, errors: refusals } = response.record("createSnippet");
				t.same("snippet and errors", [snippet, refusals], [null, errors], response.http);
			}
		};
		await inVain(t, refuses);
		t.holds("the project has its snippets still", (await count()) > 0);
		t.same("a title of 255 characters", (await snippetOf(t, { title: "é".repeat(255) })).title, "é".repeat(255));
		const named = await snippetOf(t, { blobActions: [file("", "1"), file("  ", "2"), file("snippetfile3.txt", "3"), file("", "4")] });
		const expected = [1, 2, 3, 4].map((at) => [`snippetfile${at}.txt`, String(at)]);
		t.same("files without a name", blobsOf(named), expected);
	}),
	unstated("GQL-138", "createSnippet in a project requires Reporter. Other callers and unknown projects get the same error.", writes, async (t) => {
		const input = { title: "Mine", visibilityLevel: "public", blobActions: [file("a")] };
		await forbids(t, "createSnippet", { ...input, projectPath: t.scene("project") }, below("reporter"));
		await forbids(t, "createSnippet", { ...input, projectPath: t.unique("no/such") }, ["maintainer", "administrator"]);
		await forbids(t, "createSnippet", { ...input, projectPath: t.scene("private_project") }, ["guest", "outsider"]);
		for (const who of ["administrator", "owner", "maintainer", "developer", "reporter"] as const) await snippetOf(t, {}, who);
		await enrich(async () => {
			const without = pathOf(await freshProject(t, { snippets_access_level: "disabled" }));
			await forbids(t, "createSnippet", { ...input, projectPath: without }, ["owner"]);
			const username = t.unique("stranger");
			await t.given.record("users", { username, external: true });
			(await mutate(t.bearing(`${username}-token`), "createSnippet", input)).refuses(noPermission);
		});
	}),
	unstated("GQL-132", "Only administrators can give a snippet a restricted visibility. A snippet that already has it can keep it.", writes, async (t) => {
		const { id } = await snippetOf(t);
		await t.given.settings({ restrictedVisibilities: ["public"] });
		const restricted = ["Visibility level public has been restricted by your administrator"];
		const create = async (who: Who, visibilityLevel: string) => (await createSnippet(t, who, { visibilityLevel })).at("createSnippet.errors");
		t.same(
			"errors for a maintainer, an administrator, and another level",
			[await create("maintainer", "public"), await create("administrator", "public"), await create("maintainer", "internal")],
			[restricted, [], []],
		);
		for (const [visibilityLevel, errors] of [
			["public", []],
			["private", []],
			["public", restricted],
		] as const)
			t.same(
				`errors of a change to ${visibilityLevel}`,
				(await update(t, "maintainer", { id, title: "New", visibilityLevel })).at("updateSnippet.errors"),
				errors,
			);
	}),
];

const changes: readonly Rule[] = [
	stated("GQL-139", "updateSnippet changes a snippet and returns it.", writes, async (t) => {
		const all = [await snippetOf(t), await snippetOf(t, { projectPath: null })];
		type Change = Fields & { readonly blobActions?: readonly Fields[] };
		const changes: readonly Change[] = [
			...Object.entries({ title: t.unique("changed"), description: "Other", visibilityLevel: "private" }).map(([field, value]) => ({ [field]: value })),
			{ title: t.unique("again"), description: "A third", visibilityLevel: "internal", blobActions: [file("more.txt")] },
		];
		await t.given.nextSecond();
		for (const { id } of all) {
			const changed = async ({ blobActions, ...shown }: Change) => {
				const response = await update(t, "maintainer", { id, ...shown, ...(blobActions !== undefined && { blobActions }) });
				const payload = response.record("updateSnippet");
				t.same("errors and id of the payload", [payload.errors, Object(payload.snippet).id], [[], id], response.http);
				const read = await found(t, "maintainer", id);
				for (const [field, value] of Object.entries(shown))
					t.same(`${field}, returned and found`, [Object(payload.snippet)[field], read?.[field]], [value, value], response.http);
				const paths = new Set(nodesOf(read?.blobs).map((one) => one.path));
				for (const { filePath } of blobActions ?? []) t.holds(`the snippet has the file ${filePath}`, paths.has(filePath), response.http);
				t.same("the snippet, returned and found", payload.snippet, read, response.http);
				const isSeen = (await found(t, "outsider", id)) !== null;
				t.assume(`the outsider should see the snippet as its visibility says: ${read?.visibilityLevel}`, isSeen === (read?.visibilityLevel !== "private"));
			};
			for (const change of changes) await changed(change);
			const { http } = await update(t, "maintainer", { id, description: "" });
			t.holds("the description is empty", !(await found(t, "maintainer", id))?.description, http);
			// Changing several files at once is an assumption.
			await t.assuming(async () => await changed({ blobActions: [file("one.txt"), file("two.txt")] }));
		}
	}),
	unstated("GQL-141", "Each change of a snippet or of one of its files sets a later updatedAt and is returned when the snippet is read.", writes, async (t) => {
		const blobActions = [{ action: "update", filePath: "tips.md", content: "New" }];
		const cases = [
			...Object.entries({ title: "Changed", description: "Other", visibilityLevel: "private" }).map(([name, value]) => ({ [name]: value })),
			{ blobActions },
		];
		const made: Fields[] = [];
		for (const _ of cases) made.push(await snippetOf(t, { description: "D", visibilityLevel: "internal" }));
		await t.given.nextSecond();
		for (const [at, fields] of cases.entries()) {
			const { id, updatedAt } = made[at] ?? {};
			const response = await update(t, "maintainer", { id, ...fields });
			const after = response.record("updateSnippet.snippet");
			if (fields.blobActions) t.same("its files", blobsOf(after), [["tips.md", "New"]], response.http);
			t.holds(`updatedAt ${after.updatedAt} is later than ${updatedAt}`, String(after.updatedAt) > String(updatedAt), response.http);
			t.same("the snippet that is found", await found(t, "maintainer", id), after);
		}
	}),
	unstated("GQL-142", "Blob actions create, update, delete and move the files of a snippet, in the given order.", writes, async (t) => {
		const { id } = await snippetOf(t, { blobActions: [file("a.md", "A"), file("b.md", "B"), file("c.md", "C")] });
		const move = (previousPath: string, filePath: string, content?: string) => ({ action: "move", previousPath, filePath, ...(content && { content }) });
		const blobActions = [
			file("d.md", "D"),
			{ action: "update", filePath: "a.md", content: "AA" },
			{ action: "delete", filePath: "b.md" },
			move("c.md", "e/c.md"),
			move("d.md", "f.md", "F"),
			file("b.md", "new"),
		];
		const response = await update(t, "maintainer", { id, blobActions });
		t.same("errors", response.at("updateSnippet.errors"), [], response.http);
		const files = blobsOf(await found(t, "maintainer", id));
		t.same("the files", Array.isArray(files) ? files.sort() : files, [
			["a.md", "AA"],
			["b.md", "new"],
			["e/c.md", "C"],
			["f.md", "F"],
		]);
	}),
	unstated("GQL-143, GQL-144", "updateSnippet with invalid input returns the unchanged snippet and an error, and changes nothing.", writes, async (t) => {
		const { id } = await snippetOf(t);
		const before = await found(t, "maintainer", id);
		const refuses = async () => {
			for (const [fields, message] of [
				...([{ title: "" }, { title: " " }] as const).map((one) => [one, /^Title can't be blank$/] as const),
				[{ title: "t".repeat(256) }, /^Title is too long/],
				[{ title: "Other", blobActions: [{ action: "delete", filePath: "tips.md" }] }, /^Content can't be blank$/],
				[{ blobActions: [file("new"), { action: "move", filePath: "x" }] }, /^Snippet actions have invalid data$/],
				[{ blobActions: [{ action: "update", filePath: "tips.md" }] }, /^Snippet actions have invalid data$/],
				[{ title: "Other", blobActions: [{ action: "update", filePath: "none", content: "x" }] }, /doesn't exist/],
				[{ blobActions: [{ action: "move", previousPath: "none", filePath: "x" }] }, /doesn't exist/],
				[{ blobActions: [{ action: "delete", filePath: "none" }] }, /doesn't exist/],
				[{ blobActions: [{ action: "move", previousPath: "tips.md", filePath: "tips.md" }] }, /already exists/],
				[{ blobActions: [file("tips.md")] }, /^Snippet actions have invalid data$/],
			] as const) {
				const response = await update(t, "maintainer", { id, ...fields });
				t.same("the number of errors", [response.at("updateSnippet.errors")].flat().length, 1, response.http);
				t.holds(`the error is ${message}`, message.test(String(response.at("updateSnippet.errors.0"))), response.http);
				t.same("the snippet of the payload", response.at("updateSnippet.snippet"), before, response.http);
			}
		};
		await inVain(t, refuses, async () => await found(t, "maintainer", id));
	}),
	unstated("GQL-145", "Only the author and maintainers or above can change or remove a snippet. An id of another class is refused.", writes, async (t) => {
		const { id } = await snippetOf(t, {}, "reporter");
		const read = async () => await found(t, "maintainer", id);
		for (const [name, fields] of Object.entries({ updateSnippet: { title: "Mine" }, destroySnippet: {} })) {
			await forbids(t, name, { id, ...fields }, ["developer", "guest", "outsider", "auditor", "read-only", null], read);
			for (const other of [gid("ProjectSnippet", 999_999_999), String(id).replace("Project", "Personal")])
				await forbids(t, name, { id: other, ...fields }, ["administrator", "reporter"], read);
		}
		for (const who of ["reporter", "maintainer", "owner", "administrator"] as const) {
			const title = t.unique(who);
			t.same(`the title that ${who} gave`, (await update(t, who, { id, title })).at("updateSnippet.snippet.title"), title);
		}
		const personal = (await snippetOf(t, { projectPath: undefined }, "developer")).id;
		await forbids(t, "updateSnippet", { id: personal, title: "Mine" }, ["owner", "maintainer", "outsider"], async () => await found(t, "developer", personal));
	}),
	unstated("GQL-222", "destroySnippet removes the snippet and its notes, and returns snippet null.", writes, async (t) => {
		const { id, number } = await snippetOf(t);
		const where = { id: t.scene("project"), snippet_id: number };
		const note = (await t.as("developer").call("createProjectSnippetNote", { ...where, body: "Nice" })).ok.number("id");
		const response = await mutate(t.as("maintainer"), "destroySnippet", { id, clientMutationId: "m" }, "snippet { id } clientMutationId");
		t.same("the payload", response.record("destroySnippet"), { errors: [], snippet: null, clientMutationId: "m" }, response.http);
		(await t.as("developer").call("listProjectSnippetNotes", where)).is(404);
		t.same("the note", (await ask(t.as("administrator"), `{ note(id: "${gid("Note", note)}") { id } }`)).at("note"), null);
		t.same("the snippet that is found", await found(t, "administrator", id), null);
	}),
];

const reading: readonly Rule[] = [
	unstated("GQL-223", "The visibility of a snippet decides who can read the snippet in GraphQL and its notes in REST.", writes, async (t) => {
		for (const [visibilityLevel, inProject_, personal] of [
			["private", members, ["administrator", "auditor", "developer"]],
			["internal", everyone.filter((who) => who !== null), everyone.filter((who) => who !== null)],
			["public", everyone, everyone],
		] as const)
			for (const [projectPath, expected] of [
				[t.scene("project"), inProject_],
				[undefined, personal],
			] as const) {
				const { id, number } = await snippetOf(t, { visibilityLevel, projectPath }, "developer");
				const shown = await those(everyone, async (who) => (await found(t, who, id)) !== null);
				t.same(`who sees a ${visibilityLevel} snippet ${projectPath ? `of ${projectPath}` : "without a project"}`, shown, [...expected]);
				const listed = async (who: Who) =>
					(await ask(by(t, who), `{ snippets(authorId: "${gid("User", t.user("developer").id)}") { nodes { id } } }`))
						.list("snippets.nodes")
						.some((one) => one.id === id);
				t.same("who finds it by its author", await those(everyone, listed), [...expected]);
				if (projectPath === undefined) continue;
				const inRest = async (who: Who) =>
					who !== null && (await by(t, who).call("listProjectSnippetNotes", { id: projectPath, snippet_id: number })).succeeded;
				t.same(
					"who reads its notes by REST",
					await those(everyone, inRest),
					expected.filter((who) => who !== null),
				);
			}
	}),
	unstated("GQL-160, GQL-169", "snippets filters by ids, authorId or projectId, type, visibility and explore, newest first.", writes, async (t) => {
		const author = gid("User", t.user("maintainer").id);
		const made: (Fields & { readonly number: number })[] = [];
		for (const projectPath of [t.scene("project"), undefined])
			for (const visibilityLevel of ["public", "internal", "private"]) made.push(await snippetOf(t, { visibilityLevel, projectPath }));
		const own = made.map(({ id }) => id);
		const isPersonal = ({ project }: Fields) => project === null;
		const list = { caller: t.as("maintainer"), around: "@", at: "snippets", parent: "Query", uncounted: true };
		const meaning = {
			about: { authorId: "author.id", visibility: "visibilityLevel", projectId: "project.id" },
			fields: "project { id } visibilityLevel",
			filters: {
				...{ "type: personal": isPersonal, "type: project": (node: Fields) => !isPersonal(node) },
				"explore: true": (node: Fields) => isPersonal(node) && node.visibilityLevel === "public",
				[`ids: ${quoted([own[0], own[5], own[3], String(own[1]).replace("Project", "Personal"), String(own[2]).replace("Project", "")])}`]: (node: Fields) =>
					[own[0], own[5], own[3], own[2]].includes(node.id),
			},
			orders: { "": { by: ({ id }: Fields) => numberOf(id), descending: true } },
			...{ usual: "", apart: ["authorId", "projectId"] },
		};
		for (const who of ["maintainer", "outsider", "administrator"] as const) await follows(t, { ...list, caller: t.as(who) }, meaning);
		for (const [around, at, parent] of [
			[`user(username: ${quoted(t.user("maintainer").username)}) { @ }`, "user.snippets", "UserCore"],
			["currentUser { @ }", "currentUser.snippets", "CurrentUser"],
			[`project(fullPath: ${quoted(t.scene("project"))}) { @ }`, "project.snippets", "Project"],
		] as const) {
			const { "type: personal": personal, "type: project": ofProject } = meaning.filters;
			await follows(
				t,
				{ ...list, around, at, parent },
				{ ...meaning, filters: parent === "Project" ? {} : { "type: personal": personal, "type: project": ofProject } },
			);
		}
		const both = `authorId: ${quoted(author)}, projectId: ${quoted(gid("Project", await t.given.projectId(t.scene("project"))))}`;
		for (const more of ["", ", type: project", ", visibility: public"])
			await refusedToAll(t, `{ snippets(${both}${more}) { nodes { id } } }`, "Filtering by both an author and a project is not supported");
	}),
	unstated("GQL-134", "A snippet file is highlighted in the language of the last extension of its name.", { id: "GQL-134/languages" }, async (t) => {
		const same = ["css", "go", "html", "java", "json", "sql", "tsx", "yaml"].map((ending) => [ending, ending] as const);
		const others = { JS: "javascript", md: "markdown", py: "python", rb: "ruby", rs: "rust", sh: "shell", ts: "typescript", yml: "yaml", txt: "plaintext" };
		for (const some of [same, Object.entries(others)]) {
			const { blobs } = await snippetOf(t, { blobActions: some.map(([ending]) => file(`a.b/c.css.${ending}`, "x")) });
			const found = nodesOf(blobs).map(({ path, plainData }) => [String(path).split(".").at(-1), /lang="(\w+)"/.exec(String(plainData))?.[1]]);
			t.same("the languages by ending", Object.fromEntries(found), Object.fromEntries(some));
		}
	}),
	unstated("GQL-220", "A snippet file has a simpleViewer for its text, and a richViewer if it can be rendered.", { id: "GQL-220/viewers" }, async (t) => {
		const rich = { md: "markup", markdown: "markup", svg: "svg", csv: "csv", txt: undefined, png: undefined };
		const { id } = await snippetOf(t, { blobActions: Object.keys(rich).map((ending) => file(`a.${ending}`, "x")) });
		const snippet = await found(t, "maintainer", id, "blobs { nodes { path renderedAsText simpleViewer { type fileType } richViewer { type fileType } } }");
		for (const { path, ...viewers } of nodesOf(snippet?.blobs)) {
			const [, fileType] = Object.entries(rich).find(([ending]) => path === `a.${ending}`) ?? [];
			const expected = { renderedAsText: true, simpleViewer: { type: "simple", fileType: "text" }, richViewer: fileType ? { type: "rich", fileType } : null };
			t.same(`the viewers of ${path}`, viewers, expected);
		}
	}),
	unstated("GQL-218, GQL-220", "A snippet and its files return every field: URLs, rendered description, size in bytes and viewers.", writes, async (t) => {
		const { id, number } = await snippetOf(t, { description: "Some\n\ntips", blobActions: [file("docs/tips.md", "# Tips\n"), file("z.txt", "Grüße, 世界")] });
		const [sized] = nodesOf((await found(t, "maintainer", id, `blobs(paths: ["z.txt"]) { nodes { path size } }`))?.blobs);
		t.same("the size of a text in bytes", sized, { path: "z.txt", size: new TextEncoder().encode("Grüße, 世界").length });
		const fields = `descriptionHtml fileName webUrl rawUrl httpUrlToRepo sshUrlToRepo imported blobs(paths: ["docs/tips.md", "none"]) { nodes {
			name path mode size binary rawPath richData renderedAsText simpleViewer { type fileType collapsed loadAsync tooLarge renderError } richViewer { type fileType } } }`;
		const snippet = await found(t, "maintainer", id, fields);
		const project = t.scene("project");
		const at = `/${project}/-/snippets/${number}`;
		const { webUrl, rawUrl, httpUrlToRepo, sshUrlToRepo, ...rest } = snippet ?? {};
		t.holds(
			"its addresses",
			String(webUrl).endsWith(at) &&
				rawUrl === `${webUrl}/raw` &&
				String(httpUrlToRepo).endsWith(`/${project}/snippets/${number}.git`) &&
				String(sshUrlToRepo).endsWith(`:${project}/snippets/${number}.git`),
		);
		const viewer = { type: "simple", fileType: "text", collapsed: false, loadAsync: true, tooLarge: false, renderError: null };
		const blob = {
			name: "tips.md",
			path: "docs/tips.md",
			mode: "100644",
			size: 7,
			binary: false,
			rawPath: `${at}/raw/main/docs/tips.md`,
			richData: '<p dir="auto"># Tips</p>',
			renderedAsText: true,
		};
		t.same("the rest", rest, {
			...{ descriptionHtml: '<p dir="auto">Some</p>\n<p dir="auto">tips</p>', fileName: "docs/tips.md", imported: false },
			blobs: { nodes: [{ ...blob, simpleViewer: viewer, richViewer: { type: "rich", fileType: "markup" } }] },
		});
	}),
];

export const snippetRules: readonly Rule[] = [...creation, ...changes, ...reading];
