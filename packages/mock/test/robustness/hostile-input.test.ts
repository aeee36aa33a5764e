import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { world } from "../support/world";

const notes = "/projects/acme%2Fweb/issues/1/notes";
const origin = "http://tenon.test/api/v4";
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

/** One platform for all tests, because it must also keep working after each input. */
const there = world();
const errors: unknown[] = [];
beforeAll(() => {
	expect(Object.prototype).not.toHaveProperty("admin");
});
afterAll(() => {
	expect(errors).toEqual([]);
	expect(Object.prototype).not.toHaveProperty("admin");
});

/** Sends bytes unchanged, without a client that would correct them. */
async function send(
	method: string,
	url: string,
	{ headers = {}, body = null }: { headers?: Record<string, string>; body?: Uint8Array | string | null } = {},
) {
	const before = there.state();
	const work = process.cpuUsage();
	const reply = await there.platform.handle({
		method,
		url: url.startsWith("/") ? origin + url : url,
		headers: { "private-token": "owner-token", ...headers },
		body,
	});
	const { user, system } = process.cpuUsage(work);
	const text = String(reply.body ?? "");
	expect(text).not.toMatch(/\n\s+at |\.[jt]s:\d+|Error:/);
	// Every entry point must be able to return the response, no matter what its headers are.
	expect(new Headers({ ...reply.headers })).toBeDefined();
	return { status: reply.status, text, unchanged: there.state() === before, milliseconds: (user + system) / 1000 };
}

describe("bodies", () => {
	test.each<[string, Record<string, string>, Uint8Array | string]>([
		["JSON that is too deep", json, `{"body":${deep("[", "]", 5_000)}}`],
		["JSON that is deep beyond measure", json, deep("[", "]", 8_000_000)],
		["an object in an object in an object", json, deep('{"a":', "}", 5_000).replace("}", "1}")],
		["JSON with too many elements", json, `[${"[],".repeat(5_000_000)}[]]`],
		["JSON that never ends", json, '{"body":"'.padEnd(2_000_000, "\\")],
		["bytes that are not UTF-8 in JSON", json, new Uint8Array([0x22, 0xc3, 0x28, 0x22])],
		["bytes that are not UTF-8 in a form", form, new Uint8Array([0x62, 0x3d, 0xff])],
		["invalid escapes", form, "body=%zz"],
		["an escape that is cut off", form, "body=%e2%82"],
		["a list of lists of lists", form, `body${"[]".repeat(8_000_000)}=1`],
		["names without number", form, "a&".repeat(8_000_000)],
		["lists without number", form, "a[][b]=1&".repeat(1_000_000)],
		["a form of parts that do not end", { "content-type": "multipart/form-data; boundary=x" }, "--x\r\n"],
		["a form without a boundary", { "content-type": "multipart/form-data" }, "--x--"],
		["nothing but NUL", json, "\u0000".repeat(100)],
		["null", json, "null"],
		["a number without end", json, "1".repeat(1_000_000)],
	])("%s: 400, at once, and nothing is changed", async (_what, headers, body) => {
		const response = await send("POST", notes, { headers, body });
		expect(response).toMatchObject({ status: 400, unchanged: true });
		expect(response.milliseconds).toBeLessThan(1_000);
	});

	test("a large body of allowed shape is not a fault: brackets and quotes within texts do not count", async () => {
		const body = `${'[{,"\\'.repeat(160_000)}`;
		const response = await send("POST", notes, { headers: json, body: JSON.stringify({ body }) });
		expect([response.status, JSON.parse(response.text).body === body]).toEqual([201, true]);
	});

	test.each(["1e999", "-1e999", "123456789012345678901234567890", "-0.5", "1E-999"])(
		"the number %s for a whole one",
		async (number) => {
			const body = `{"runner_type":"instance_type","maximum_timeout":${number}}`;
			const headers = { ...json, "private-token": "root-token" };
			const response = await send("POST", "/user/runners", { headers, body });
			expect(response).toMatchObject({ status: 400, unchanged: true });
		},
	);
});

describe("names that mean something to a careless reader", () => {
	test.each<[string, Record<string, string>, string]>([
		["JSON", json, '{"body":"Hi","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'],
		["a form", form, "body=Hi&__proto__[admin]=1&constructor[prototype][admin]=1&__proto__=1&toString=1"],
	])("__proto__ and constructor in %s are names like others", async (_what, headers, body) => {
		expect((await send("POST", notes, { headers, body })).status).toBe(201);
		expect({}).not.toHaveProperty("admin");
	});

	test("a value under __proto__ is not a value of a parameter", async () => {
		const response = await send("POST", notes, { headers: json, body: '{"__proto__":{"body":"Hi"}}' });
		expect(response).toMatchObject({ status: 400, unchanged: true });
	});

	test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("%s in a path leads nowhere", async (name) => {
		for (const path of [`/${name}`, `/projects/${name}/pipelines`, `/users/${name}/status`, `/groups/${name}`])
			expect((await send("GET", path)).status, path).toBe(404);
	});

	test.each(["__proto__", "constructor", "toString"])("sudo=%s is nobody", async (name) => {
		expect((await send("GET", `/user?sudo=${name}`, { headers: { "private-token": "root-token" } })).status).toBe(404);
	});
});

