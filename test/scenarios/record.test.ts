import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@tenon/client";
import { operations } from "@tenon/contract";
import { createPlatform, createProxy, demo, type ProxyOptions, type RecordingProxy } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { operationOf } from "../support/contract-check";
import { converse } from "./conversation";
import { clock, conversation } from "./requests";

const address = "https://proxy.example.com";

/** Starts a platform as the real server, on its own port. */
async function realServer() {
	const platform = createPlatform({ seed: demo, clock });
	const server = await listen(platform);
	let isOpen = true;
	const close = async (): Promise<void> => {
		if (isOpen) await server.close();
		isOpen = false;
	};
	onTestFinished(close);
	return { platform, url: server.url, close };
}

/** Starts a server with a hand-written listener. */
async function handMade(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // the address of a TCP server is never a string
}

async function proxied(options: ProxyOptions): Promise<{ proxy: RecordingProxy; url: string }> {
	const proxy = createProxy(options);
	const server = await listen(proxy);
	onTestFinished(() => server.close());
	return { proxy, url: server.url };
}

const through = (url: string, controlUrl = url) => ({
	baseUrl: url,
	controlUrl,
	fetch: (input: string, init: RequestInit) => fetch(input, init),
});

test("a proxy returns the server's responses, and its recording returns the same once the server is gone", async () => {
	const real = await realServer();
	const whole = await conversation();
	const reference = await converse({ baseUrl: address, fetch: createPlatform({ seed: demo, clock }).fetch }, whole);
	const { proxy, url } = await proxied({ upstream: real.url });
	// Bodies contain the URL of the real server. Only links in headers lead through the proxy.
	const own = (turns: object): object =>
		JSON.parse(JSON.stringify(turns).replaceAll(real.url, "https://platform.example.com"));
	expect(own(await converse(through(url, real.url), whole))).toEqual(reference);
	expect(proxy.recorded).toBe(reference.length);
	for (const { operation, problem } of proxy.deviations)
		expect([operation, problem]).toEqual([undefined, "the contract has no such operation"]);

	await real.close();
	const text = JSON.stringify(proxy.toHar());
	for (const secret of ["root-token", "developer-token", "guest-token", "282e549dbef6efd95a1be6226c016e4a"])
		expect(text).not.toContain(secret);
	const replaying = createPlatform({ seed: () => {} });
	replaying.replay(text, { unmatched: "refuse", once: true });
	const server = await listen(replaying);
	onTestFinished(() => server.close());
	const again = own(await converse(through(server.url), whole));
	const isHidden = reference.map((_, index) => JSON.stringify(Reflect.get(again, index)).includes("[hidden]"));
	const revealing = reference.flatMap(({ request }, index) => {
		const [method = "", path = ""] = request.split(" ");
		return isHidden[index] ? (operationOf(method, `${address}${path}`)?.operation.operationId ?? request) : [];
	});
	const withSecrets = Object.values(operations).flatMap(({ id, reveals }) => (reveals ? [id] : []));
	// The values of variables are also secrets.
	expect([...new Set(revealing)].sort()).toEqual([...withSecrets, "listPipelineVariables"].sort());
	for (const [index, turn] of reference.entries())
		if (!isHidden[index]) expect(Reflect.get(again, index)).toEqual(turn);
});

test("a client walks through the proxy over all pages, and writes", async () => {
	const real = await realServer();
	const { url } = await proxied({ upstream: real.url });
	const tenon = createClient({ baseUrl: url, auth: { token: "developer-token" } });
	let count = 0;
	for await (const _ of tenon.issueNotes.list({ id: "acme/web", issue_iid: 1, per_page: 50 })) count += 1;
	for await (const _ of tenon.users.list({ per_page: 20 })) count += 1;
	const direct = createClient({ baseUrl: address, fetch: real.platform.fetch, auth: { token: "developer-token" } });
	expect(count).toBe(120 + ((await direct.users.list()).total ?? 0));
	const made = await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "Through a proxy" });
	expect(real.platform.state.notes.get(Number("id" in made && made.id))).toMatchObject({ body: "Through a proxy" });
	const picture = new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], "me.png", {
		type: "image/png",
	});
	expect((await tenon.users.setAvatar({ avatar: picture })).avatar_url).toContain("/me.png");
});

