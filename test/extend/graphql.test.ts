/** Custom GraphQL documents for a custom schema: they are generated, served by the mock, and sent by the client. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGraphQL } from "@tenon/client/graphql";
import { generate } from "@tenon/contract/generate";
import { createPlatform, demo } from "@tenon/mock";
import { defineExtension, partOf, type RecordOf, table, text, to } from "@tenon/mock/extend";
import { beforeEach, expect, expectTypeOf, test } from "vitest";
import { main } from "../../packages/contract/src/cli/main";
import { temporaryFolder } from "../../packages/mock/test/support/temporary-folder";
import { ApproveDocument, ProjectApprovalsDocument, typeDefs } from "./generated/graphql";

const approvals = table("approvals", {
	project_id: partOf("projects"),
	user_id: to("users"),
	comment: text().or(""),
});

const extension = defineExtension({
	openapi: { name: "approvals", operations: {}, validators: async () => ({}) },
	tables: { approvals },
	operations: {},
	graphql: {
		typeDefs,
		resolvers: {
			Project: {
				approvals: ({ id }: RecordOf<"projects">, _args: object, { state }) => state.approvals.in("project_id", id),
			},
			Approval: {
				state: () => "GIVEN",
				weight: () => ({ share: 0.5 }),
				user: ({ user_id }: { user_id: number }, _args: object, { state }) => state.users.get(user_id),
			},
			Mutation: {
				approve(_root: unknown, { input }: { input: { projectPath: string; comment?: string } }, { state, actor }) {
					const project = state.project(input.projectPath);
					if (!project || !actor.user) return { approval: null, errors: ["Not found"] };
					const ids = { project_id: project.id, user_id: actor.user.id };
					return { approval: state.approvals.insert({ ...ids, comment: input.comment ?? "" }), errors: [] };
				},
			},
		},
	},
});

test("typed documents of an extension go from the client to the mock and back", async () => {
	const platform = createPlatform({ seed: demo, extensions: [extension] });
	const graphql = createGraphQL({
		baseUrl: "https://tenon.test",
		auth: { token: "developer-token" },
		fetch: platform.fetch,
	});
	const { approve } = await graphql.request(ApproveDocument, { input: { projectPath: "acme/web", comment: "Fine" } });
	expect(approve?.errors).toEqual([]);
	const { project } = await graphql.request(ProjectApprovalsDocument, { fullPath: "acme/web" });
	expect(project?.approvals).toEqual([
		{ id: "1", comment: "Fine", state: "GIVEN", weight: { share: 0.5 }, user: { username: "developer" } },
	]);
	expectTypeOf(project?.approvals[0]?.state).toEqualTypeOf<"GIVEN" | "WITHDRAWN" | undefined>();
	// @ts-expect-error: the input needs the project's path
	await expect(graphql.request(ApproveDocument, { input: { comment: "Fine" } })).rejects.toThrow("projectPath");
});

let folder: string;
beforeEach(() => {
	folder = temporaryFolder();
});

const file = (name: string, content: string): string => {
	const path = join(folder, name);
	mkdirSync(join(path, ".."), { recursive: true });
	writeFileSync(path, content);
	return path;
};

async function run(...paths: string[]): Promise<{ code: number; out: string; err: string }> {
	let [out, err] = ["", ""];
	const code = await main(["generate", "--graphql", ...paths, "--out", join(folder, "out")], {
		out: { write: (text) => (out += text) },
		err: { write: (text) => (err += text) },
	});
	return { code, out, err };
}

test("documents alone need no OpenAPI file, and are found in folders and below", async () => {
	file("queries/deep/me.graphql", "query Me { currentUser { username } }");
	file("queries/version.gql", "query Version { metadata { version } }");
	const { code, out } = await run(join(folder, "queries"));
	expect([code, out]).toEqual([
		0,
		expect.stringMatching(/graphql\.ts\n2 GraphQL documents; 1 file in .*, 1 changed\.\n$/),
	]);
	const text = readFileSync(join(folder, "out/graphql.ts"), "utf8");
	expect(text).toContain("export const MeDocument");
	expect(text).toContain("export type VersionQuery = { metadata: { version: string } | null }");
	expect(text).not.toContain("typeDefs");
	expect((await run(join(folder, "queries"))).out).toMatch(/0 changed\.\n$/);
});

test.each([
	["a syntax error", "query Me {\n\tcurrentUser {\n}", /a\.graphql:3:1 {2}Syntax Error/],
	[
		"an unknown field",
		"query Me {\n\tcurrentUsr { id }\n}",
		/a\.graphql:2:2 {2}Cannot query field "currentUsr".*Did you mean "currentUser"/,
	],
	["a query without a name", "{ currentUser { id } }", /a\.graphql:1:1 {2}The operation needs a name/],
	[
		"a name twice",
		"query A { metadata { version } }\nquery A { metadata { version } }",
		/a\.graphql:1:7 {2}There can be only one operation named "A"/,
	],
	[
		"an extension of nothing",
		"extend type Projct { a: Int }",
		/a\.graphql:1:13 {2}Cannot extend type "Projct".*Did you mean "Project"/,
	],
	["a type that exists", "type Project { a: Int }", /a\.graphql:1:6 {2}Type "Project" already exists/],
	[
		"a field that exists",
		"extend type Project { name: Int }",
		/a\.graphql:1:23 {2}Field "Project\.name" already exists/,
	],
	["a field of an unknown type", "extend type Project { a: Nothing }", /a\.graphql:1:26 {2}Unknown type "Nothing"/],
	[
		"a type that lacks its interface's fields",
		"type A implements NoteableInterface { a: Int }",
		/a\.graphql:1:1 {2}Interface field NoteableInterface\.\w+ expected but A does not provide it/,
	],
])("%s is reported with file, line and column, and nothing is written", async (_what, content, says) => {
	const { code, err } = await run(file("a.graphql", content));
	expect([code, err]).toEqual([1, expect.stringMatching(says)]);
	expect(err).toMatch(/errors? in \S*a\.graphql\. Nothing was written\.\n$/);
});

test("a path that is not there, and a folder without GraphQL, are reported", async () => {
	expect((await run(join(folder, "none.graphql"))).err).toMatch(/none\.graphql does not exist\./);
	file("empty/readme.txt", "");
	expect((await run(join(folder, "empty"))).err).toMatch(/empty {2}The folder has no \.graphql or \.gql file\./);
});

test("what is wrong with the OpenAPI file and with GraphQL is reported at once", async () => {
	const openapi = file("company.yaml", "openapi: 3.1.0\n");
	const documents = file("a.graphql", "query Me { me }");
	const failed = await generate({ openapi, graphql: [documents], out: join(folder, "out") }).catch(String);
	expect(failed).toMatch(/company\.yaml[\s\S]*a\.graphql:1:12/);
	await expect(generate({ out: folder })).rejects.toThrow(TypeError);
});
