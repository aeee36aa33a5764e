import { describe, expect, test, vi } from "vitest";
import { broken, clientOn, failure, json, refusal, script, token, until } from "../../test/support/script";
import { createClient, type DeprecationEvent, type RetryEvent } from "../index";

const ok = () => json({ id: 7 }, { headers: { "x-request-id": "r-1" } });

describe("events", () => {
	test("SDK-237 reports requests and responses by operation, template and status, without their values", async () => {
		const events: object[] = [];
		const { fetch } = script(refusal(503), ok);
		const tenon = clientOn(fetch, {
			onRequest: (event) => events.push(event),
			onResponse: ({ milliseconds, ...event }) => {
				expect(milliseconds).toBeGreaterThanOrEqual(0);
				events.push(event);
			},
		});
		await tenon.users.update({ id: 7, password: "hunter2hunter2" });
		const about = { operationId: "updateUser", method: "PUT", path: "/users/{id}" };
		expect(events).toEqual([
			{ ...about, attempt: 1 },
			{ ...about, attempt: 1, status: 503, requestId: undefined },
			{ ...about, attempt: 2 },
			{ ...about, attempt: 2, status: 200, requestId: "r-1" },
		]);
	});

	test("SDK-205 reports each retry with attempt, reason and delay, without secrets", async () => {
		const events: RetryEvent[] = [];
		const { fetch } = script(refusal(429, { message: token }, { "retry-after": "0" }), broken("ECONNRESET"), ok);
		const backoff = { base: 8, random: () => 0.5 };
		await clientOn(fetch, { onRetry: (event) => events.push(event), backoff }).groups.get({ id: 7 });
		expect(events).toEqual([
			{ operationId: "getGroup", attempt: 1, reason: 429, delay: 6 },
			{ operationId: "getGroup", attempt: 2, reason: "ConnectionError (ECONNRESET)", delay: 8 },
		]);
		expect(JSON.stringify(events)).not.toContain(token);
	});

	test("a handler that throws ends no call, and is not silent", async () => {
		const unhandled = vi.fn();
		process.once("unhandledRejection", unhandled);
		const fault = new Error("in the handler");
		const { fetch } = script(ok);
		const tenon = clientOn(fetch, {
			onResponse: () => {
				throw fault;
			},
		});
		expect(await tenon.groups.get({ id: 7 })).toEqual({ id: 7 });
		await until(() => unhandled.mock.calls.length === 1);
		expect(unhandled.mock.calls[0]?.[0]).toBe(fault);
	});
});

describe("deprecation", () => {
	const watched = () => {
		const events: DeprecationEvent[] = [];
		return { events, onDeprecated: (event: DeprecationEvent) => events.push(event) };
	};

	test("SDK-301 reports a deprecated parameter once, with its replacement", async () => {
		const { events, onDeprecated } = watched();
		const { fetch } = script(ok, ok, ok);
		const tenon = clientOn(fetch, { onDeprecated });
		const note = { id: 7, issue_iid: 7, body: "hi" };
		await tenon.issueNotes.create(note);
		expect(events).toEqual([]);
		await tenon.issueNotes.create({ ...note, confidential: true });
		await tenon.issueNotes.create({ ...note, confidential: false });
		expect(events).toEqual([
			{ operationId: "createIssueNote", kind: "parameter", name: "confidential", replacement: "internal" },
		]);
	});

	test("SDK-301 so is a deprecated operation", async () => {
		const { events, onDeprecated } = watched();
		const { fetch } = script(json([]), json([]));
		const tenon = clientOn(fetch, { onDeprecated });
		await tenon.epicNotes.list({ id: 7, epic_id: 7 });
		await tenon.epicNotes.list({ id: 7, epic_id: 8 });
		expect(events).toEqual([
			{ operationId: "listEpicNotes", kind: "operation", name: "listEpicNotes", replacement: "work items" },
		]);
	});

	test("SDK-302 so are the server's Deprecation and Sunset headers", async () => {
		const { events, onDeprecated } = watched();
		const headers = { deprecation: "@1688169599", sunset: "Wed, 30 Jun 2027 23:59:59 GMT" };
		const { fetch } = script(json({}, { headers }), json({}, { headers }));
		const tenon = clientOn(fetch, { onDeprecated });
		await tenon.groups.get({ id: 7 });
		await tenon.groups.get({ id: 7 });
		expect(events).toEqual([{ operationId: "getGroup", kind: "header", name: "getGroup", ...withWords(headers) }]);
	});

	const withWords = ({ deprecation, sunset }: { deprecation: string; sunset: string }) => ({ deprecation, sunset });

	test("SDK-303 without a handler nothing is printed", async () => {
		const printed = (["log", "info", "warn", "error", "debug"] as const).map((name) => vi.spyOn(console, name));
		const { fetch } = script(json({}, { headers: { deprecation: "true" } }));
		await clientOn(fetch).issueNotes.create({ id: 7, issue_iid: 7, body: "hi", confidential: true });
		for (const spy of printed) expect(spy).not.toHaveBeenCalled();
		vi.restoreAllMocks();
	});
});

describe("warnings", () => {
	const warned = (baseUrl: string, auth: { token: string } | undefined = { token }) => {
		const onWarning = vi.fn();
		createClient({ baseUrl, auth, onWarning });
		return onWarning.mock.calls.flat();
	};

	test("SDK-154 credentials over plain http to another machine are warned of", () => {
		expect(warned("http://platform.test:8080")).toEqual([
			"Credentials are sent unencrypted to platform.test:8080: the URL is http, not https.",
		]);
	});

	test.each([
		"https://platform.test",
		"http://localhost:4010",
		"http://127.0.0.1",
		"http://[::1]:1",
		"http://a.localhost",
	])("SDK-154 not to %s", (address) => {
		expect(warned(address)).toEqual([]);
	});

	test("SDK-154 nor without credentials", () => {
		const onWarning = vi.fn();
		createClient({ baseUrl: "http://platform.test", onWarning });
		expect(onWarning).not.toHaveBeenCalled();
	});
});

test("attempts are counted in errors", async () => {
	const { fetch } = script(refusal(503), broken(), refusal(404), refusal(400));
	const tenon = clientOn(fetch);
	expect(await failure(tenon.groups.get({ id: 7 }))).toMatchObject({ status: 404, attempts: 3 });
	expect(await failure(tenon.groups.get({ id: 7 }))).toMatchObject({ status: 400, attempts: 1 });
	expect(await failure(tenon.groups.get({ id: "" }))).toMatchObject({ name: "UsageError", attempts: 0 });
	const down = clientOn(async () => Promise.reject(broken("ECONNREFUSED")), { retries: 1 });
	expect(await failure(down.groups.get({ id: 7 }))).toMatchObject({ name: "ConnectionError", attempts: 2 });
});
