import { createWorlds, demo, WorldError, type WorldsOptions } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { checkedFetch } from "../../../../test/support/contract-check";
import { startOfTime } from "../support/world";

const made = (options: WorldsOptions = {}) => createWorlds({ seed: demo, clock: startOfTime, ...options });
const token = { "PRIVATE-TOKEN": "developer-token" };
const notes = "/api/v4/projects/acme%2Fweb/issues/1/notes";
const origin = "http://tenon.test";

async function say(fetch: typeof globalThis.fetch, address: string, body: string, headers = {}): Promise<number> {
	const response = await fetch(address, {
		method: "POST",
		headers: { ...token, ...headers },
		body: new URLSearchParams({ body }),
	});
	return response.status;
}

async function heard(fetch: typeof globalThis.fetch, address: string, headers = {}): Promise<string[]> {
	const response = await fetch(`${address}?per_page=100&activity_filter=only_comments`, {
		headers: { ...token, ...headers },
	});
	const all: { body: string }[] = await response.json();
	return all.map(({ body }) => body).filter((body) => body.startsWith("in "));
}

test("worlds are chosen by header or by address, and none sees another", async () => {
	const worlds = made();
	const fetch = checkedFetch(worlds.fetch);
	expect(worlds.names).toEqual([]);
	expect(await say(fetch, origin + notes, "in none")).toBe(201);
	expect(await say(fetch, origin + notes, "in one", { "X-Mock-World": "one" })).toBe(201);
	expect(await say(fetch, `${origin}/_world/two${notes}`, "in two")).toBe(201);
	expect(worlds.names).toEqual(["default", "one", "two"]);
	expect(await heard(fetch, origin + notes)).toEqual(["in none"]);
	expect(await heard(fetch, origin + notes, { "X-Mock-World": "one" })).toEqual(["in one"]);
	expect(await heard(fetch, `${origin}/_world/one${notes}`)).toEqual(["in one"]);
	expect(await heard(fetch, `${origin}/_world/two${notes}`)).toEqual(["in two"]);
	// The path takes precedence over the header.
	expect(await heard(fetch, `${origin}/_world/two${notes}`, { "X-Mock-World": "one" })).toEqual(["in two"]);
	expect(await heard(fetch, `${origin}/_world/default${notes}`)).toEqual(["in none"]);
});

test("clocks, settings and rate limits are a world's own", async () => {
	const worlds = made({ requestLimit: { requests: 1, period: 60 } });
	worlds.get("late").clock.advance("400 days");
	worlds.get("free").settings.tier = "free";
	expect(worlds.get("other").clock.iso()).toBe(startOfTime);
	expect(worlds.get("other").settings.tier).toBe("ultimate");
	for (const name of ["one", "two"]) {
		const ask = () => worlds.fetch(`${origin}/_world/${name}/api/v4/user`, { headers: token });
		expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
	}
});

test("fifty tests side by side never see each other", { timeout: 30_000 }, async () => {
	const worlds = made();
	const server = await listen(worlds);
	onTestFinished(() => server.close());
	const one = async (number: number): Promise<string[]> => {
		const byAddress = number % 2 === 0;
		const address = byAddress ? `${server.url}/_world/test-${number}${notes}` : server.url + notes;
		const headers = byAddress ? {} : { "X-Mock-World": `test-${number}` };
		for (let turn = 1; turn <= 3; turn++) {
			expect(await say(fetch, address, `in ${number}, ${turn}`, headers)).toBe(201);
			await new Promise((resolve) => setTimeout(resolve, number % 7));
		}
		return heard(fetch, address, headers);
	};
	const all = await Promise.all(Array.from({ length: 50 }, (_, number) => one(number)));
	for (const [number, bodies] of all.entries())
		expect(bodies.sort()).toEqual([1, 2, 3].map((turn) => `in ${number}, ${turn}`));
	expect(worlds.names).toHaveLength(50);
});

