import { beforeEach, describe, expect, test, vi } from "vitest";
import {
	always,
	broken,
	clientOn,
	failure,
	json,
	refusal,
	type Step,
	script,
	stopTime,
	token,
} from "../../test/support/script";
import { call } from "../calls/call";
import {
	AbortError,
	ApiError,
	ConnectionError,
	NotFoundError,
	RateLimitError,
	type TenonError,
} from "../errors/errors";
import type { ClientOptions, RequestOptions } from "../index";
import { createRest } from "../rest";
import type { RetryClass, Route } from "./route";

const routes: { [kind in RetryClass]: Route } = {
	safe: { id: "getThing", verb: "GET", path: "/thing" },
	idempotent: { id: "updateThing", verb: "PUT", path: "/thing" },
	"non-idempotent": { id: "createThing", verb: "POST", path: "/thing" },
};
const ok = () => json({ done: true });

/** Calls an operation on the scripted responses. Returns the requests that were sent, and the outcome. */
async function run(route: Route, steps: Step[], options: RequestOptions = {}, client: Partial<ClientOptions> = {}) {
	const { fetch, requests } = script(...steps);
	const outcome = await call<unknown>(clientOn(fetch, client), route, { name: "n" }, options).catch(
		(error: TenonError) => error,
	);
	return { requests, outcome };
}

