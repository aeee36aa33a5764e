import { describe, expect, test } from "vitest";
import { graphqlWorld } from "../support/graphql";

const { gql, batch, platform, state } = graphqlWorld();

const scoreOf = async (query: string, variables?: object): Promise<number> => {
	const open = query.indexOf("{");
	const { data, errors } = await gql(
		"root",
		`${query.slice(0, open + 1)} queryComplexity { score } ${query.slice(open + 1)}`,
		variables,
	);
	expect(errors).toBeUndefined();
	return data.queryComplexity.score - 2;
};
const fields = (count: number): string => Array.from({ length: count }, (_, at) => `f${at}: __typename`).join(" ");
const tooComplex = (score: number, limit: number) => [
	{ message: `Query has complexity of ${score}, which exceeds max complexity of ${limit}` },
];

describe("complexity", () => {
	test.each([
		["GQL-050", "{ currentUser { name username } }", 3],
		["GQL-051", '{ project(fullPath: "acme/web") { id name description } }', 4],
		["GQL-051", '{ echo(text: "x") }', 1],
		["GQL-052", '{ project(fullPath: "acme/web") { issues { nodes { title } } } }', 7],
		["GQL-052", '{ project(fullPath: "acme/web") { issues(first: 10) { nodes { title } } } }', 4],
		["GQL-052", '{ project(fullPath: "acme/web") { issues(last: 50) { nodes { title } } } }', 5],
		["GQL-053", '{ project(fullPath: "acme/web") { issues(sort: CREATED_ASC) { nodes { title } } } }', 9],
		["GQL-053", '{ project(fullPath: "acme/web") { issues(search: "x") { nodes { title } } } }', 17],
		["GQL-053", '{ project(fullPath: "acme/web") { issues(iid: "1") { nodes { title } } } }', 4],
		["GQL-054", '{ project(fullPath: "acme/web") { repository { rootRef } } }', 4],
		[
			"GQL-054",
			`{ project(fullPath: "acme/web") { repository { ${blobs("path")} } } }`,
			2 + Math.trunc((2 + 2 + 1) * 2),
		],
		["GQL-054", `{ project(fullPath: "acme/web") { repository { ${blobs("rawBlob")} } } }`, 2 + (3 + 2 + 1) * 2],
		["GQL-054", `{ project(fullPath: "acme/web") { repository { ${blobs("rawTextBlob")} } } }`, 2 + (3 + 2 + 1) * 2],
		[
			"GQL-054",
			`{ project(fullPath: "acme/web") { repository { ${blobs("base64EncodedBlob")} } } }`,
			2 + (4 + 2 + 1) * 2,
		],
		["GQL-054", `{ project(fullPath: "acme/web") { repository { ${blobs("plainData")} } } }`, 2 + (6 + 2 + 1) * 2],
		[
			"GQL-054",
			`{ project(fullPath: "acme/web") { repository { ${blobs("path", '["a", "b", "c"]')} } } }`,
			2 + (2 + 2 + 3) * 2,
		],
		["GQL-055", "{ a: currentUser { name } b: currentUser { name } }", 4],
		["GQL-055", "{ ...F x: __typename ...F } fragment F on Query { currentUser { name } }", 5],
	])("%s %s costs %i", async (_claim, query, score) => {
		expect(await scoreOf(query)).toBe(score);
	});

	function blobs(field: string, paths = '["README.md"]'): string {
		return `blobs(paths: ${paths}) { nodes { ${field} } }`;
	}

	test("GQL-052..053 what variables say counts, and what is skipped does not", async () => {
		const query = `query($first: Int, $paths: String, $no: Boolean!) {
			project(fullPath: "acme/web") { issues(first: $first, search: $paths) { nodes { title } } name @include(if: $no) }
		}`;
		expect(await scoreOf(query, { no: false })).toBe(7);
		expect(await scoreOf(query, { no: true, first: 10 })).toBe(5);
		expect(await scoreOf(query, { no: false, paths: "x", first: 10 })).toBe(1 + Math.trunc(8 * 1.1));
	});

	test("GQL-052 a variable's default counts where nothing is sent", async () => {
		const query = `query($first: Int = 10, $no: Boolean = true) {
			project(fullPath: "acme/web") { pipelines(first: $first) { nodes { iid } } name @skip(if: $no) }
		}`;
		expect(await scoreOf(query)).toBe(4);
		expect(await scoreOf(query, { first: 50, no: false })).toBe(6);
	});

	test.each<[string, string | null, number]>([
		["GQL-047", null, 200],
		["GQL-048", "guest", 250],
		["GQL-049", "root", 250],
	])("%s asked by %s a query of %i runs, and one more is refused", async (_claim, who, limit) => {
		const most = await gql(who, `{ ${fields(limit)} }`);
		expect([most.errors, Object.keys(most.data).length]).toEqual([undefined, limit]);
		const more = await gql(who, `{ ${fields(limit + 1)} }`);
		expect([more.status, JSON.parse(more.text)]).toEqual([200, { errors: tooComplex(limit + 1, limit) }]);
	});

	test("GQL-056, ERR-028, ERR-030 nothing of what is refused is carried out", async () => {
		const before = state();
		const lock = 'issueSetLocked(input: { projectPath: "acme/web", iid: "1", locked: true }) { errors }';
		const { data, errors } = await gql("maintainer", `mutation { ${lock} ${fields(250)} }`);
		expect([data, errors]).toEqual([undefined, tooComplex(252, 250)]);
		expect(state()).toBe(before);
	});

	test("GQL-057 the costs of a batch are added up", async () => {
		const run = await batch(null, [`{ ${fields(100)} }`, `{ ${fields(100)} }`]);
		expect(run.map((one) => one.errors)).toEqual([undefined, undefined]);
		const refused = await batch(null, [`{ ${fields(100)} }`, `{ ${fields(101)} }`, "{ __typename }"]);
		expect(refused).toEqual(Array.from({ length: 3 }, () => ({ errors: tooComplex(202, 200) })));
	});

	test("GQL-058..059 queryComplexity tells score and limit and changes nothing else", async () => {
		const without = await gql(null, '{ project(fullPath: "acme/web") { name } }');
		const { data } = await gql(null, '{ project(fullPath: "acme/web") { name } queryComplexity { score limit } }');
		expect(data).toEqual({ ...without.data, queryComplexity: { score: 5, limit: 200 } });
		expect((await gql("guest", "{ queryComplexity { score limit } }")).data.queryComplexity).toEqual({
			score: 3,
			limit: 250,
		});
	});
});