describe("addresses", () => {
	test.each<[string, string, number]>([
		["an invalid escape, in the query", `${notes}?sort=%zz`, 400],
		["an invalid escape, in the path", "/projects/%zz/pipelines", 404],
		["bytes that are not UTF-8, in the query", `${notes}?sort=%c3%28`, 400],
		["bytes that are not UTF-8, in the path", "/projects/%ff/pipelines", 404],
		["NUL in the path", "/projects/acme%2Fweb%00/pipelines", 404],
		["NUL in the query", "/projects/acme%2Fweb/pipelines?status=%00", 400],
		["a path of 100,000 letters", `/projects/${"x".repeat(100_000)}/pipelines`, 404],
		["a path of 100,000 segments", "/x".repeat(100_000), 404],
		["a path of 100,000 slashes", "/".repeat(100_000), 404],
		["a path that climbs", "/projects/../../../../etc/passwd", 404],
		["a path that climbs in disguise", "/projects/%2e%2e%2f%2e%2e%2fetc%2fpasswd/pipelines", 404],
		["a name nested too deep", `${notes}?a${"[b]".repeat(40)}=1`, 400],
		["a million parameters", `${notes}?${"a=1&".repeat(1_000_000)}`, 400],
	])("%s", async (_what, path, status) => {
		const response = await send("GET", path);
		expect(response).toMatchObject({ status, unchanged: true });
		expect(response.milliseconds).toBeLessThan(1_000);
	});

	test("a path that begins like an alert's address again and again is looked at once", async () => {
		const response = await send("POST", `http://tenon.test${"/alerts/notify".repeat(20_000)}//`);
		expect(response.milliseconds).toBeLessThan(500);
	});

	test("of a parameter that is sent twice the last counts", async () => {
		const response = await send(
			"GET",
			"/projects/acme%2Fweb/pipelines?status=nonsense&per_page=1&per_page=2&status=failed",
		);
		expect([response.status, JSON.parse(response.text).length]).toEqual([200, 2]);
	});

	test("half a surrogate pair in a URL is not a character, and links can be written all the same", async () => {
		expect((await send("GET", `${notes}?\ud800=\udc00`)).status).toBe(200);
		expect((await send("GET", "/projects/\ud800/pipelines")).status).toBe(404);
		expect((await send("GET", `${notes}?x=🚀 é`)).status).toBe(200);
	});
});

describe("headers", () => {
	test.each(["", "a b", "[", "[::1", "x:99999", "evil.example/a?b#c", "user:secret@evil.example", "@".repeat(50_000)])(
		"the host %j: gets a response with links that are URLs",
		async (host) => {
			const response = await send("GET", "/groups/acme", { headers: { host } });
			expect(response.status).toBe(200);
			const relative = await there.platform.handle({
				method: "GET",
				url: "/api/v4/projects/acme%2Fweb/pipelines",
				headers: { host, "private-token": "owner-token" },
			});
			const link = /<([^>]+)>/.exec(relative.headers.link ?? "")?.[1] ?? "";
			expect(new URL(link).pathname).toBe("/api/v4/projects/acme%2Fweb/pipelines");
			expect(link).not.toContain("secret");
			const groups = await there.platform.handle({
				method: "GET",
				url: "/api/v4/groups/acme",
				headers: { host, "private-token": "owner-token" },
			});
			expect(groups.status).toBe(200);
		},
	);

	test.each(["accept", "authorization", "cookie", "if-unmodified-since", "sudo", "content-type", "origin"])(
		"300,000 letters of %s",
		async (name) => {
			for (const text of ["a", ",", "; ", "=", "*/*,"]) {
				const response = await send("POST", notes, { headers: { ...json, [name]: text.repeat(60_000) }, body: "{}" });
				expect(response.status).toBeGreaterThanOrEqual(400);
				expect(response).toMatchObject({ unchanged: true });
				expect(response.status).toBeLessThan(500);
				expect(response.milliseconds).toBeLessThan(1_000);
			}
		},
	);

	test("a token in the query does not come back in the address that a moved project is sent on to", async () => {
		const { platform } = world();
		const web = platform.state.project("acme/web");
		platform.state.projects.update(web?.id ?? 0, { former_paths: ["old/web"] });
		const ask = (query: string) =>
			platform.handle({ method: "GET", url: `${origin}/projects/old%2Fweb/pipelines${query}`, headers: {} });
		const { status, headers, body } = await ask("?private%5Ftoken=owner-token&page=2&access_token=&sort=asc");
		expect([status, headers.location]).toEqual([301, `${origin}/projects/${web?.id}/pipelines?page=2&sort=asc`]);
		expect(body).not.toContain("owner-token");
		expect((await ask("?private_token=owner-token")).headers.location).toBe(`${origin}/projects/${web?.id}/pipelines`);
	});
});

describe("times", () => {
	test.each(["9999-12-31T23:59:59-14:00", "0000-01-01T00:00:00+14:00"])(
		"%s is a time outside the years that can be written: 400",
		async (created_at) => {
			const response = await send("POST", notes, { headers: json, body: JSON.stringify({ body: "Hi", created_at }) });
			expect(response).toMatchObject({ status: 400, text: '{"error":"created_at is invalid"}', unchanged: true });
		},
	);
});
