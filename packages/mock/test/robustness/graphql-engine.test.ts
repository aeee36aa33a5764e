import { schemaText } from "@tenon/contract/graphql-schema";
import { buildClientSchema, buildSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from "graphql";
import { describe, expect, test } from "vitest";
import { graphqlWorld } from "../support/graphql";

test("GQL-021 the served schema is the authored one", async () => {
	const { gql } = graphqlWorld();
	const query = getIntrospectionQuery({ inputValueDeprecation: true });
	const served = buildClientSchema((await gql(null, query)).data);
	const authored = buildSchema(schemaText);
	expect(printSchema(lexicographicSortSchema(served))).toBe(printSchema(lexicographicSortSchema(authored)));
});

test("GQL-017 a failure inside the platform shows nothing of itself, and is reported", async () => {
	const failures: unknown[] = [];
	const broken = graphqlWorld({ onError: (error) => failures.push(error) });
	Object.defineProperty(broken.platform.state, "project", {
		value: () => {
			throw new TypeError("secret place");
		},
	});
	const { status, text } = await broken.gql("owner", '{ project(fullPath: "a") { id } }');
	expect([status, text]).toEqual([500, '{"errors":[{"message":"Internal server error"}]}']);
	expect(failures).toHaveLength(1);
});

test("GQL-066 a request past 30 seconds is a 503 that says so", async () => {
	const { gql, platform } = graphqlWorld();
	platform.settings.latency = 200;
	const response = gql("owner", "{ __typename }");
	// Advances the clock until the request has arrived and timed out.
	const moving = setInterval(() => platform.clock.advance("31 seconds"), 20);
	const { status, errors } = await response;
	clearInterval(moving);
	const message = "Request timed out. Please try a less complex query or a smaller set of records.";
	expect([status, errors]).toEqual([503, [{ message }]]);
});

describe("floods are refused before anything runs", () => {
	const many = (count: number, one: (at: number) => string): string =>
		Array.from({ length: count }, (_, at) => one(at)).join(" ");

	test.each<[string, string, RegExp]>([
		["aliases", `{ ${many(600, (at) => `a${at}:__typename`)} }`, /complexity of 600/],
		["the same field again and again", `{ ${"__typename ".repeat(800)} }`, /complexity of 800/],
		["directives", `{ __typename ${"@skip(if:false) ".repeat(500)} }`, /"skip" can only be used once/],
		[
			"fragments that double at every step",
			`{ ...F0 } ${many(30, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F30 on Query { __typename }`,
			/complexity of 1073741824/,
		],
		["a fragment of itself", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }", /infinite loop/],
		[
			"introspection that doubles at every step",
			`{ __schema { types { ...T0 } } } ${many(20, (at) => `fragment T${at} on __Type { ...T${at + 1} ...T${at + 1} }`)} fragment T20 on __Type { name }`,
			/more than 20000 fields/,
		],
	])("%s", async (_what, query, message) => {
		const { status, data, errors } = await graphqlWorld().gql(null, query);
		expect([status, data]).toEqual([200, undefined]);
		expect(errors?.[0].message).toMatch(message);
	});
});

test("a function decides what is spam", async () => {
	const { gql, platform } = graphqlWorld();
	platform.settings.spam = { isSpam: ({ text, username }) => username === "developer" && text.includes("cheap") };
	const query = "mutation($i: CreateSnippetInput!) { createSnippet(input: $i) { errors } }";
	const refused = async (title: string): Promise<boolean> => {
		const blobActions = [{ action: "create", filePath: "a", content: "b" }];
		const i = { title, visibilityLevel: "public", blobActions };
		return (await gql("developer", query, { i })).errors !== undefined;
	};
	expect([await refused("cheap"), await refused("dear")]).toEqual([true, false]);
});

test("files go with their project", async () => {
	const { ask, make, platform, state } = graphqlWorld();
	const user = make.user({ username: "departing" });
	make.files(make.project("departing/site", { group_id: null, owner_id: user.id }), "main", { a: "of the departing" });
	expect(state()).toContain("of the departing");
	expect((await ask("root", "DELETE", `/users/${user.id}?hard_delete=true`)).status).toBe(204);
	platform.clock.advance("30 days");
	await ask("root", "GET", "/user");
	expect(state()).not.toContain("of the departing");
});

test("files come back from a snapshot that was written as JSON", async () => {
	const { gql, make, platform } = graphqlWorld();
	const project = make.project("acme/kept");
	const content = Uint8Array.of(0, 1, 254, 255);
	make.files(project, "main", { "a.bin": content, "a.txt": "text" });
	const snapshot = JSON.stringify(platform.snapshot());
	make.files(project, "main", { "a.bin": Uint8Array.of(0), "a.txt": "other" });
	platform.restore(JSON.parse(snapshot));
	const blobs = 'blobs(paths: ["a.bin", "a.txt"]) { nodes { base64EncodedBlob } }';
	const { data } = await gql("guest", `{ project(fullPath: "acme/kept") { repository { ${blobs} } } }`);
	expect(data.project.repository.blobs.nodes).toEqual(
		[content, "text"].map((one) => ({ base64EncodedBlob: Buffer.from(one).toString("base64") })),
	);
});
