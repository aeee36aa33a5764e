import { connect } from "node:net";
import { ControlError, createPlatform, demo, type FaultOptions } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { entryPoints } from "../support/entry-points";
import { startOfTime, world } from "../support/world";

const pipelines = "/projects/acme%2Fweb/pipelines";
const headers = { "PRIVATE-TOKEN": "developer-token" };
const base = "http://tenon.test/api/v4";

/** Returns the statuses of `count` requests in a row. */
async function statuses(count: number, options: FaultOptions): Promise<number[]> {
	const { platform, ask } = world();
	platform.faults.add(options);
	const seen: number[] = [];
	for (let call = 0; call < count; call++) seen.push((await ask("developer", "GET", `${pipelines}/latest`)).status);
	return seen;
}

describe("which requests", () => {
	test.each<[string, FaultOptions, number[]]>([
		["all", { status: 503 }, [503, 503, 503, 503, 503, 503]],
		["the first two", { status: 503, times: 2 }, [503, 503, 200, 200, 200, 200]],
		["after two", { status: 503, after: 2 }, [200, 200, 503, 503, 503, 503]],
		["every second", { status: 503, every: 2 }, [200, 503, 200, 503, 200, 503]],
		["every third", { status: 503, every: 3 }, [200, 200, 503, 200, 200, 503]],
		["after one, every second, once", { status: 503, after: 1, every: 2, times: 1 }, [200, 200, 503, 200, 200, 200]],
	])("%s", async (_what, options, expected) => {
		expect(await statuses(6, options)).toEqual(expected);
	});

	test("ERR-072 an injected unavailability of one operation is a 503 with a message; the others go on", async () => {
		const { platform, ask } = world();
		const fault = platform.faults.add({ operation: "getLatestPipeline", status: 503, times: 1 });
		expect((await ask("developer", "GET", pipelines)).status).toBe(200);
		const { status, body } = await ask("developer", "GET", `${pipelines}/latest`);
		expect([status, body]).toEqual([503, { message: "503 Service Unavailable" }]);
		expect((await ask("developer", "GET", `${pipelines}/latest`)).status).toBe(200);
		expect(fault.calls).toBe(1);
	});

	test("ERR-072 an unexpected failure inside is a 500 with a message", async () => {
		const errors: unknown[] = [];
		const { platform, ask } = world({ onError: (error) => errors.push(error) });
		platform.override("getLatestPipeline", () => {
			throw new Error("broken");
		});
		const { status, body } = await ask("developer", "GET", `${pipelines}/latest`);
		expect([status, body]).toEqual([500, { message: "500 Internal Server Error" }]);
		expect(errors).toEqual([new Error("broken")]);
	});

	test("by path, where * is any run of characters and nothing else means anything", async () => {
		const { platform, ask } = world();
		platform.faults.add({ path: "/api/v4/projects/*/latest", status: 503 });
		platform.faults.add({ path: "/api/v4/projects/.*", status: 500 });
		expect((await ask("developer", "GET", `${pipelines}/latest`)).status).toBe(503);
		expect((await ask("developer", "GET", pipelines)).status).toBe(200);
		expect((await ask(null, "GET", "/nowhere")).status).toBe(404);
		platform.faults.add({ path: "*nowhere", status: 504 });
		expect((await ask(null, "GET", "/nowhere")).status).toBe(504);
	});

	test("questions of browsers about what they may send are spared", async () => {
		const { platform, ask } = world();
		platform.faults.add({ status: 503 });
		expect((await ask(null, "OPTIONS", pipelines)).status).toBe(204);
	});

	test("GraphQL and the alert intake fail in their own words", async () => {
		const platform = createPlatform({ seed: demo, clock: startOfTime });
		const [integration] = platform.state.alertIntegrations.all();
		const project = platform.state.projects.get(integration?.project_id ?? 0);
		platform.faults.add({ operation: "executeGraphql", status: 503, times: 1 });
		platform.faults.add({ operation: "sendAlert", status: 503, times: 1 });
		const query = {
			method: "POST",
			body: '{"query":"{ currentUser { username } }"}',
			headers: { ...headers, "content-type": "application/json" },
		};
		const refused = await platform.fetch("http://tenon.test/api/graphql", query);
		expect([refused.status, await refused.json()]).toEqual([503, { errors: [{ message: "503 Service Unavailable" }] }]);
		expect(await (await platform.fetch("http://tenon.test/api/graphql", query)).json()).toEqual({
			data: { currentUser: { username: "developer" } },
		});
		const address = `http://tenon.test/${project?.full_path}/alerts/notify/x/${integration?.endpoint}.json`;
		const sending = {
			method: "POST",
			body: '{"title":"Disk full"}',
			headers: { authorization: `Bearer ${integration?.key}` },
		};
		const shut = await platform.fetch(address, sending);
		expect([shut.status, await shut.text()]).toEqual([503, ""]);
		expect((await platform.fetch(address, sending)).status).toBe(200);
	});
});