describe("what is sent again", () => {
	test.each([408, 429, 500, 502, 503, 504])(
		"SDK-189 a GET that meets %i is sent twice more, then the error is raised",
		async (status) => {
			const steps = [refusal(status), refusal(status), refusal(status, { message: "the last" })];
			const { requests, outcome } = await run(routes.safe, steps);
			expect(requests).toHaveLength(3);
			expect(outcome).toMatchObject({ status, reason: "the last" });
		},
	);

	test("SDK-189 a GET that meets a broken connection is sent again, until it succeeds or the last error is raised", async () => {
		const good = await run(routes.safe, [broken(), broken(), ok()]);
		expect(good.outcome).toEqual({ done: true });
		const bad = await run(routes.safe, [broken(), broken(), broken()]);
		expect(bad.requests).toHaveLength(3);
		expect(bad.outcome).toBeInstanceOf(ConnectionError);
	});

	test("SDK-189 a connection that breaks in the body counts as broken", async () => {
		const cut = () => {
			const body = new ReadableStream({
				start: (controller) => {
					controller.enqueue(new TextEncoder().encode('{"half'));
					controller.error(new TypeError("terminated"));
				},
			});
			return new Response(body);
		};
		const { requests, outcome } = await run(routes.safe, [cut(), ok()]);
		expect(requests).toHaveLength(2);
		expect(outcome).toEqual({ done: true });
	});

	test.each(["PUT", "PATCH", "DELETE"] as const)(
		"SDK-190 a %s is sent again on 429, 502, 503, 504 and a broken connection",
		async (verb) => {
			const route: Route = { ...routes.idempotent, verb };
			for (const step of [refusal(429), refusal(502), refusal(503), refusal(504), broken()]) {
				expect((await run(route, [step, ok()])).outcome).toEqual({ done: true });
			}
			for (const status of [408, 500]) expect((await run(route, [refusal(status)])).requests).toHaveLength(1);
		},
	);

	test("SDK-190, CRED-237 deleting a credential is sent once where its class is non-idempotent", async () => {
		const route: Route = { id: "deleteToken", verb: "DELETE", path: "/token", retry: "non-idempotent" };
		for (const step of [refusal(502), broken()]) expect((await run(route, [step])).requests).toHaveLength(1);
	});

	test("SDK-191, CRED-237 a POST is sent once on a broken connection or a 5xx", async () => {
		for (const step of [
			broken(),
			broken("ECONNRESET"),
			refusal(500),
			refusal(502),
			refusal(503),
			refusal(504),
			refusal(408),
		]) {
			expect((await run(routes["non-idempotent"], [step])).requests).toHaveLength(1);
		}
	});

	test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"])(
		"SDK-191 a POST is sent again on 429, and where no connection was made (%s)",
		async (code) => {
			expect((await run(routes["non-idempotent"], [broken(code), refusal(429), ok()])).outcome).toEqual({ done: true });
		},
	);

	test("SDK-193 after an unclear outcome the error says that it is unknown", async () => {
		for (const step of [broken(), refusal(500), refusal(502)]) {
			const { outcome } = await run(routes["non-idempotent"], [step]);
			expect(outcome).toMatchObject({
				outcomeUnknown: true,
				message: expect.stringContaining("may have taken effect"),
			});
		}
		for (const step of [broken("ECONNREFUSED"), refusal(400), refusal(429)]) {
			expect((await run(routes["non-idempotent"], [step], { retries: 0 })).outcome).toMatchObject({
				outcomeUnknown: false,
			});
		}
		expect((await run(routes.safe, [broken()], { retries: 0 })).outcome).toMatchObject({ outcomeUnknown: false });
		// Earlier attempts count: the second attempt was never sent, but the first may have been.
		const late = await run(routes.idempotent, [broken(), broken("ECONNREFUSED")], { retries: 1 });
		expect(late.outcome).toMatchObject({ outcomeUnknown: true });
	});

	test("SDK-195 a DELETE's 404 after a failed attempt is marked as ambiguous, a plain one is not", async () => {
		const route: Route = { id: "deleteThing", verb: "DELETE", path: "/thing" };
		const after = async (step: Step) => (await run(route, [step, refusal(404)])).outcome;
		expect(await after(broken())).toBeInstanceOf(NotFoundError);
		expect(await after(broken())).toMatchObject({ ambiguous: true });
		expect(await after(refusal(502))).toMatchObject({ ambiguous: true });
		expect(await after(refusal(429))).toMatchObject({ ambiguous: false });
		expect(await after(broken("ECONNREFUSED"))).toMatchObject({ ambiguous: false });
		expect((await run(route, [refusal(404)])).outcome).toMatchObject({ ambiguous: false });
		const changed = await run(routes.idempotent, [broken(), refusal(404)]);
		expect(changed.outcome).toMatchObject({ status: 404, ambiguous: false });
	});

	test.each([400, 401, 403, 404, 405, 409, 410, 412, 415, 422])("SDK-196 %i is not retried", async (status) => {
		for (const route of Object.values(routes)) expect((await run(route, [refusal(status)])).requests).toHaveLength(1);
	});

	test("SDK-203 retries: 0 sends one request; a call's number overrides the client's", async () => {
		const down = Array.from({ length: 9 }, () => refusal(503));
		expect((await run(routes.safe, down, { retries: 0 })).requests).toHaveLength(1);
		expect((await run(routes.safe, down, { retries: 3 }, { retries: 1 })).requests).toHaveLength(4);
		expect((await run(routes.safe, down, {}, { retries: 1 })).requests).toHaveLength(2);
		const refresh = vi.fn();
		expect(
			(await run(routes.safe, [refusal(401)], { retries: 0 }, { auth: { token, refresh } })).requests,
		).toHaveLength(1);
		expect(refresh).not.toHaveBeenCalled();
	});

	test("SDK-206 a retry carries the same method, address, body and headers, with a new lookup of the token", async () => {
		let count = 0;
		const { requests } = await run(
			routes.idempotent,
			[refusal(503), ok()],
			{ headers: { "x-mark": "1" }, sudo: "owner" },
			{ auth: { token: () => `token-${++count}` } },
		);
		const [first, second] = requests;
		expect([second?.method, second?.url, second?.body]).toEqual([first?.method, first?.url, first?.body]);
		expect(requests.map(({ headers }) => headers.get("private-token"))).toEqual(["token-1", "token-2"]);
		const others = requests.map(({ headers }) => [...headers].filter(([name]) => name !== "private-token"));
		expect(others[1]).toEqual(others[0]);
		expect(others[0]).toContainEqual(["sudo", "owner"]);
	});

	test("SDK-206 a form with a file is sent whole a second time", async () => {
		const { fetch, requests } = script(refusal(503), ok());
		await call(clientOn(fetch), { ...routes.idempotent, id: "setUserAvatar" }, { avatar: new File(["png"], "a.png") });
		for (const { body } of requests) expect(await ((body as FormData).get("avatar") as File).text()).toBe("png"); // a form with a file
	});

	test("SDK-204 the raw client sends a request with a body once, since a stream cannot be read twice", async () => {
		const { fetch, requests } = script(refusal(503), refusal(503), refusal(503), refusal(503));
		const rest = createRest(clientOn(fetch));
		const put = await rest.PUT("/projects/{id}/pipelines/{pipeline_id}/metadata", {
			params: { path: { id: 7, pipeline_id: 1 } },
			body: { name: "n" },
		});
		expect(put.response.status).toBe(503);
		expect(requests).toHaveLength(1);
		await rest.GET("/runners/{id}", { params: { path: { id: 1 } } });
		expect(requests).toHaveLength(4);
	});
});