describe("nesting", () => {
	/** A query of this depth that names no field in itself. */
	const deep = (depth: number): string => {
		const way = [
			'project(fullPath: "acme/web")',
			"issues(first: 1)",
			"nodes",
			"notes(first: 1)",
			"edges",
			"node",
			"author",
			"groups(first: 1)",
			"edges",
			"node",
			"descendantGroups(first: 1)",
			"edges",
			"node",
			"runners(first: 1)",
			"nodes",
			"createdBy",
			"projectMemberships(first: 1)",
			"nodes",
			"user",
			"status",
		].slice(0, depth - 1);
		return `{ ${way.join(" { ")} { __typename ${"}".repeat(depth)}`;
	};

	test.each<[string | null, number]>([
		[null, 15],
		["root", 20],
	])("GQL-060 asked by %s a query may be %i deep", async (who, depth) => {
		expect((await gql(who, deep(depth))).errors).toBeUndefined();
		expect((await gql(who, deep(depth + 1))).errors?.[0].message).toBe(
			`Query has depth of ${depth + 1}, which exceeds max depth of ${depth}`,
		);
	});

	test("GQL-061 a field may stand in itself twice", async () => {
		const rounds = (times: number): string =>
			`{ group(fullPath: "acme") { ${"parent { ".repeat(times)} name ${"}".repeat(times)} } }`;
		expect((await gql("root", rounds(3))).errors).toBeUndefined();
		const { data, errors } = await gql("root", rounds(4));
		expect(data).toBeUndefined();
		expect(errors?.[0].message).toMatch(/^Recursive query - too many of fields/);
	});

	test("GQL-061 node, nodes, edges and ofType do not count", async () => {
		const query = `{ __type(name: "Query") { fields { type { ${"ofType { ".repeat(8)} name ${"}".repeat(8)} } } } }`;
		expect((await gql("root", query)).errors).toBeUndefined();
		const round =
			"{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }";
		expect((await gql("root", round)).errors?.[0].message).toMatch(/^Recursive query/);
	});
});