describe("what goes wrong", () => {
	test("a status with body and headers", async () => {
		const { platform } = world();
		platform.faults.add({
			operation: "getLatestPipeline",
			status: 409,
			body: { message: "busy" },
			headers: { "X-Why": "test" },
		});
		const response = await platform.fetch(`${base}${pipelines}/latest`, { headers });
		expect([response.status, await response.json(), response.headers.get("x-why")]).toEqual([
			409,
			{ message: "busy" },
			"test",
		]);
		platform.faults.clear();
		platform.faults.add({ status: 502, body: "<html>", headers: { "Content-Type": "text/html" }, retryAfter: 3 });
		const page = await platform.fetch(`${base}${pipelines}/latest`);
		expect([page.headers.get("content-type"), page.headers.get("retry-after"), await page.text()]).toEqual([
			"text/html",
			"3",
			"<html>",
		]);
	});

	test("too many requests, with the seconds to wait", async () => {
		const { platform, ask } = world();
		platform.faults.add({ kind: "rate-limit", times: 1, retryAfter: 7 });
		platform.faults.add({ kind: "rate-limit", times: 1 });
		const first = await ask("developer", "GET", pipelines);
		expect([first.status, first.headers.get("retry-after"), first.body]).toEqual([429, "7", "Retry later"]);
		expect((await ask("developer", "GET", pipelines)).headers.get("retry-after")).toBe("60");
		expect((await ask("developer", "GET", pipelines)).status).toBe(200);
		platform.faults.add({ operation: "createIssueNote", kind: "rate-limit" });
		const note = await ask("developer", "POST", "/projects/acme%2Fweb/issues/1/notes", { json: { body: "hi" } });
		expect([note.status, note.body]).toEqual([
			429,
			{ message: { error: "This endpoint has been requested too many times. Try again later." } },
		]);
	});

	test("latency, fixed or seeded: the same in every run", async () => {
		const waits = async (options: FaultOptions): Promise<number[]> => {
			vi.useFakeTimers();
			onTestFinished(() => void vi.useRealTimers());
			const seen: number[] = [];
			const { platform } = world();
			platform.faults.add(options);
			for (let call = 0; call < 4; call++) {
				const began = Date.now();
				const pending = platform.fetch(`${base}${pipelines}/latest`, { headers });
				await vi.runAllTimersAsync();
				expect((await pending).status).toBe(200);
				seen.push(Date.now() - began);
			}
			vi.useRealTimers();
			return seen;
		};
		expect(await waits({ latency: 250 })).toEqual([250, 250, 250, 250]);
		const seeded = await waits({ latency: { min: 10, max: 500, seed: 7 } });
		expect(await waits({ latency: { min: 10, max: 500, seed: 7 } })).toEqual(seeded);
		expect(await waits({ latency: { min: 10, max: 500, seed: 8 } })).not.toEqual(seeded);
		expect(new Set(seeded).size).toBeGreaterThan(1);
		for (const wait of seeded) expect(wait >= 10 && wait <= 500).toBe(true);
	});

	test("malformed JSON under a status that says that all is well", async () => {
		const { platform } = world();
		platform.faults.add({ kind: "malformed" });
		for (const path of [pipelines, `${pipelines}/latest`, "/nowhere"]) {
			const response = await platform.fetch(`${base}${path}`, { headers });
			expect(response.headers.get("content-type")).toBe("application/json");
			await expect(response.json()).rejects.toThrow(SyntaxError);
		}
	});

	test("a stale page: the caller's earlier response again, while others and other pages change", async () => {
		const { platform, ask } = world();
		const fault = platform.faults.add({ operation: "listIssueNotes", kind: "stale-page" });
		const notes = "/projects/acme%2Fweb/issues/1/notes";
		const before = await ask("developer", "GET", `${notes}?per_page=5`);
		expect((await ask("developer", "POST", notes, { json: { body: "new" } })).status).toBe(201);
		const stale = await ask("developer", "GET", `${notes}?per_page=5`);
		expect([stale.body, stale.headers.get("x-total")]).toEqual([before.body, before.headers.get("x-total")]);
		expect((await ask("maintainer", "GET", `${notes}?per_page=5`)).body[0].body).toBe("new");
		expect((await ask("developer", "GET", `${notes}?per_page=4`)).body[0].body).toBe("new");
		expect(fault.calls).toBe(1);
		fault.remove();
		expect((await ask("developer", "GET", `${notes}?per_page=5`)).body[0].body).toBe("new");
	});

	test("before the operation by default, or after it took effect, so that its response is lost", async () => {
		const { platform, ask, state } = world();
		const create = () => ask("developer", "POST", "/projects/acme%2Fweb/issues/1/notes", { json: { body: "once" } });
		const count = () => [...platform.state.notes.all()].length;
		const before = count();
		const seen = state();
		platform.faults.add({ operation: "createIssueNote", status: 503, times: 1 });
		expect((await create()).status).toBe(503);
		expect(state()).toBe(seen);
		platform.faults.add({ operation: "createIssueNote", status: 503, times: 1, when: "after" });
		expect((await create()).status).toBe(503);
		expect(count()).toBe(before + 1);
	});

	test("a call is held until it is released", async () => {
		const { platform, ask } = world();
		const gate = platform.faults.add({ operation: "getLatestPipeline", hold: true, times: 2 });
		const ended: string[] = [];
		const first = ask("developer", "GET", `${pipelines}/latest`).then(({ status }) => ended.push(`first ${status}`));
		await expect.poll(() => gate.held).toBe(1);
		expect((await ask("developer", "GET", pipelines)).status).toBe(200);
		expect(ended).toEqual([]);
		gate.release();
		await first;
		expect([ended, gate.held]).toEqual([["first 200"], 0]);
		const second = ask("developer", "GET", `${pipelines}/latest`);
		await expect.poll(() => gate.held).toBe(1);
		platform.faults.clear();
		expect((await second).status).toBe(200);
	});
});

