import { describe, expect, test } from "vitest";
import { controlled } from "../support/control";

const notes = "/projects/acme%2Fweb/issues/1/notes";

describe.each([
	["/faults", { status: 418 }],
	["/overrides", { status: 418 }],
])("%s over HTTP", (path, response) => {
	test.each([
		["a method", { method: "post", path: "/api/*" }, { method: "POST", json: { body: "hi" } }, {}],
		["a path", { path: "/api/v4/projects/*/notes" }, {}, { path: "/user" }],
		["a query", { query: { per_page: "5" } }, { path: `${notes}?per_page=5` }, { path: `${notes}?per_page=6` }],
		["a part of a query", { query: { sort: "a*" } }, { path: `${notes}?sort=asc` }, {}],
		[
			"a body",
			{ body: { body: "mine" } },
			{ method: "POST", json: { body: "mine", internal: false } },
			{ method: "POST", json: { body: "other" } },
		],
		["a caller", { user: "guest" }, { as: "guest" }, {}],
		["nobody", { user: null, path: "/api/v4/user" }, { as: null, path: "/user" }, { path: "/user" }],
	])("are bound to %s", async (_, match, struck, spared) => {
		const { control, call } = controlled();
		expect((await control("POST", path, { ...response, match })).status).toBe(201);
		const send = ({
			path: to = notes,
			...more
		}: {
			path?: string;
			method?: string;
			json?: object;
			as?: string | null;
		}) => call(to, more);
		expect((await send(spared)).status).not.toBe(418);
		expect((await send(struck)).status).toBe(418);
	});

	test("a share of the calls is drawn by the seed", async () => {
		const drawn = async (seed: number): Promise<number[]> => {
			const { control, call } = controlled();
			const operation = "getCurrentUser";
			await control("POST", path, { ...response, operation, share: 0.5, seed });
			const outcomes: number[] = [];
			for (let turn = 0; turn < 20; turn++) outcomes.push((await call("/user")).status);
			return outcomes;
		};
		const first = await drawn(7);
		expect(new Set(first)).toEqual(new Set([200, 418]));
		expect(await drawn(7)).toEqual(first);
		expect(await drawn(8)).not.toEqual(first);
	});

	test.each([
		[{ match: {} }, "/match"],
		[{ match: { metod: "GET" } }, "/match/metod"],
		[{ match: { query: { page: 1 } } }, "/match/query"],
		[{ match: { path: "api" } }, "/match/path"],
		[{ operation: "getUser", share: 0 }, "/share"],
	])("%j is refused", async (wrong, pointer) => {
		const { status, body } = await controlled().control("POST", path, { ...response, ...wrong });
		expect([status, body.faults[0].pointer]).toEqual([400, pointer]);
	});
});

describe("overrides over HTTP", () => {
	test("respond one after the other, and then the platform does", async () => {
		const { control, call } = controlled();
		const responses = [{ status: 503 }, { status: 200, body: { id: 7 } }];
		const made = await control("POST", "/overrides", { operation: "getCurrentUser", responses });
		const outcomes = [];
		for (let turn = 0; turn < 3; turn++) outcomes.push(await call("/user"));
		expect(outcomes.map(({ status }) => status)).toEqual([503, 200, 200]);
		expect(outcomes.map(({ body }) => body?.username ?? body?.id)).toEqual([undefined, 7, "developer"]);
		expect((await control("GET", `/overrides/${made.body.id}`)).body.calls).toBe(2);
	});

	test("fill their templates with what the request holds", async () => {
		const { control, call } = controlled();
		await control("POST", "/overrides", {
			operation: "createIssueNote",
			status: 201,
			template: true,
			headers: { "x-page": "{{query.page}}", "x-none": "{{body.none}}" },
			body: {
				id: "{{body.number}}",
				body: "{{method}}: {{ body.body }}!",
				on: ["{{params.issue_iid}}"],
				at: "{{path}}",
			},
		});
		const { headers, body } = await call(`${notes}?page=3`, { method: "POST", json: { body: "{{x}} hi", number: 7 } });
		expect([headers.get("x-page"), headers.get("x-none")]).toEqual(["3", ""]);
		expect(body).toEqual({ id: 7, body: "POST: {{x}} hi!", on: ["1"], at: `/api/v4${notes}` });
	});

	test.each([
		[{ status: 200 }, "/operation"],
		[{ operation: "getUser", responses: [] }, "/responses"],
		[{ operation: "getUser", responses: [{ status: 99 }] }, "/responses/0/status"],
		[{ operation: "getUser", responses: [{ status: 200 }], times: 2 }, "/responses"],
	])("%j is refused", async (wrong, pointer) => {
		const { status, body } = await controlled().control("POST", "/overrides", wrong);
		expect([status, body.faults[0].pointer]).toEqual([400, pointer]);
	});
});

test("the caller is the user of the credential, even if the credential is no longer valid", async () => {
	const { platform, call } = controlled();
	platform.faults.add({ match: { user: "guest" }, status: 418 });
	platform.state.users.update(platform.state.users.one("username", "guest")?.id ?? 0, { state: "blocked" });
	expect((await call("/user", { as: "guest" })).status).toBe(418);
});