test("reports deviations from the contract with operation, request and location", async () => {
	const { platform, url: upstream } = await realServer();
	const body = await (await platform.fetch(`${upstream}/api/v4/groups/acme`)).json();
	platform.override("getGroup", ({ params }) => {
		if (params.id === "acme") return { body: { ...body, shoe_size: 44, name: 7 } };
		if (params.id === "broken") return { body: "{", headers: { "content-type": "application/json" } };
		return { status: 418, body: {} };
	});
	platform.override("listPipelines", () => ({ body: [{ id: 1 }, { id: 2 }] }));
	const problems: string[] = [];
	const proxy = createProxy({ upstream, onDeviation: ({ problem }) => problems.push(problem) });
	const ask = (path: string) => proxy.fetch(`${address}/api/v4${path}`);
	const response = await ask("/groups/acme?private_token=owner-token");
	expect(await response.json()).toMatchObject({ shoe_size: 44, name: 7 });
	const request = "GET /api/v4/groups/acme?private_token=[hidden]";
	expect(proxy.deviations).toEqual([
		{ operation: "getGroup", problem: "/name: is not a string", request, status: 200, count: 1 },
		{ operation: "getGroup", problem: "/shoe_size: the contract has no such field", request, status: 200, count: 1 },
	]);
	await ask("/groups/acme");
	expect(proxy.deviations.map(({ count }) => count)).toEqual([2, 2]);
	await ask("/groups/broken");
	await ask("/groups/other");
	await ask("/projects/1/pipelines");
	expect(problems.slice(2, 4)).toEqual(["the body is not JSON", "the contract has no 418 for getGroup"]);
	expect(problems.slice(4)).toContain("/*/sha: is missing");
	expect(new Set(problems).size).toBe(problems.length);
});

test("the server sees the caller's own credentials and its own name, and nothing of the connection before", async () => {
	const seen: object[] = [];
	const upstream = await handMade((message, response) => {
		seen.push(message.headers);
		response
			.writeHead(302, {
				location: `http://${message.headers.host}/api/v4/user?page=2`,
				link: `<http://${message.headers.host}/api/v4/user?page=3>; rel="next", <http://${message.headers.host}.evil.example/>; rel="last"`,
				"set-cookie": "session=1",
				"x-own": "1",
				connection: "x-own",
			})
			.end();
	});
	const { url } = await proxied({ upstream });
	const response = await fetch(`${url}/api/v4/user`, { headers: { "PRIVATE-TOKEN": "t" }, redirect: "manual" });
	expect(response.status).toBe(302);
	expect(response.headers.get("location")).toBe(`${url}/api/v4/user?page=2`);
	expect(response.headers.get("link")).toBe(
		`<${url}/api/v4/user?page=3>; rel="next", <${upstream}.evil.example/>; rel="last"`,
	);
	expect([response.headers.get("set-cookie"), response.headers.get("x-own")]).toEqual([null, null]);
	expect(seen).toMatchObject([{ host: new URL(upstream).host, "private-token": "t" }]);
});

test("no address leads the proxy, and the caller's token, to another host", async () => {
	const hosts: string[] = [];
	const proxy = createProxy({
		upstream: "https://real.example.com/base",
		fetch: async (input) => {
			hosts.push(new URL(input).host);
			return new Response("{}");
		},
	});
	const tricks = [
		"@evil.example/",
		":80@evil.example/",
		"//evil.example/x",
		".evil.example/",
		"\\evil.example",
		"https://evil.example@x/y",
		"*",
	];
	for (const url of tricks) await proxy.handle({ method: "GET", url, headers: { "private-token": "t" } });
	expect(hosts).toEqual(tricks.map(() => "real.example.com"));
});