describe("when it is sent again", () => {
	beforeEach(() => stopTime(Date.parse("2026-01-01T00:00:00Z")));

	/** Milliseconds between the first attempt and the second; undefined if there is none. */
	async function pause(headers: HeadersInit, client: Partial<ClientOptions> = {}): Promise<number | undefined> {
		const times: number[] = [];
		const { fetch } = script(
			() => {
				times.push(Date.now());
				return refusal(429, {}, headers);
			},
			() => {
				times.push(Date.now());
				return ok();
			},
		);
		const ended = call(clientOn(fetch, client), routes["non-idempotent"], {}).catch(() => {});
		await vi.runAllTimersAsync();
		await ended;
		const [first = 0, second] = times;
		return second === undefined ? undefined : second - first;
	}

	test("SDK-197 Retry-After in seconds is obeyed", async () => {
		expect(await pause({ "retry-after": "2" })).toBe(2000);
		// A rate limit never leads to an immediate retry: the wait is at least half of the bound.
		expect(await pause({ "retry-after": "0" })).toBe(250);
	});

	test("SDK-198 Retry-After as a date is obeyed; a past one means at once", async () => {
		expect(await pause({ "retry-after": "Thu, 01 Jan 2026 00:00:03 GMT" })).toBe(3000);
		expect(await pause({ "retry-after": "Thu, 01 Jan 2015 00:00:03 GMT" })).toBe(250);
		const { outcome } = await run(routes.safe, [refusal(429, {}, { "retry-after": "Thu, 01 Jan 2015 00:00:03 GMT" })], {
			retries: 0,
		});
		expect(outcome).toMatchObject({ retryAfter: 0 });
	});

	test("SDK-199, USER-745, NOTE-278, GROUP-748 one above the cap is not waited for: the error is raised with retryAfter", async () => {
		expect(await pause({ "retry-after": "61" })).toBeUndefined();
		expect(await pause({ "retry-after": "60" })).toBe(60_000);
		expect(await pause({ "retry-after": "6" }, { backoff: { longest: 5_000 } })).toBeUndefined();
		const { outcome, requests } = await run(routes.safe, [refusal(429, {}, { "retry-after": "3600" })]);
		expect(outcome).toBeInstanceOf(RateLimitError);
		expect(outcome).toMatchObject({ retryAfter: 3600 });
		expect(requests).toHaveLength(1);
	});

	test("SDK-200 without it RateLimit-Reset counts, in seconds or as a time", async () => {
		expect(await pause({ "ratelimit-reset": "4" })).toBe(4000);
		expect(await pause({ "ratelimit-reset": String(Date.now() / 1000 + 5) })).toBe(5000);
		expect(await pause({ "retry-after": "1", "ratelimit-reset": "4" })).toBe(1000);
		expect(await pause({ "retry-after": "soon" }, { backoff: { random: () => 0.5 } })).toBe(375);
	});

	/** The waits before each of five further attempts. */
	async function waits(backoff: ClientOptions["backoff"]): Promise<number[]> {
		const times: number[] = [];
		const { fetch } = always(() => {
			times.push(Date.now());
			return refusal(503);
		});
		const ended = call(clientOn(fetch, { backoff, retries: 5 }), routes.safe, {}).catch(() => {});
		await vi.runAllTimersAsync();
		await ended;
		return times.slice(1).map((time, i) => time - (times[i] ?? 0));
	}

	test("SDK-200, SDK-201 else the wait is random below a bound that doubles up to the cap", async () => {
		expect(await waits({ random: () => 0.5 })).toEqual([250, 500, 1000, 2000, 4000]);
		expect(await waits({ random: () => 0.5, base: 100, cap: 400 })).toEqual([50, 100, 200, 200, 200]);
		const seeded = [0.1, 0.9, 0.3, 0.7, 0.2];
		expect(await waits({ random: () => seeded.shift() ?? 0, base: 1000, cap: 1000 })).toEqual([
			100, 900, 300, 700, 200,
		]);
	});

	test("SDK-201 without a source of random numbers, two calls wait differently", async () => {
		expect(await waits(undefined)).not.toEqual(await waits(undefined));
	});

	test("SDK-202 an abort during the wait rejects at once, and no further attempt is sent", async () => {
		const { fetch, requests } = script(refusal(429, {}, { "retry-after": "30" }));
		const controller = new AbortController();
		const began = Date.now();
		const ended = failure(call(clientOn(fetch), routes.safe, {}, { signal: controller.signal }));
		await vi.advanceTimersByTimeAsync(1000);
		controller.abort(new Error("enough"));
		const error = await ended;
		expect(error).toBeInstanceOf(AbortError);
		expect(error.cause).toEqual(new Error("enough"));
		expect(Date.now() - began).toBe(1000);
		expect(vi.getTimerCount()).toBe(0);
		await vi.runAllTimersAsync();
		expect(requests).toHaveLength(1);
	});

	test("a wait that would outlast the deadline is not begun: the refusal is raised", async () => {
		const { outcome, requests } = await run(routes.safe, [refusal(429, {}, { "retry-after": "5" })], {
			deadline: 4000,
		});
		expect(outcome).toBeInstanceOf(ApiError);
		expect(requests).toHaveLength(1);
	});
});

test("SDK-235 an error of a retried call shows no token", async () => {
	const { outcome } = await run(routes.safe, [broken(), broken(), broken()]);
	expect(JSON.stringify(outcome) + String(outcome) + (outcome as TenonError).stack).not.toContain(token); // it failed
});