describe("on every entry point", () => {
	const latest = `/api/v4${pipelines}/latest`;

	test.each(entryPoints)("a dropped connection rejects with a TypeError: %s", async (_name, open) => {
		const platform = createPlatform({ seed: demo, clock: startOfTime });
		const ask = await open(platform);
		platform.faults.add({ kind: "drop", times: 1 });
		await expect(ask(latest, { headers })).rejects.toThrow(TypeError);
		expect((await ask(latest, { headers })).status).toBe(200);
	});

	test.each(entryPoints)(
		"a truncated body arrives in part, and fails when it is read to its end: %s",
		async (_name, open) => {
			const platform = createPlatform({ seed: demo, clock: startOfTime });
			const ask = await open(platform);
			platform.faults.add({ kind: "truncate", times: 1 });
			const broken = await ask(latest, { headers });
			expect(broken.status).toBe(200);
			await expect(broken.text()).rejects.toThrow(TypeError);
			const whole = await ask(latest, { headers });
			expect(JSON.parse(await whole.text())).toHaveProperty("id");
		},
	);
});

test("on the wire a truncated body is shorter than it was announced", async () => {
	const platform = createPlatform({ seed: demo, clock: startOfTime });
	const server = await listen(platform);
	onTestFinished(() => server.close());
	const path = `/api/v4${pipelines}/latest`;
	const whole = await (await platform.fetch(server.url + path, { headers })).text();
	platform.faults.add({ kind: "truncate" });
	const output = await new Promise<string>((resolve) => {
		let bytes = "";
		const socket = connect(server.port, "127.0.0.1", () =>
			socket.write(
				`GET ${path} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nPRIVATE-TOKEN: developer-token\r\n\r\n`,
			),
		);
		socket
			.on("data", (chunk) => (bytes += String(chunk)))
			.on("error", () => undefined)
			.on("close", () => resolve(bytes));
	});
	const [head = "", body = ""] = output.split("\r\n\r\n");
	expect(head).toMatch(/^HTTP\/1\.1 200 /);
	expect(head.toLowerCase()).toContain(`content-length: ${whole.length}`);
	expect(body).toBe(whole.slice(0, Math.floor(whole.length / 2)));
});

test.each<[unknown, string]>([
	[
		{ operation: "getPipline", status: 500 },
		'/operation: there is no operation "getPipline". Did you mean "getPipeline"?',
	],
	[{ operation: "executeGraphQL", status: 500 }, 'Did you mean "executeGraphql"?'],
	[{}, "the fault does nothing"],
	[{ operation: "getPipeline" }, "the fault does nothing"],
	[{ when: "after" }, "the fault does nothing"],
	[{ status: 700 }, "/status: expected a status from 200 to 599, found 700"],
	[{ stauts: 500 }, '/stauts: there is no option of a fault "stauts". Did you mean "status"?'],
	[{ status: 500, times: 0 }, "/times: expected a whole number from 1 on, found 0"],
	[{ status: 500, path: "api" }, "/path: expected a path"],
	[{ latency: { min: 9, max: 1 } }, "/latency/max: expected no less than min, found 1"],
	[{ latency: { min: 1 } }, "/latency/max: expected milliseconds"],
	[{ latency: { min: 1, max: 2, sed: 1 } }, "/latency/sed: expected no field of this name"],
	[{ kind: "explode" }, "/kind: expected one of drop, truncate"],
	[{ kind: "drop", status: 500 }, '/status: kind "drop" cannot have a status'],
	[{ latency: 1, body: {} }, "/body: a body requires a status"],
	[{ status: 500, body: 7n }, "/body: expected a JSON value"],
	[{ latency: 1, headers: { a: "b" } }, "/headers: headers require a status"],
	[{ status: 500, headers: { a: "b\r\nc: d" } }, "/headers: expected an object of names and texts of one line"],
	[{ kind: "drop", retryAfter: 1 }, "/retryAfter: retryAfter requires a status"],
])("a fault that makes no sense is refused: %o", (options, message) => {
	const { faults } = createPlatform();
	// TypeScript rejects this value, but JavaScript does not.
	expect(() => faults.add(options as FaultOptions)).toThrow(message);
	expect(() => faults.add(options as FaultOptions)).toThrow(ControlError);
	expect(faults.list()).toEqual([]);
});