describe("size", () => {
	const long = (length: number, filler = "a"): string => {
		const query = "{ __typename } #";
		return query + filler.repeat(length - query.length);
	};

	test("GQL-062..063 10,000 characters are read, one more is refused; variables do not count", async () => {
		expect((await gql(null, long(10_000))).data).toEqual({ __typename: "Query" });
		expect((await gql(null, long(10_000), { more: "x".repeat(20_000) })).status).toBe(200);
		const { status, text } = await gql(null, long(10_001));
		expect([status, text]).toEqual([422, '{"errors":[{"message":"Query too large"}]}']);
	});

	test("GQL-062 characters are counted, not their parts", async () => {
		expect((await gql(null, long(5_000) + "\u{1F600}".repeat(5_000))).status).toBe(200);
		expect((await gql(null, long(5_000) + "\u{1F600}".repeat(5_001))).status).toBe(422);
	});

	test("GQL-064 in a batch all queries count together", async () => {
		expect(await batch(null, [long(5_000), long(5_000)])).toHaveLength(2);
		expect(await batch(null, [long(5_000), long(5_001)])).toEqual({ errors: [{ message: "Query too large" }] });
	});
});

describe("time", () => {
	const late = async (milliseconds: number) => {
		platform.settings.latency = 100;
		const told = gql("owner", '{ echo(text: "x") }');
		// The request has come by then, and is not answered yet.
		await new Promise((resolve) => setTimeout(resolve, 20));
		platform.clock.advance(milliseconds);
		const answer = await told;
		platform.settings.latency = 0;
		return answer;
	};

	test("GQL-065..066 past 30 seconds a request is cut off", async () => {
		expect((await late(29_900)).data).toEqual({ echo: '"owner" says: x' });
		const { status, text } = await late(30_100);
		expect([status, JSON.parse(text)]).toEqual([
			503,
			{
				errors: [{ message: "Request timed out. Please try a less complex query or a smaller set of records." }],
			},
		]);
	});
});

describe("floods are refused before anything runs", () => {
	const many = (count: number, one: (at: number) => string): string =>
		Array.from({ length: count }, (_, at) => one(at)).join(" ");

	test.each<[string, string, RegExp]>([
		["aliases", `{ ${many(600, (at) => `a${at}:__typename`)} }`, /complexity of 600/],
		["the same field again and again", `{ ${"__typename ".repeat(800)} }`, /complexity of 800/],
		["directives", `{ __typename ${"@skip(if:false) ".repeat(500)} }`, /"@skip"/],
		[
			"fragments that double at every step",
			`{ ...F0 } ${many(30, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F30 on Query { __typename }`,
			/complexity of 1073741824/,
		],
		["a fragment of itself", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }", /itself/],
		[
			"introspection that doubles at every step",
			`{ __schema { types { ...T0 } } } ${many(20, (at) => `fragment T${at} on __Type { ...T${at + 1} ...T${at + 1} }`)} fragment T20 on __Type { name }`,
			/more than 20000 fields/,
		],
		["deep lists", `{ echo(text: ${"[".repeat(3_000)}${"]".repeat(3_000)}) }`, /./],
		["deep selections", `{ ${"a { ".repeat(1_500)} a ${"} ".repeat(1_500)} }`, /./],
	])("%s", async (_what, query, message) => {
		const { status, data, errors } = await gql(null, query);
		expect([status, data]).toEqual([200, undefined]);
		expect(errors?.[0].message).toMatch(message);
	});
});