test("a server that fails, is slow, or says too much is 502 or 504; a packed body is unpacked", async () => {
	const { gzipSync } = await import("node:zlib");
	const upstream = await handMade((message, response) => {
		if (message.url?.includes("slow")) return;
		if (message.url?.includes("large")) return void response.end("x".repeat(2_000));
		response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync("[]"));
	});
	const proxy = createProxy({ upstream, maxBody: 1_000, timeout: 200 });
	const ask = (path: string) => proxy.fetch(`${address}/api/v4/${path}`);
	expect((await ask("slow")).status).toBe(504);
	expect((await ask("large")).status).toBe(502);
	const plain = await ask("groups");
	expect([plain.headers.get("content-encoding"), await plain.json()]).toEqual([null, []]);
	const nobody = createProxy({ upstream: "http://127.0.0.1:1" });
	const failed = await nobody.fetch(`${address}/api/v4/user`);
	expect([failed.status, await failed.text()]).toEqual([502, expect.stringContaining("The upstream did not respond")]);
});

test("passes on a request without an operation, or refuses it with a suggestion", async () => {
	const { url: upstream } = await realServer();
	const passing = createProxy({ upstream });
	expect((await passing.fetch(`${address}/api/v4/grups/acme`)).status).toBe(404);
	expect(passing.deviations).toMatchObject([{ operation: undefined, request: "GET /api/v4/grups/acme" }]);
	const refusing = createProxy({ upstream, unknown: "refuse" });
	const refused = await refusing.fetch(`${address}/api/v4/grups/acme`);
	expect([refused.status, await refused.text()]).toEqual([
		404,
		expect.stringContaining("Did you mean GET /api/v4/groups/{id}?"),
	]);
	expect(refusing.recorded).toBe(0);
	expect((await refusing.fetch(`${address}/api/v4/groups/acme`)).status).toBe(200);
});

test("a recording is given in its order, the last again and again; what is not in it comes from the mock or is refused", async () => {
	const entry = (path: string, text: string, more: object = {}) => ({
		request: { method: "POST", url: `https://old.example.com/sub${path}`, ...more },
		response: { status: 201, headers: [{ name: "Content-Type", value: "text/plain" }], content: { text } },
	});
	const json = (text: string) => ({ postData: { mimeType: "application/json", text } });
	const path = "/api/v4/projects/acme%2fweb/pipeline";
	const har = {
		log: {
			entries: [
				entry(path, "one"),
				entry(path, "two"),
				entry(`${path}?b=1&a=2`, "query", json('{"x":1,"y":{"z":[2]}}')),
			],
		},
	};
	const platform = createPlatform({ seed: demo, clock });
	const ask = async (at: string, body?: string): Promise<string> => {
		const headers = body ? { "content-type": "application/json" } : {};
		const response = await platform.fetch(`${address}${at}`, { method: "POST", headers, body: body ?? null });
		return `${response.status} ${await response.text()}`;
	};
	const stop = platform.replay(har);
	const same = path.replace("%2f", "%2F");
	expect([await ask(same), await ask(path), await ask(path)]).toEqual(["201 one", "201 two", "201 two"]);
	expect(await ask(`${path}?a=2&b=1`, '{ "y": { "z": [2] }, "x": 1 }')).toBe("201 query");
	expect(await ask(`${path}?a=2&b=1`, '{"x":1,"y":{"z":[3]}}')).toMatch(/^401 /);
	expect(platform.journal.calls("createPipeline")).toHaveLength(5);
	platform.reset();
	expect(await ask(path)).toBe("201 one");
	stop();
	expect(await ask(path)).toMatch(/^401 /);

	platform.replay(har, { unmatched: "refuse", once: true });
	expect([await ask(path), await ask(path)]).toEqual(["201 one", "201 two"]);
	expect(await ask(path)).toContain("All 2 responses that were recorded for it have been replayed.");
	expect(await ask(`${path}?c=1`)).toContain("with another query or body");
	expect(await ask(`${path}s`)).toContain("Did you mean POST /api/v4/projects/acme%2Fweb/pipeline?");
	for (const [broken, words] of [
		["{", "the archive is not JSON"],
		[{}, "/log/entries: expected an HTTP Archive"],
		[{ log: { entries: [{ request: {} }] } }, "/log/entries/0: expected a request"],
	] as const)
		expect(() => platform.replay(broken)).toThrow(words);
});
