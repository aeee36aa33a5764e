import { once } from "node:events";
import { connect } from "node:net";
import { createPlatform, createWorlds, demo, type Platform } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Call, entryPoints } from "./support/entry-points";

const headers = { "PRIVATE-TOKEN": "developer-token" };
const note = "/api/v4/projects/acme%2Fweb/issues/1/notes?body=hi";

type Opened = { readonly platform: Platform; readonly call: Call };

/** Each entry point, with its own platform. */
const openings: readonly (readonly [name: string, open: () => Promise<Opened>])[] = [
	...entryPoints.map(
		([name, open]) =>
			[
				name,
				async () => {
					const platform = createPlatform({ seed: demo });
					return { platform, call: await open(platform) };
				},
			] as const,
	),
	[
		"platform.fetch with a Request",
		async () => {
			const platform = createPlatform({ seed: demo });
			return { platform, call: (path, init) => platform.fetch(new Request(`http://platform.test${path}`, init)) };
		},
	],
	[
		"worlds.fetch",
		async () => {
			const worlds = createWorlds({ seed: demo });
			const call: Call = (path, init) => worlds.fetch(`http://a.test/_world/one${path}`, init);
			return { platform: worlds.get("one"), call };
		},
	],
	[
		"a server with worlds",
		async () => {
			const worlds = createWorlds({ seed: demo });
			const server = await listen(worlds);
			onTestFinished(() => server.close());
			return { platform: worlds.get("one"), call: (path, init) => fetch(`${server.url}/_world/one${path}`, init) };
		},
	],
];

describe.each(openings)("by %s", (_, open) => {
	test("an aborted call is released, has no effect, and is in the journal as aborted", async () => {
		const { platform, call } = await open();
		const gate = platform.faults.add({ operation: "createIssueNote", hold: true });
		const before = platform.state.notes.size;
		const controller = new AbortController();
		const response = call(note, { method: "POST", headers, signal: controller.signal });
		await expect.poll(() => gate.held).toBe(1);
		controller.abort();
		await expect(response).rejects.toThrow(/abort/i);
		await expect.poll(() => gate.held).toBe(0);
		const entry = await platform.journal.waitFor({ operation: "createIssueNote" });
		expect(entry).toMatchObject({ status: 0, broken: "aborted" });
		gate.release();
		expect(platform.state.notes.size).toBe(before);
	});

	test.each([
		["latency of all", (platform: Platform) => platform.configure({ latency: 600_000 })],
		["latency of a fault", (platform: Platform) => platform.faults.add({ path: "/api/*", latency: 600_000 })],
	])("an aborted call does not wait for the %s", async (_name, slow) => {
		const { platform, call } = await open();
		slow(platform);
		// On a busy machine, a call can be aborted before it arrives.
		const aborted = async () => {
			const signal = AbortSignal.timeout(20);
			await expect(call(note, { method: "POST", headers, signal })).rejects.toThrow(/abort|timeout/i);
			return platform.journal.last();
		};
		await expect.poll(aborted).toMatchObject({ broken: "aborted", status: 0 });
	});

	test("a signal that is aborted already keeps the call from being made", async () => {
		const { platform, call } = await open();
		await expect(call(note, { method: "POST", headers, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
		expect(platform.journal.calls()).toEqual([]);
	});
});

test("a resolver of an override that takes long is left, and sees the signal", async () => {
	const platform = createPlatform({ seed: demo });
	const controller = new AbortController();
	const signals: (AbortSignal | undefined)[] = [];
	platform.override("getCurrentUser", ({ request }) => {
		signals.push(request.signal);
		return new Promise(() => {});
	});
	const response = platform.fetch("http://platform.test/api/v4/user", { headers, signal: controller.signal });
	await expect.poll(() => signals).toHaveLength(1);
	controller.abort();
	await expect(response).rejects.toThrow(/abort/i);
	expect(signals[0]?.aborted).toBe(true);
});

test("waiting for a request over HTTP ends with its caller", async () => {
	const platform = createPlatform({ seed: demo });
	const signal = AbortSignal.timeout(20);
	const body = JSON.stringify({ match: { status: 418 }, timeout: 300_000 });
	await expect(
		platform.fetch("http://platform.test/_mock/journal/wait", { method: "POST", body, signal }),
	).rejects.toThrow(/timeout/i);
});

describe("close", () => {
	test("waits for responses under way", async () => {
		const platform = createPlatform({ seed: demo });
		const gate = platform.faults.add({ operation: "getCurrentUser", hold: true });
		const server = await listen(platform);
		const response = fetch(`${server.url}/api/v4/user`, { headers });
		await expect.poll(() => gate.held).toBe(1);
		const closed = server.close({ grace: 60_000 });
		await expect(fetch(`${server.url}/api/v4/user`, { headers })).rejects.toThrow();
		gate.release();
		expect((await response).status).toBe(200);
		await closed;
	});

	test("cuts what does not end within the grace, and lets go of it", async () => {
		const platform = createPlatform({ seed: demo });
		const gate = platform.faults.add({ operation: "getCurrentUser", hold: true });
		const server = await listen(platform);
		const response = fetch(`${server.url}/api/v4/user`, { headers });
		const refused = expect(response).rejects.toThrow();
		await expect.poll(() => gate.held).toBe(1);
		await server.close({ grace: 10 });
		await refused;
		await expect.poll(() => gate.held).toBe(0);
	});

	test("ends a stream of events at once, and waits for a body that is sent slowly", async () => {
		const platform = createPlatform({ seed: demo });
		const server = await listen(platform);
		const stream = await fetch(`${server.url}/_mock/journal/stream`);
		const ended = expect(stream.text()).rejects.toThrow();
		platform.faults.add({ kind: "dribble", operation: "getCurrentUser", pace: { bytes: 400, pause: 50 } });
		const slow = await fetch(`${server.url}/api/v4/user`, { headers });
		const body = slow.json();
		await server.close({ grace: 1_000_000 });
		await ended;
		expect(await body).toMatchObject({ username: "developer" });
	});

	test("waits neither for a connection that no request came by nor for one that is kept alive", async () => {
		const server = await listen(createPlatform({ seed: demo }));
		const unused = connect(server.port, "127.0.0.1");
		onTestFinished(() => void unused.destroy());
		await once(unused, "connect");
		await (await fetch(`${server.url}/api/v4/user`, { headers })).text();
		await server.close({ grace: 1_000_000 });
	});
});