test.each([
	["", undefined],
	["/code", "https://tenon.test/code"],
])("links in responses keep the URL of the world (installation at %j)", async (prefix, externalUrl) => {
	const worlds = made(externalUrl ? { externalUrl } : {});
	const base = `${externalUrl ?? origin}/_world/blue`;
	const seen: number[] = [];
	let next: string | undefined = `${base}/api/v4/projects/acme%2Fweb/pipelines?per_page=25&order_by=id&sort=asc`;
	while (next) {
		expect(next.startsWith(`${base}/api/v4/`)).toBe(true);
		const response: Response = await worlds.fetch(next, { headers: token });
		expect(response.status).toBe(200);
		const page: { id: number; web_url: string }[] = await response.json();
		for (const one of page) expect(one.web_url.startsWith(`${base}/acme/web/`)).toBe(true);
		seen.push(...page.map(({ id }) => id));
		next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
	}
	expect(new Set(seen).size).toBe(60);
	const graphql = await worlds.fetch(`${base}/api/graphql`, {
		method: "POST",
		headers: { ...token, "content-type": "application/json" },
		body: JSON.stringify({ query: '{ project(fullPath: "acme/web") { webUrl } }' }),
	});
	expect(await graphql.json()).toEqual({ data: { project: { webUrl: `${base}/acme/web` } } });
	// The prefix only counts at the beginning of a path.
	expect((await worlds.fetch(`${origin}${prefix}/api/v4/users/_world/x/y`, { headers: token })).status).toBe(404);
	expect(worlds.names).toEqual(["blue", "default"]);
});

test("invalid names are refused, and there are no more worlds than allowed", async () => {
	const worlds = made({ max: 2 });
	const ask = (name: string) => worlds.fetch(`${origin}/api/v4/user`, { headers: { ...token, "X-Mock-World": name } });
	for (const name of ["a b", "../x", "", "x".repeat(65), "one, two"]) expect((await ask(name)).status, name).toBe(400);
	expect((await worlds.fetch(`${origin}/_world/%2e%2e/api/v4/user`)).status).toBe(400);
	expect(worlds.names).toEqual([]);
	expect((await ask("__proto__")).status).toBe(200);
	expect((await ask("constructor")).status).toBe(200);
	expect((await ask("__proto__")).status).toBe(200);
	// The world that was unused for the longest time is removed.
	const hold = worlds.get("constructor").faults.add({ operation: "getGroup", hold: true });
	const waiting = worlds.fetch(`${origin}/_world/constructor/api/v4/groups/acme`, { headers: token });
	await expect.poll(() => hold.held).toBe(1);
	expect((await ask("__proto__")).status).toBe(200);
	expect((await ask("third")).status).toBe(200);
	expect(worlds.names).toEqual(["__proto__", "third"]);
	expect((await waiting).status).toBe(200);
	expect((await worlds.fetch(`${origin}/api/v4/user`, { headers: token })).status).toBe(200);
	expect(worlds.names).toEqual(["__proto__", "third", "default"]);
	expect(worlds.delete("third")).toBe(true);
	expect(worlds.delete("third")).toBe(false);
	const none = made({ max: 0 });
	expect((await none.fetch(`${origin}/_world/one/api/v4/user`)).status).toBe(409);
	expect(() => none.get("one")).toThrow(WorldError);
});

test("only a call of the API makes a world, and a page of another site makes none", async () => {
	const worlds = made();
	const get = async (path: string, headers = {}) => {
		const response = await worlds.fetch(origin + path, { headers });
		return [response.status, worlds.names];
	};
	expect(await get("/_world/one/favicon.ico")).toEqual([404, []]);
	expect(await get("/_world/one")).toEqual([404, []]);
	expect(await get("/nothing", { "X-Mock-World": "one" })).toEqual([404, []]);
	const foreign = { "Sec-Fetch-Site": "cross-site" };
	expect(await get("/_world/one/api/v4/user", foreign)).toEqual([403, []]);
	expect(await get("/_world/one/_mock/health", foreign)).toEqual([403, []]);
	expect(await get("/_world/one/api/v4/user", { "Sec-Fetch-Site": "same-site" })).toEqual([401, ["one"]]);
	// Pages can still use the worlds that exist.
	expect(await get("/_world/one/api/v4/user", { ...foreign, ...token })).toEqual([200, ["one"]]);
});

