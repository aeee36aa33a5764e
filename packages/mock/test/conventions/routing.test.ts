import { expect, test } from "vitest";
import { lab } from "../support/lab";
import { world } from "../support/world";

const noRoute = { error: "404 Not Found" };
const web = "/projects/acme%2Fweb";

test("CONV-002 the interface lies below /api/v4, and only there", async () => {
	const { platform } = world();
	const get = (path: string) =>
		platform.fetch(`http://tenon.test${path}`, { headers: { "PRIVATE-TOKEN": "owner-token" } });
	expect((await get(`/api/v4${web}/pipelines`)).status).toBe(200);
	for (const path of [`${web}/pipelines`, `/api${web}/pipelines`, `/v4${web}/pipelines`, `/api/v5${web}/pipelines`]) {
		const response = await get(path);
		expect([response.status, await response.json()], path).toEqual([404, noRoute]);
	}
});

test("CONV-005 an installation below a path prefix serves both interfaces there", async () => {
	const { platform } = world({ externalUrl: "https://host.example/code" });
	const ask = (path: string, init: RequestInit = {}) =>
		platform.fetch(`https://host.example${path}`, { ...init, headers: { "PRIVATE-TOKEN": "owner-token" } });
	expect((await ask(`/code/api/v4${web}/pipelines`)).status).toBe(200);
	expect((await ask(`/api/v4${web}/pipelines`)).status).toBe(404);
	const query = { method: "POST", body: JSON.stringify({ query: "{ currentUser { id } }" }) };
	expect((await ask("/code/api/graphql", query)).status).not.toBe(404);
	expect((await ask("/api/graphql", query)).status).toBe(404);
});

test.each(["", "/", "/nothing", "/projects", `${web}/nothing`, `${web}/pipelines/1/nothing`, "/users/1/2/3/4"])(
	"CONV-006, ERR-058 no route leads to %j",
	async (path) => {
		const { ask } = world();
		const { status, body } = await ask("root", "GET", path);
		expect([status, body]).toEqual([404, noRoute]);
	},
);

test.each([
	["PATCH", `${web}/pipelines`, ["GET", "HEAD", "OPTIONS"]],
	["POST", `${web}/pipelines`, ["GET", "HEAD", "OPTIONS"]],
	["GET", `${web}/pipeline`, ["POST", "OPTIONS"]],
	["PUT", `${web}/pipelines/701`, ["GET", "HEAD", "DELETE", "OPTIONS"]],
	["GET", `${web}/pipelines/701/metadata`, ["PUT", "OPTIONS"]],
	["DELETE", `${web}/issues/1/notes`, ["GET", "HEAD", "POST", "OPTIONS"]],
	["POST", `${web}/issues/1/notes/1001`, ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]],
])("CONV-007, ERR-060 %s %s is not allowed, and Allow tells what is", async (method, path, allowed) => {
	const { ask, state } = world();
	const before = state();
	const { status, body, headers } = await ask("root", method, path);
	expect([status, body]).toEqual([405, { error: "405 Not Allowed" }]);
	expect((headers.get("allow") ?? "").split(", ").sort()).toEqual([...allowed].sort());
	expect(state()).toBe(before);
});

test.each([
	`${web}/pipelines?per_page=5&page=2`,
	`${web}/pipelines/999999`,
	`${web}/issues/1/notes`,
	`${web}/pipelines/latest`,
])("CONV-008 HEAD %s is GET without the body", async (path) => {
	const { ask } = world();
	const get = await ask("owner", "GET", path);
	const head = await ask("owner", "HEAD", path);
	const told = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name !== "x-request-id"));
	expect(head.status).toBe(get.status);
	expect(told(head.headers)).toEqual(told(get.headers));
	expect(get.body).toBeDefined();
	expect(head.body).toBeUndefined();
	if (get.status === 200 && path.includes("per_page")) expect(head.headers.get("x-total")).toBe("60");
});

test("CONV-009 version 3 is gone", async () => {
	const { platform } = world();
	for (const [method, path] of [
		["GET", "/api/v3/projects/1/pipelines"],
		["POST", "/api/v3/nothing"],
		["GET", "/api/v3"],
	] as const) {
		const response = await platform.fetch(`http://tenon.test${path}`, { method });
		expect(response.status, path).toBe(410);
		expect(await response.text()).toMatch(/V3 is no longer supported.*V4/);
	}
});

