import { schemaText } from "@tenon/contract/graphql-schema";
import { buildClientSchema, buildSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from "graphql";
import { describe, expect, test } from "vitest";
import { graphqlWorld } from "../support/graphql";

const { gql, batch, platform, ask, state, make } = graphqlWorld();

describe("a request", () => {
	test("GQL-003 a query as JSON is answered by its data", async () => {
		const { status, text, headers } = await gql(null, "{ __typename }");
		expect([status, text]).toEqual([200, '{"data":{"__typename":"Query"}}']);
		expect(headers.get("content-type")).toBe("application/json");
	});

	test("GQL-004 variables are applied", async () => {
		const { data } = await gql("owner", "query($p: ID!) { project(fullPath: $p) { fullPath } }", { p: "acme/web" });
		expect(data).toEqual({ project: { fullPath: "acme/web" } });
	});

	test.each([
		['"text"', [422, "Variables must be an object, or the JSON text of one"]],
		['"[1]"', [422, "Variables must be an object, or the JSON text of one"]],
		["[1]", [422, "Variables must be an object, or the JSON text of one"]],
		['"{\\"t\\":\\"hi\\"}"', [200, '"owner" says: hi']],
		['{"t":"hi"}', [200, '"owner" says: hi']],
	])("GQL-005 variables %s", async (variables, expected) => {
		const body = `{"query":"query($t: String! = \\"-\\") { echo(text: $t) }","variables":${variables}}`;
		const { status, data, errors } = await gql("owner", "", undefined, { body });
		expect([status, data?.echo ?? errors?.[0].message]).toEqual(expected);
	});

	test.each([
		[undefined, undefined, "An operation name is required"],
		["B", { echo: '"owner" says: b' }, undefined],
		["C", undefined, 'No operation named "C"'],
	])("GQL-006 of several operations operationName %s selects", async (operationName, expected, message) => {
		const query = 'query A { echo(text: "a") } query B { echo(text: "b") }';
		const { data, errors } = await gql("owner", "", undefined, { body: JSON.stringify({ query, operationName }) });
		expect(data).toEqual(expected);
		expect(errors?.[0].message).toBe(message);
	});

	test("GQL-007 a query may stand in the address, a mutation not", async () => {
		const at = (query: string, more = ""): string => `?query=${encodeURIComponent(query)}${more}`;
		const method = "GET";
		const variables = `&variables=${encodeURIComponent('{"t":"x"}')}`;
		const asked = await gql("owner", "", undefined, {
			method,
			address: at("query($t: String!) { echo(text: $t) }", variables),
		});
		expect(asked.data).toEqual({ echo: '"owner" says: x' });
		const before = state();
		const lock = 'mutation { issueSetLocked(input: { projectPath: "acme/web", iid: "1", locked: true }) { errors } }';
		const refused = await gql("owner", "", undefined, { method, address: at(lock) });
		expect([refused.status, refused.text]).toEqual([
			422,
			'{"errors":[{"message":"Mutations are forbidden in GET requests"}]}',
		]);
		expect(state()).toBe(before);
	});

	test("GQL-008 a query may come as a form field", async () => {
		const urlencoded = await gql("owner", "", undefined, {
			body: new URLSearchParams({ query: "query($t: String!) { echo(text: $t) }", variables: '{"t":"x"}' }).toString(),
			headers: { "content-type": "application/x-www-form-urlencoded" },
		});
		expect(urlencoded.data).toEqual({ echo: '"owner" says: x' });
		const form = new FormData();
		form.set("query", "{ __typename }");
		// The form's own content type tells its boundary.
		const sent = new Request("http://tenon.test", { method: "POST", body: form });
		const multipart = await gql("owner", "", undefined, {
			body: await sent.text(),
			headers: { "content-type": sent.headers.get("content-type") ?? "" },
		});
		expect(multipart.data).toEqual({ __typename: "Query" });
	});

	test.each([[{}], [{ query: "" }], [{ query: "  \n" }], [{ query: null }]])(
		"GQL-009 a missing or empty query: %j",
		async (body) => {
			const { status, text } = await gql("owner", "", undefined, { body: JSON.stringify(body) });
			expect([status, JSON.parse(text)]).toEqual([
				200,
				{ errors: [{ message: "Unexpected end of document", locations: [] }] },
			]);
		},
	);

	test("GQL-010 a syntax error is told with its place and without data", async () => {
		const { status, data, errors } = await gql("owner", "{ project(");
		expect([status, data, errors?.length]).toEqual([200, undefined, 1]);
		expect(errors?.[0].locations).toEqual([{ line: 1, column: 11 }]);
	});

	test("GQL-011 a field that does not exist", async () => {
		const { status, text } = await gql("owner", "{ brokenQuery }");
		expect([status, JSON.parse(text)]).toEqual([
			200,
			{
				errors: [
					{
						message: "Field 'brokenQuery' doesn't exist on type 'Query'",
						locations: [{ line: 1, column: 3 }],
						path: ["query", "brokenQuery"],
						extensions: { code: "undefinedField", typeName: "Query", fieldName: "brokenQuery" },
					},
				],
			},
		]);
	});

	test("GQL-011 the path leads through named operations, aliases and fragments", async () => {
		const { errors } = await gql(
			"owner",
			'query Q { p: project(fullPath: "a") { x ...F } } fragment F on Project { y }',
		);
		expect(errors?.map((one) => one.path)).toEqual([
			["query Q", "p", "x"],
			["fragment F", "y"],
		]);
	});

	test("GQL-012 at most five errors are told", async () => {
		const { errors, data } = await gql("owner", "{ a b c d e f g }");
		expect(errors).toHaveLength(5);
		expect(data).toBeUndefined();
		expect((await gql("owner", "{ a b c d }")).errors).toHaveLength(4);
	});

	test.each([
		[null, { path: [], explanation: "Expected value to not be null" }],
		[{ a: 1 }, { path: [], explanation: 'Could not coerce value {"a":1} to ID' }],
	])("GQL-013 a variable of type ID! given as %j", async (value, problem) => {
		const { status, data, errors } = await gql("owner", "query($x: ID!) { project(fullPath: $x) { id } }", {
			x: value,
		});
		expect([status, data]).toEqual([200, undefined]);
		expect(errors?.[0].message).toContain("Variable $x of type ID! was provided invalid value");
		expect(errors?.[0].extensions).toEqual({ value, problems: [problem] });
		expect(errors?.[0].locations).toEqual([{ line: 1, column: 7 }]);
	});

	test("GQL-013 what is wrong inside an input is told with the way to it", async () => {
		const query = "mutation($i: CreateSnippetInput!) { createSnippet(input: $i) { errors } }";
		const input = { visibilityLevel: "secret", blobActions: [{ action: "create" }], extra: 1 };
		const { errors } = await gql("owner", query, { i: input });
		expect(errors?.[0].extensions.problems).toEqual([
			{ path: ["extra"], explanation: "Field is not defined on CreateSnippetInput" },
			{ path: ["title"], explanation: "Expected value to not be null" },
			{ path: ["visibilityLevel"], explanation: 'Expected "secret" to be one of: private, internal, public' },
			{ path: ["blobActions", 0, "filePath"], explanation: "Expected value to not be null" },
		]);
		expect(errors?.[0].message).toContain("for extra (Field is not defined on CreateSnippetInput), title (");
	});

	test("GQL-014 faults of the query and refusals are answered with 200 and JSON", async () => {
		for (const query of [
			"{ nothing }",
			"{",
			'mutation { issueSetLocked(input: { projectPath: "acme/web", iid: "1", locked: true }) { errors } }',
			`{ ${Array.from({ length: 260 }, (_, at) => `a${at}: __typename`).join(" ")} }`,
		]) {
			const { status, headers, errors } = await gql("outsider", query);
			expect([status, headers.get("content-type"), errors?.length]).toEqual([200, "application/json", 1]);
		}
	});

	test.each(["{", "nonsense", '{"query": "{ __typename }"'])("GQL-016 the body %s is no JSON", async (body) => {
		expect((await gql("owner", "", undefined, { body })).status).toBe(400);
	});

	test("GQL-017 a failure inside the platform", async () => {
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

	test("GQL-018 past a rate limit", async () => {
		const limited = graphqlWorld({ requestLimit: { requests: 1, period: 60 } });
		expect((await limited.gql("owner", "{ __typename }")).status).toBe(200);
		const { status, errors, headers } = await limited.gql("owner", "{ __typename }");
		expect([status, errors]).toEqual([429, [{ message: "Retry later" }]]);
		expect(headers.get("retry-after")).toBe("60");
	});

	test.each(["PUT", "PATCH", "DELETE"])("GQL-024 %s is refused and changes nothing", async (method) => {
		const before = state();
		const { status, headers } = await gql("owner", "{ __typename }", undefined, { method });
		expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
		expect(state()).toBe(before);
	});

	test("GQL-025 a content type with a charset", async () => {
		const headers = { "content-type": "application/json; charset=utf-8" };
		expect((await gql("owner", "{ __typename }", undefined, { headers })).data).toEqual({ __typename: "Query" });
	});
});

describe("the schema", () => {
	test("GQL-019..020 introspection works without credentials and is not charged", async () => {
		const { data, errors } = await gql(null, "{ __schema { types { name } } }");
		expect(errors).toBeUndefined();
		const names = data.__schema.types.map(({ name }: { name: string }) => name);
		for (const name of ["Project", "CiRunner", "AlertManagementAlert", "SnippetBlobActionEnum"])
			expect(names).toContain(name);
		const { data: scored } = await gql(null, "{ __schema { types { name } } queryComplexity { score } }");
		expect(scored.queryComplexity.score).toBe(2);
		expect((await gql(null, getIntrospectionQuery())).errors).toBeUndefined();
	});

	test("GQL-021 the served schema is the authored one", async () => {
		const query = getIntrospectionQuery({ inputValueDeprecation: true });
		const served = buildClientSchema((await gql(null, query)).data);
		expect(printSchema(lexicographicSortSchema(served))).toBe(
			printSchema(lexicographicSortSchema(buildSchema(schemaText))),
		);
	});

	test("GQL-022 aliases, fragments, directives and __typename", async () => {
		const query = `query($yes: Boolean!) {
			one: echo(text: "1") two: echo(text: "2") ...Named ... on Query { __typename }
			skipped: echo(text: "3") @skip(if: $yes) kept: echo(text: "4") @include(if: $yes)
		}
		fragment Named on Query { currentUser { username } }`;
		const { data } = await gql("owner", query, { yes: true });
		expect(data).toEqual({
			one: '"owner" says: 1',
			two: '"owner" says: 2',
			currentUser: { username: "owner" },
			__typename: "Query",
			kept: '"owner" says: 4',
		});
	});

	const deprecated = '{ runner(id: "gid://service/Ci::Runner/1") { active } }';
	const withDeprecatedArgument = "{ runners(active: true) { nodes { id } } }";
	const gone = {
		message: "Field 'active' doesn't exist on type 'CiRunner'",
		code: "undefinedField",
	};
	const without = { address: "?remove_deprecated=true" };

	test("GQL-032..033 remove_deprecated on the address takes deprecated items away", async () => {
		for (const address of ["", "?remove_deprecated=false"])
			expect((await gql("root", deprecated, undefined, { address })).errors).toBeUndefined();
		const { errors } = await gql("root", deprecated, undefined, without);
		expect([errors?.[0].message, errors?.[0].extensions.code]).toEqual([gone.message, gone.code]);
	});

	test("GQL-034 remove_deprecated in the body does so too", async () => {
		const ask = (remove_deprecated: boolean) =>
			gql("root", "", undefined, { body: JSON.stringify({ query: deprecated, remove_deprecated }) });
		expect((await ask(true)).errors?.[0].message).toBe(gone.message);
		expect((await ask(false)).errors).toBeUndefined();
	});

	test("GQL-035 deprecated arguments and enum values are gone as well, and not introspected", async () => {
		expect((await gql("root", withDeprecatedArgument)).errors).toBeUndefined();
		expect((await gql("root", withDeprecatedArgument, undefined, without)).errors?.[0].message).toBe(
			"Field 'runners' doesn't accept argument 'active'",
		);
		const sorted = "{ users(sort: created_asc) { nodes { id } } }";
		expect((await gql("root", sorted)).errors).toBeUndefined();
		expect((await gql("root", sorted, undefined, without)).errors?.[0].message).toContain('"created_asc"');
		const introspect = `{ __type(name: "CiRunner") { fields(includeDeprecated: true) { name } }
			sort: __type(name: "Sort") { enumValues(includeDeprecated: true) { name } } }`;
		const names = async (address: string): Promise<string[]> => {
			const { data } = await gql(null, introspect, undefined, { address });
			return [...data.__type.fields, ...data.sort.enumValues].map(({ name }: { name: string }) => name);
		};
		const whole = await names("");
		const cut = await names(without.address);
		expect(whole.filter((name) => !cut.includes(name)).sort()).toEqual([
			"active",
			"created_asc",
			"created_desc",
			"updated_asc",
			"updated_desc",
		]);
	});

	test("GQL-036 remove_deprecated holds for every query of a batch", async () => {
		const response = await platform.fetch("http://tenon.test/api/graphql?remove_deprecated=true", {
			method: "POST",
			headers: { "content-type": "application/json", "private-token": "root-token" },
			body: JSON.stringify([{ query: "{ __typename }" }, { query: deprecated }, { query: deprecated }]),
		});
		const results: { errors?: { message: string }[] }[] = await response.json();
		expect(results.map((one) => one.errors?.[0]?.message)).toEqual([undefined, gone.message, gone.message]);
	});

	test("GQL-038 an item deprecated in 18.1 is there until 19.0", async () => {
		for (const [release, message] of [
			["18.11", undefined],
			["19.0", gone.message],
			["20.3", gone.message],
		] as const) {
			const { errors } = await graphqlWorld({ release }).gql("root", deprecated);
			expect([release, errors?.[0].message]).toEqual([release, message]);
		}
	});

	test("GQL-046 the most that a page may have is named where it is asked for", async () => {
		const query = "{ __schema { types { name fields { name type { name } args { name description } } } } }";
		const { data } = await gql(null, query);
		interface Field {
			name: string;
			type: { name: string | null };
			args: { name: string; description: string }[];
		}
		const types: { name: string; fields: Field[] | null }[] = data.__schema.types;
		const lists = types.flatMap(({ fields }) => fields ?? []).filter(({ type }) => type.name?.endsWith("Connection"));
		expect(lists.length).toBeGreaterThan(40);
		for (const { args } of lists)
			for (const name of ["first", "last"])
				expect(args.find((one) => one.name === name)?.description).toContain("at most 100");
	});

	test("GQL-041 an item behind a flag that is off is not there", async () => {
		const query = "mutation($i: GroupUpdateInput!) { groupUpdate(input: $i) { errors } }";
		const input = { fullPath: "acme/none", stepUpAuthRequiredOauthProvider: "" };
		const introspect = '{ __type(name: "GroupUpdateInput") { inputFields { name } } }';
		const off = graphqlWorld({ flags: { omniauth_step_up_auth_for_namespace: false } });
		const seen = async (one: typeof gql): Promise<boolean> => {
			const { data } = await one(null, introspect);
			return data.__type.inputFields.some(({ name }: { name: string }) => name === "stepUpAuthRequiredOauthProvider");
		};
		expect([await seen(gql), await seen(off.gql)]).toEqual([true, false]);
		const problem = "Field is not defined on GroupUpdateInput";
		expect((await gql("root", query, { i: input })).errors?.[0].message).not.toContain(problem);
		expect((await off.gql("root", query, { i: input })).errors?.[0].message).toContain(problem);
	});
});

describe("several queries at once", () => {
	test("GQL-026..027 a list is answered by a list in its order", async () => {
		const results = await batch("owner", [
			'{ echo(text: "1") }',
			{ query: "query($t: String!) { echo(text: $t) }", variables: { t: "2" } },
			{ query: 'query A { echo(text: "a") } query B { echo(text: "b") }', operationName: "B" },
		]);
		expect(results.map((one) => one.data.echo.slice(-1))).toEqual(["1", "2", "b"]);
	});

	test("GQL-028 one that fails leaves the others as they are", async () => {
		const results = await batch("owner", ["{ nothing }", '{ echo(text: "1") }', "{"]);
		expect(results.map((one) => [one.data?.echo, one.errors?.length])).toEqual([
			[undefined, 1],
			['"owner" says: 1', undefined],
			[undefined, 1],
		]);
	});

	test("GQL-029 an invalid token is refused once for all", async () => {
		expect(await batch("nobody-known", ["{ __typename }", "{ __typename }"])).toEqual({
			errors: [{ message: "Invalid token" }],
		});
	});

	test("GQL-030 mutations run in order, each on what the former left", async () => {
		const before = graphqlWorld();
		const lock = (locked: boolean): string =>
			`mutation { issueSetLocked(input: { projectPath: "acme/web", iid: "2", locked: ${locked} }) { issue { discussionLocked } } }`;
		const read = '{ project(fullPath: "acme/web") { issue(iid: "2") { discussionLocked } } }';
		const results = await before.batch("maintainer", [read, lock(true), read, lock(false), read]);
		expect(results.map(({ data }) => (data.issueSetLocked ?? data.project).issue.discussionLocked)).toEqual([
			false,
			true,
			true,
			false,
			false,
		]);
	});

	test("GQL-031 lists of none and of one", async () => {
		expect(await batch("owner", [])).toEqual([]);
		expect(await batch("owner", ["{ __typename }"])).toEqual([{ data: { __typename: "Query" } }]);
	});
});

describe("the roots' own fields", () => {
	test("GQL-164 echo names the caller", async () => {
		make.user({ username: "alice" });
		expect((await gql("alice", '{ echo(text: "Hello") }')).data.echo).toBe('"alice" says: Hello');
		expect((await gql(null, '{ echo(text: "Hello") }')).data.echo).toBe("nil says: Hello");
	});

	test("GQL-165, CONV-139 metadata tells the release to signed-in callers", async () => {
		const query = "{ metadata { version revision enterprise } }";
		expect((await gql(null, query)).data).toEqual({ metadata: null });
		expect((await gql("guest", query)).data.metadata.version).toMatch(/^18\.9\./);
		const older = graphqlWorld({ release: "17.3" });
		expect((await older.gql("guest", query)).data.metadata).toEqual({
			version: expect.stringMatching(/^17\.3\./),
			revision: expect.stringMatching(/^[0-9a-f]+$/),
			enterprise: true,
		});
	});

	test("GQL-180, AUTH-076 without credentials currentUser is null, and what is public is there", async () => {
		const { data, errors } = await gql(null, '{ currentUser { id } project(fullPath: "acme/web") { fullPath } }');
		expect(errors).toBeUndefined();
		expect(data).toEqual({ currentUser: null, project: { fullPath: "acme/web" } });
	});

	test("CONV-100 what REST changes is in the next GraphQL answer", async () => {
		const query = '{ group(fullPath: "acme") { name } }';
		expect((await gql("owner", query)).data.group.name).not.toBe("Renamed");
		expect((await ask("owner", "PUT", "/groups/acme", { json: { name: "Renamed" } })).status).toBe(200);
		expect((await gql("owner", query)).data.group.name).toBe("Renamed");
	});
});
