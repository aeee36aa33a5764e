import { validateSchema } from "graphql";
import { describe, expect, test } from "vitest";
import { graphqlFailure, items, schema, typed, types, withFields } from "./support/graphql-schema";

const sorted = (names: string[]): string[] => [...names].sort();
const described = (at: string): string => items.find((item) => item.at === at)?.of.description ?? "";
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

describe("the schema", () => {
	test("builds and is valid", () => {
		expect(validateSchema(schema).map(({ message }) => message)).toEqual([]);
		expect(schema.getQueryType()?.name).toBe("Query");
		expect(mutations.length).toBeGreaterThan(20);
	});

	test("describes every type, field, argument, input field and enum value in a sentence", () => {
		const all = [
			...types.map(({ name, description }) => [name, description]),
			...items.map(({ at, of }) => [at, of.description]),
		];
		expect(all.length).toBeGreaterThan(1000);
		expect(all.filter(([, text]) => !/^\S.*\.$/.test(text ?? "")).map(([at]) => at)).toEqual([]);
	});

	test("says of every ID field and argument that it is a Global ID, or that it is not", () => {
		const open = items.filter(({ name, of }) => name === "id" && !/global id/i.test(of.description ?? ""));
		expect(open.map(({ at }) => at)).toEqual([]);
		const exceptions = items.filter(({ of }) => /not (a )?global ids?/i.test(of.description ?? ""));
		expect(exceptions.map(({ at }) => at)).toEqual([
			"Issue.projectId",
			"Note.noteableId",
			"DetailedStatus.id",
			"TestSuiteSummary.buildIds",
		]);
	});
});

describe("every item of the schema", () => {
	const deprecated = items.filter(({ of }) => of.deprecationReason != null);

	test("GQL-037 a deprecated item names the release and its replacement, which exists and is not deprecated", () => {
		expect(new Set(deprecated.map(({ kind }) => kind))).toEqual(
			new Set(["field", "argument", "input field", "enum value"]),
		);
		for (const { at, of, siblings } of deprecated) {
			const [, other = ""] = /\bUse `(\w+)`\. Deprecated in release \d+\.\d+\.$/.exec(of.deprecationReason ?? "") ?? [];
			expect(siblings, at).toContain(other);
			const replacement = at.endsWith(")") ? at.replace(/\(\w+\)$/, `(${other})`) : at.replace(/\w+$/, other);
			expect(
				deprecated.map((one) => one.at),
				at,
			).not.toContain(replacement);
		}
	});

	test("GQL-040 experiments and items behind a flag say that they can change without a deprecation", () => {
		const experiments = items.filter(({ of }) => /experiment/i.test(of.description ?? ""));
		const flagged = items.filter(({ of }) => /feature flag/i.test(of.description ?? ""));
		for (const { at, of } of experiments)
			expect(of.description, at).toMatch(/Exempt from the deprecation process\. Status: experiment\.$/);
		for (const { at, of } of flagged)
			expect(of.description, at).toMatch(/Exempt from the deprecation process\. Behind the feature flag `\w+`\.$/);
		expect(experiments.map(({ at }) => at)).toEqual(
			expect.arrayContaining(["Query.groups(markedForDeletionOn)", "Query.runners(versionPrefix)"]),
		);
		expect(flagged.map(({ at }) => at)).toEqual(["GroupUpdateInput.stepUpAuthRequiredOauthProvider"]);
		expect([...experiments, ...flagged].filter(({ of }) => of.deprecationReason != null)).toEqual([]);
		const exempt = items.filter(({ of }) => /exempt/i.test(of.description ?? ""));
		expect(sorted(exempt.map(({ at }) => at))).toEqual(sorted([...experiments, ...flagged].map(({ at }) => at)));
	});

	test("GQL-072 fullPath and projectPath arguments are ID!", () => {
		const paths = items.filter(
			({ name, kind }) =>
				(name === "fullPath" || name === "projectPath") && (kind === "argument" || kind === "input field"),
		);
		// A snippet without a project is a personal one (GQL-129).
		const required = paths.filter(({ at }) => at !== "CreateSnippetInput.projectPath");
		expect(required.map(({ at }) => at)).toEqual(
			expect.arrayContaining([
				"Query.project(fullPath)",
				"Query.group(fullPath)",
				"Query.namespace(fullPath)",
				"IssueSetLockedInput.projectPath",
			]),
		);
		expect(required.filter(({ at }) => typed[at] !== "ID!").map(({ at }) => at)).toEqual([]);
		expect(typed["CreateSnippetInput.projectPath"]).toBe("ID");
	});

	test("GQL-073 iid fields and arguments are String", () => {
		const iids = items.filter(({ name }) => name === "iid");
		for (const kind of ["field", "argument", "input field"]) expect(iids.map((item) => item.kind)).toContain(kind);
		expect(iids.filter(({ at }) => !/^String!?$/.test(typed[at] ?? "")).map(({ at }) => at)).toEqual([]);
		const lists = items.filter(({ name }) => name === "iids");
		expect(lists.length).toBeGreaterThan(0);
		expect(lists.filter(({ at }) => typed[at] !== "[String!]").map(({ at }) => at)).toEqual([]);
	});

	test("GQL-092 every mutation takes one input and returns clientMutationId and errors", () => {
		for (const { name, args, type } of mutations) {
			const base = `${name[0]?.toUpperCase()}${name.slice(1)}`;
			expect(
				args.map((arg) => [arg.name, String(arg.type)]),
				name,
			).toEqual([["input", `${base}Input!`]]);
			expect(String(type), name).toBe(`${base}Payload`);
			expect(typed[`${base}Input.clientMutationId`], name).toBe("String");
			expect(typed[`${base}Payload.clientMutationId`], name).toBe("String");
			expect(typed[`${base}Payload.errors`], name).toBe("[String!]!");
		}
	});

	test("GQL-094 connections have edges, nodes and pageInfo", () => {
		const connections = withFields.map(({ name }) => name).filter((name) => name.endsWith("Connection"));
		expect(connections.length).toBeGreaterThan(10);
		for (const name of connections) {
			const base = name.slice(0, -"Connection".length);
			const connection = `edges: [${base}Edge] nodes: [${base}] pageInfo: PageInfo!`;
			expect(graphqlFailure(`type ${name}`, connection)).toBeUndefined();
			expect(graphqlFailure(`type ${base}Edge`, `cursor: String! node: ${base}`)).toBeUndefined();
		}
		const fields = items.filter(({ at, kind }) => kind === "field" && /Connection!?$/.test(typed[at] ?? ""));
		expect(new Set(fields.map(({ at }) => typed[at]?.replace("!", "")))).toEqual(new Set(connections));
		for (const { at } of fields)
			expect(
				["after", "before", "first", "last"].map((arg) => typed[`${at}(${arg})`]),
				at,
			).toEqual(["String", "String", "Int", "Int"]);
	});

	test("GQL-204 epics say that they need Premium", () => {
		expect(described("Group.epic")).toMatch(/Premium and Ultimate only\.$/);
		expect(schema.getType("Epic")?.description).toMatch(/Premium and Ultimate only\.$/);
	});

	test("arguments that exclude each other say so", () => {
		expect(described("Query.user")).toContain("exactly one of `id` and `username`");
		expect(described("Query.users(ids)")).toContain("Cannot be combined with `usernames`");
		expect(described("Query.snippets(authorId)")).toContain("Cannot be combined with `projectId`");
	});
});
