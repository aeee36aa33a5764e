import { operations } from "@tenon/contract";
import { expect, test } from "vitest";
import { controlled, testsOperations } from "../support/control";

testsOperations(/\/contract|\/graphql\/cost/);

interface Member {
	name: string;
	in: string;
	required: boolean;
	description: string;
	example: unknown;
	pick: { table: string; by: string; sample: unknown } | null;
}

/** Returns the first values to try for an operation: the example of each path parameter. */
const tried = (members: readonly Member[]): Record<string, unknown> =>
	Object.fromEntries(members.filter((member) => member.in === "path").map(({ name, example }) => [name, example]));

const ids = Object.keys(operations);

test("every operation is listed and described, with prose and a description of each parameter", async () => {
	const { control } = controlled();
	const { operations: list } = (await control("GET", "/contract")).body;
	expect(list.map(({ id }: { id: string }) => id)).toEqual(ids);
	for (const one of list) {
		expect([one.id, one.summary]).toEqual([one.id, expect.stringMatching(/\.$/)]);
		const { body } = await control("GET", `/contract/${one.id}`);
		expect(body).toMatchObject(one);
		expect(body.members.filter(({ description }: Member) => description === "")).toEqual([]);
		expect(body.reference, one.id).toMatch(/^## Responses\n\n(.*\n)*?- \*\*2\d\d\*\* \w/m);
	}
	const unknown = await control("GET", "/contract/createIsueNote");
	expect([unknown.status, unknown.body.message]).toEqual([
		404,
		expect.stringContaining('Did you mean "createIssueNote"?'),
	]);
});

test("parameters name the rows to choose from", async () => {
	const { control } = controlled();
	const picks = async (id: string) =>
		Object.fromEntries(
			(await control("GET", `/contract/${id}`)).body.members.flatMap(({ name, pick }: Member) =>
				pick ? [[name, pick]] : [],
			),
		);
	expect(await picks("createIssueNote")).toEqual({
		id: { table: "projects", by: "name", within: null, sample: "acme/web" },
		issue_iid: {
			table: "issues",
			by: "iid",
			within: { parameter: "id", id: "project_id", name: "project" },
			sample: 1,
		},
	});
	expect(await picks("getReleaseLink")).toMatchObject({
		tag_name: { table: "releases", by: "tag_name" },
		link_id: { table: "release_links", by: "id" },
	});
	expect(await picks("getUserStatus")).toMatchObject({ id_or_username: { table: "users", by: "username" } });
	expect(await picks("getRunner")).toMatchObject({ id: { table: "runners", by: "id", within: null } });
});

test.each(ids.filter((id) => operations[id as keyof typeof operations].verb === "GET"))(
	"%s can be tried with its examples",
	async (id) => {
		const { control } = controlled();
		const { members } = (await control("GET", `/contract/${id}`)).body;
		const { status, body } = await control("POST", "/send", { operation: id, params: tried(members), as: "root" });
		expect([status, body.status]).toEqual([200, expect.any(Number)]);
		const entry = (await control("GET", `/journal/${body.id}`)).body;
		expect([entry.operation, entry.user]).toEqual([id, "root"]);
		// No user has a PIN yet.
		expect([id, body.status]).toEqual([id, /SupportPin$/.test(id) ? 404 : 200]);
	},
);

test("an operation is sent with path, query and body side by side, and journal and code say the same", async () => {
	const { control } = controlled();
	const params = { id: "acme/web", issue_iid: 1, body: "hi", internal: false };
	const sent = await control("POST", "/send", { operation: "createIssueNote", params, as: "developer" });
	expect(sent.body.status).toBe(201);
	const entry = (await control("GET", `/journal/${sent.body.id}`)).body;
	expect([entry.path, entry.requestBody]).toEqual([
		"/api/v4/projects/acme%2Fweb/issues/1/notes",
		{ body: "hi", internal: false },
	]);
	const { code } = (await control("POST", "/contract/createIssueNote/code", { params })).body;
	const later = (await control("GET", `/journal/${sent.body.id}/code`)).body;
	expect([code.curl, code.client]).toEqual([later.curl, later.client]);
	expect(code.client).toContain("tenon.issueNotes.create({");
	expect(code.function).toContain('import { connect, createIssueNote } from "@tenon/client/operations";');
	expect(code.function).toContain('createIssueNote(connection, {\n\tid: "acme/web",');
	expect(code.curl).toContain('-H "PRIVATE-TOKEN: $TENON_TOKEN"');
	const anonymous = (
		await control("POST", "/contract/listGroups/code", { params: { top_level_only: true }, anonymous: true })
	).body;
	expect([anonymous.method, anonymous.path, anonymous.body]).toEqual([
		"GET",
		"/api/v4/groups?top_level_only=true",
		undefined,
	]);
	expect(anonymous.code.curl).not.toContain("TOKEN");
});

test("lists and objects go into the query as the platform reads them", async () => {
	const { control } = controlled();
	const path = async (id: string, params: object) =>
		(await control("POST", `/contract/${id}/code`, { params })).body.path;
	expect(await path("listRunners", { tag_list: ["a", "b c"] })).toMatch(
		/\?tag_list(?:=a%2Cb\+c|%5B%5D=a&tag_list%5B%5D=b\+c)$/,
	);
	expect(await path("listGroups", { skip_groups: [1, 2] })).toMatch(/skip_groups/);
});

test.each([
	["createIssueNote", { params: { id: "acme/web" } }, "/params/issue_iid", "missing: the path requires it"],
	["createIssueNote", { params: { id: 1, issue_iid: 1, bodi: "x" } }, "/params/bodi", 'Did you mean "body"?'],
	["createIssueNote", { params: [] }, "/params", "expected an object"],
	["createIsueNote", {}, "/operation", 'Did you mean "createIssueNote"?'],
	["executeGraphql", {}, "/operation", "to send a GraphQL query"],
])("%s with %j is refused", async (operation, more, pointer, message) => {
	const { control, platform } = controlled();
	const { status, body } = await control("POST", "/send", { operation, ...more });
	expect([status, body.faults[0]]).toEqual([400, { pointer, message: expect.stringContaining(message) }]);
	expect(platform.journal.count()).toBe(0);
	if (pointer === "/params") expect((await control("POST", `/contract/${operation}/code`, more)).status).toBe(400);
});

test("an alert is sent with the key of its integration", async () => {
	const { control, platform } = controlled();
	const { members } = (await control("GET", "/contract/sendAlert")).body;
	const params = { ...tried(members), title: "It burns" };
	expect((await control("POST", "/send", { operation: "sendAlert", params })).body.status).toBe(200);
	expect([...platform.state.alerts.all()].some(({ title }) => title === "It burns")).toBe(true);
});

test("on an empty platform examples come from the contract", async () => {
	const { control } = controlled(() => undefined);
	const { members } = (await control("GET", "/contract/listIssueNotes")).body;
	expect(members[0]).toMatchObject({ name: "id", example: "acme/web", pick: { sample: null } });
});

test("the GraphQL schema follows the settings, and a query is measured as the endpoint measures it", async () => {
	const { control } = controlled();
	const { schema } = (await control("GET", "/contract/graphql")).body;
	expect(schema).toContain("type Query {");
	await control("PATCH", "/settings", { dialect: "gitlab" });
	expect((await control("GET", "/contract/graphql")).body.schema).not.toBe(schema);
	await control("PATCH", "/settings", { dialect: "specification" });
	const query = "{ queryComplexity { score limit } users(first: 50) { nodes { username } } }";
	const measured = (await control("POST", "/graphql/cost", { query })).body;
	const sent = await control("POST", "/send", { method: "POST", path: "/api/graphql", body: { query }, as: "root" });
	const { data } = (await control("GET", `/journal/${sent.body.id}`)).body.responseBody;
	expect(measured).toEqual({ cost: data.queryComplexity.score, limit: data.queryComplexity.limit, errors: [] });
	expect((await control("POST", "/graphql/cost", { query, anonymous: true })).body.limit).toBe(200);
	const wrong = (await control("POST", "/graphql/cost", { query: "{ usrs { id } }" })).body;
	expect([wrong.cost, wrong.errors[0].message]).toEqual([null, expect.stringContaining("usrs")]);
	expect((await control("POST", "/graphql/cost", { query, variables: [] })).body.faults[0].pointer).toBe("/variables");
	const dear = `{ ${"abcdefghijklmnopqrstuvwxyzABCDEF"
		.split("")
		.map((alias) => `${alias}: users(first: 100) { nodes { id username name } }`)
		.join(" ")} }`;
	const { cost, limit } = (await control("POST", "/graphql/cost", { query: dear })).body;
	expect(cost).toBeGreaterThan(limit);
});