test("CONV-010 a slash or .json at the end changes nothing", async () => {
	const { ask } = world();
	for (const path of [`${web}/pipelines`, `${web}/pipelines/latest`, `${web}/issues/1/notes`]) {
		const { status, body } = await ask("owner", "GET", path);
		expect(status).toBe(200);
		for (const end of ["/", ".json", ".json?", "/?per_page=20"])
			expect((await ask("owner", "GET", `${path}${end}`)).body, `${path}${end}`).toEqual(body);
	}
	const made = await ask("owner", "POST", `${web}/issues/1/notes.json`, { json: { body: "Here" } });
	expect([made.status, made.body.body]).toEqual([201, "Here"]);
});

test("CONV-011, CONV-050 answers are JSON; 204 has neither body nor type", async () => {
	const { ask, at, get, pipeline } = lab();
	const { id } = pipeline();
	for (const path of ["", `/${id}`, `/${id}/variables`, `/${id}/test_report`, "/999999"])
		expect((await get(path)).headers.get("content-type"), path).toMatch(/^application\/json(;|$)/);
	const gone = await ask("owner", "DELETE", `${at}/${id}`);
	expect([gone.status, gone.body, gone.headers.get("content-type")]).toEqual([204, undefined, null]);
});

test("CONV-012 every answer has a number of its own", async () => {
	const { platform } = world();
	const seen = new Set<string | null>();
	const requests: [string, RequestInit?][] = [
		[`/api/v4${web}/pipelines`],
		[`/api/v4${web}/pipelines`],
		["/api/v4/nothing"],
		[`/api/v4${web}/pipelines`, { method: "PATCH" }],
		[`/api/v4${web}/issues/1/notes`],
		["/api/v3/user"],
		["/nothing"],
		["/api/graphql", { method: "POST", body: '{"query":"{ currentUser { id } }"}' }],
	];
	for (const [path, init] of requests)
		seen.add((await platform.fetch(`http://tenon.test${path}`, init)).headers.get("x-request-id"));
	expect(seen).not.toContain(null);
	expect(seen.size).toBe(requests.length);
});

test("CONV-013 other origins are let in, and may read the paging headers", async () => {
	const { ask, platform } = world();
	const origin = "https://app.example";
	const response = await platform.fetch(`http://tenon.test/api/v4${web}/pipeline`, {
		method: "OPTIONS",
		headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "private-token" },
	});
	expect(response.ok).toBe(true);
	expect(["*", origin]).toContain(response.headers.get("access-control-allow-origin"));
	expect(response.headers.get("access-control-allow-methods")).toContain("POST");
	expect(response.headers.get("access-control-allow-headers")).toMatch(/\*|private-token/);
	for (const path of [`${web}/pipelines`, `${web}/pipelines/999999`]) {
		const { headers } = await ask("owner", "GET", path, { headers: { origin } });
		expect(["*", origin]).toContain(headers.get("access-control-allow-origin"));
		const exposed = (headers.get("access-control-expose-headers") ?? "").split(/,\s*/);
		expect(exposed).toEqual(
			expect.arrayContaining([
				"Link",
				"X-Total",
				"X-Total-Pages",
				"X-Per-Page",
				"X-Page",
				"X-Next-Page",
				"X-Prev-Page",
				"X-Request-Id",
			]),
		);
	}
});

test.each([
	["POST", "/groups"],
	["DELETE", "/groups/acme"],
	["POST", "/projects"],
	["DELETE", web],
	["POST", `${web}/issues`],
	["DELETE", `${web}/issues/1`],
	["POST", `${web}/snippets`],
	["DELETE", `${web}/snippets/401`],
	["POST", `${web}/merge_requests`],
	["DELETE", `${web}/merge_requests/1`],
	["POST", "/groups/acme/epics"],
	["DELETE", "/groups/acme/epics/501"],
	["POST", `${web}/wikis`],
	["DELETE", `${web}/wiki_pages/601`],
])("CONV-099 %s %s is no operation", async (method, path) => {
	const { ask, state } = world();
	const before = state();
	const { status } = await ask("root", method, path, { json: { name: "x", path: "x", title: "x" } });
	expect([404, 405]).toContain(status);
	expect(state()).toBe(before);
});