test("a world is made over HTTP: from the seed, from another world, or from a snapshot of one", async () => {
	const worlds = made();
	const post = async (path: string, body: object) => {
		const response = await worlds.fetch(origin + path, { method: "POST", body: JSON.stringify(body) });
		return [response.status, await response.json()];
	};
	expect(await post("/_mock/worlds", { world: "one" })).toEqual([201, { world: "one" }]);
	expect(await post("/_world/one/_mock/snapshot", { snapshot: "seeded" })).toEqual([201, { snapshot: "seeded" }]);
	await say(worlds.fetch, `${origin}/_world/one${notes}`, "in one");
	expect(await post("/_mock/worlds", { world: "two", from: "one" })).toEqual([201, { world: "two" }]);
	expect(await post("/_mock/worlds", { world: "three", from: "one", snapshot: "seeded" })).toMatchObject([201, {}]);
	await say(worlds.fetch, `${origin}/_world/two${notes}`, "in two");
	expect(await heard(worlds.fetch, `${origin}/_world/one${notes}`)).toEqual(["in one"]);
	expect((await heard(worlds.fetch, `${origin}/_world/two${notes}`)).sort()).toEqual(["in one", "in two"]);
	expect(await heard(worlds.fetch, `${origin}/_world/three${notes}`)).toEqual([]);
	for (const [body, status, message] of [
		[{ world: "one" }, 409, "There is already a world one."],
		[{ world: "a b" }, 400, "The name of a world must have 1 to 64"],
		[{ world: "four", from: "none" }, 404, "There is no world none."],
		[{ world: "four", from: "one", snapshot: "none" }, 400, 'there is no snapshot "none". There are: seeded.'],
		[{}, 400, "missing: a name"],
		[{ world: "four", form: "one" }, 400, 'Did you mean "from"?'],
	] as const)
		expect(await post("/_mock/worlds", body)).toEqual([
			status,
			expect.objectContaining({ message: expect.stringContaining(message) }),
		]);
	expect(worlds.names).toEqual(["one", "two", "three"]);
});

test("a new, deleted or reset world starts from the seed, without the changes of other worlds", async () => {
	const worlds = made();
	const seeded = JSON.stringify(worlds.get("first").snapshot());
	await say(worlds.fetch, `${origin}/_world/first${notes}`, "in first");
	worlds.get("first").seed.user("ada");
	expect(JSON.stringify(worlds.get("second").snapshot())).toBe(seeded);
	worlds.delete("first");
	expect(JSON.stringify(worlds.get("first").snapshot())).toBe(seeded);
	worlds.get("second").seed.user("ben");
	worlds.get("second").reset();
	expect(JSON.stringify(worlds.get("second").snapshot())).toBe(seeded);
});

test("MSW's handlers take worlds as they take a platform", async () => {
	const worlds = made();
	const server = setupServer(...handlers(worlds));
	server.listen({ onUnhandledRequest: "error" });
	onTestFinished(() => server.close());
	expect(await say(fetch, `https://code.example.org/_world/one${notes}`, "in one")).toBe(201);
	expect(await heard(fetch, `https://code.example.org${notes}`, { "X-Mock-World": "one" })).toEqual(["in one"]);
	expect(await heard(fetch, `https://code.example.org${notes}`)).toEqual([]);
});

test("a browser's preflight request to a world gets a response", async () => {
	const worlds = made();
	const response = await worlds.fetch(origin + notes, {
		method: "OPTIONS",
		headers: { Origin: "http://localhost:3000", "Access-Control-Request-Headers": "x-mock-world,private-token" },
	});
	expect(response.status).toBe(204);
	expect(response.headers.get("access-control-allow-headers")).toBe("x-mock-world,private-token");
});

test("worlds are listed and deleted over HTTP, by pages of their own origin only", async () => {
	const worlds = made();
	const server = await listen(worlds);
	onTestFinished(() => server.close());
	const ask = async (method: string, path: string, headers = {}): Promise<[number, unknown]> => {
		const response = await fetch(server.url + path, { method, headers });
		const text = await response.text();
		return [response.status, text && JSON.parse(text)];
	};
	expect(await ask("GET", "/_mock/worlds")).toEqual([200, { worlds: [] }]);
	await say(fetch, `${server.url}/_world/one${notes}`, "in one");
	worlds.get("two");
	expect(await ask("GET", "/_mock/worlds")).toEqual([200, { worlds: ["one", "two"] }]);
	expect((await ask("DELETE", "/_mock/worlds/one", { Origin: "https://evil.example.com" }))[0]).toBe(403);
	expect(await ask("DELETE", "/_mock/worlds/one")).toEqual([204, ""]);
	expect(await ask("DELETE", "/_mock/worlds/one")).toEqual([404, { message: "There is no world one.", faults: [] }]);
	expect((await ask("PUT", "/_mock/worlds"))[0]).toBe(405);
	expect(worlds.names).toEqual(["two"]);
	// All other calls of the control API belong to a world.
	const settings = { method: "PATCH", body: '{"tier":"free"}', headers: { "X-Mock-World": "two" } };
	expect((await fetch(`${server.url}/_mock/settings`, settings)).ok).toBe(true);
	expect(worlds.get("two").settings.tier).toBe("free");
	expect(worlds.get().settings.tier).toBe("ultimate");
});
