import { expect, onTestFinished, test, vi } from "vitest";
import type { RawResponse } from "../request/http/raw";
import { accessLog } from "./access-log";

async function logged(
	response: Partial<RawResponse>,
	{ url = "/api/v4/user", method = "GET", isTTY = false, asJson = false } = {},
): Promise<string> {
	const written: string[] = [];
	const log = accessLog({ write: (part) => written.push(part), isTTY }, asJson);
	log({ method, url, headers: {} }, { status: 200, headers: {}, body: null, ...response }, 1.26);
	await new Promise(setImmediate);
	expect(written).toHaveLength(1);
	return written.join("");
}

test("lines of one turn of the event loop are written together, in their order", async () => {
	const written: string[] = [];
	const log = accessLog({ write: (part) => written.push(part) }, false);
	const get = (url: string): void =>
		log({ method: "GET", url, headers: {} }, { status: 200, headers: {}, body: null }, 1);
	get("/a");
	get("/b");
	await new Promise(setImmediate);
	get("/c");
	await new Promise(setImmediate);
	expect(written).toEqual(["200 GET    /a 1 ms\n200 GET    /b 1 ms\n", "200 GET    /c 1 ms\n"]);
});

test("a line for each response, with a hint for errors", async () => {
	expect(await logged({})).toBe("200 GET    /api/v4/user 1.3 ms\n");
	expect(await logged({}, { url: "/api/v4/user?private_token=a&page=2&token=b", method: "DELETE" })).toBe(
		"200 DELETE /api/v4/user?private_token=[hidden]&page=2&token=[hidden] 1.3 ms\n",
	);
	expect(
		await logged({ status: 404, body: '{"error":"404 Not Found"}' }, { url: "http://a.test/api/v4/usr?x=1" }),
	).toContain("there is no such route; did you mean GET /api/v4/user?");
	expect(await logged({ status: 404, body: '{"error":"404 Not Found"}' }, { url: "/favicon.ico" })).toBe(
		"404 GET    /favicon.ico 1.3 ms\n",
	);
	expect(await logged({ status: 403, headers: { "x-mock-reason": "role: too low" } })).toContain(
		"1.3 ms  role: too low\n",
	);
	expect(await logged({ broken: "dropped" })).toBe("--- GET    /api/v4/user 1.3 ms  the connection was dropped\n");
	expect(await logged({ broken: "truncated" })).toBe("200 GET    /api/v4/user 1.3 ms  the connection was truncated\n");
});

test("colours only on a terminal, and not if they are switched off", async () => {
	onTestFinished(() => void vi.unstubAllEnvs());
	vi.stubEnv("NO_COLOR", "");
	expect(await logged({ status: 503 }, { isTTY: true })).toBe(
		"\u001b[31m503\u001b[39m GET    /api/v4/user \u001b[2m1.3 ms\u001b[22m\n",
	);
	vi.stubEnv("NO_COLOR", "1");
	expect(await logged({ status: 503 }, { isTTY: true })).toBe("503 GET    /api/v4/user 1.3 ms\n");
});

test("JSON for machines", async () => {
	const line = await logged(
		{ headers: { "x-request-id": "00000000000a" }, broken: "dropped" },
		{ asJson: true, isTTY: true },
	);
	expect(JSON.parse(line)).toEqual({
		method: "GET",
		path: "/api/v4/user",
		status: 200,
		ms: 1.3,
		id: "00000000000a",
		broken: "dropped",
	});
});
