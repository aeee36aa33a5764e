import { connect } from "node:net";
import { listen, type Server } from "@tenon/mock/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { world } from "../support/world";

const errors: unknown[] = [];
const { platform, state } = world({ onError: (error) => errors.push(error) });
let server: Server;

beforeAll(async () => {
	server = await listen(platform);
});
afterAll(async () => {
	await server.close();
	expect(errors).toEqual([]);
});

/** Sends bytes over a new connection, and reads until the connection ends. */
function raw(...pieces: (string | Uint8Array)[]): Promise<string> {
	return new Promise((resolve) => {
		let output = "";
		const socket = connect(server.port, "127.0.0.1", () => {
			for (const piece of pieces) socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece);
		});
		socket.setTimeout(25_000, () => socket.destroy());
		socket.on("data", (chunk: Buffer) => {
			output += chunk.toString("latin1");
		});
		// The server can reset the connection after a complete response.
		socket.on("error", () => undefined).on("close", () => resolve(output));
	});
}

const get = (path: string, ...headers: string[]): Promise<string> =>
	raw(
		[
			`GET ${path} HTTP/1.1`,
			"Host: localhost",
			"Connection: close",
			"PRIVATE-TOKEN: owner-token",
			...headers,
			"",
			"",
		].join("\r\n"),
	);
const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]);
const pipelines = "/api/v4/projects/acme%2Fweb/pipelines";

async function stillThere(): Promise<void> {
	expect(statusOf(await get(`${pipelines}?per_page=1`))).toBe(200);
}

describe("bytes on the wire", () => {
	test.each<[string, () => Promise<string>, number[]]>([
		["a path of 100,000 letters", () => get(`/api/v4/${"x".repeat(100_000)}`), [404, 414, 431]],
		["a path of 8,000 letters", () => get(`/api/v4/${"x".repeat(8_000)}`), [404]],
		["a header of 100,000 letters", () => get(pipelines, `X-Long: ${"x".repeat(100_000)}`), [431]],
		["a token of 10,000 letters", () => get(pipelines, `Authorization: Bearer ${"x".repeat(10_000)}`), [200, 401]],
		["3,000 headers", () => get(pipelines, ...Array.from({ length: 3_000 }, (_, at) => `X-${at}: 1`)), [200, 431]],
		["NUL in a header", () => get(pipelines, "X-Nul: a\u0000b"), [400]],
		["NUL in the path", () => get("/api/v4/projects/\u0000/pipelines"), [400]],
		["a line that is not a header", () => get(pipelines, "no header"), [400]],
		["a line break in the path", () => get("/api/v4/users%0d%0aX-Injected:%20yes"), [404]],
		["bytes beyond ASCII in the path", () => get("/api/v4/projects/\u00ff\u00fe/pipelines"), [400, 404]],
		["bytes that are not UTF-8 in the query", () => get(`${pipelines}?name=\u00ff`), [400]],
		["bytes beyond ASCII in a header", () => get(pipelines, "Sudo: \u00ff\u00fe"), [403]],
		["an absolute address", () => get("http://elsewhere.example/api/v4/user"), [200]],
		["no address at all", () => get("*"), [400, 404]],
		["a path that climbs", () => get("/api/v4/../../../../etc/passwd"), [404]],
		["two lengths of the body", () => get(pipelines, "Content-Length: 1", "Content-Length: 2"), [400]],
		["a negative length", () => get(pipelines, "Content-Length: -1"), [400]],
		["a length and chunks", () => get(pipelines, "Content-Length: 1", "Transfer-Encoding: chunked"), [400]],
		["two hosts", () => get(pipelines, "Host: elsewhere.example"), [200, 400]],
	])("%s", async (_what, ask, statuses) => {
		const before = state();
		const reply = await ask();
		expect(statuses).toContain(statusOf(reply));
		expect(reply).not.toMatch(/\n\s+at |\.[jt]s:\d+/);
		expect(reply).not.toMatch(/^x-injected/im);
		expect(state()).toBe(before);
		await stillThere();
	});

	test.each<[string, string]>([
		["bytes that are not HTTP", "\u0016\u0003\u0001\u0002\u0000"],
		["a verb that nobody knows", "BREW /api/v4/user HTTP/1.1\r\nHost: localhost\r\n\r\n"],
		["invalid chunks", "POST /api/v4/user/runners HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
		["an empty host", "GET /api/v4/groups/acme HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"],
	])("%s: the next one is served", async (_what, bytes) => {
		expect(await raw(bytes)).not.toMatch(/\n\s+at |HTTP\/1\.1 5/);
		await stillThere();
	});

	test("a caller who hangs up in the middle of a body leaves nothing behind", async () => {
		const before = state();
		await new Promise<void>((resolve) => {
			const socket = connect(server.port, "127.0.0.1", () => {
				socket.write("POST /api/v4/projects/acme%2Fweb/pipeline HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{");
				socket.destroy();
			});
			socket.on("close", () => resolve());
		});
		await stillThere();
		expect(state()).toBe(before);
	});
});
