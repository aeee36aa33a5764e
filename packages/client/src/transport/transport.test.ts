import { getEventListeners } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
	always,
	baseUrl,
	broken,
	clientOn,
	failure,
	json,
	refusal,
	script,
	settle,
	silent,
	stopTime,
	token,
	until,
} from "../../test/support/script";
import { assemble } from "../calls/call-of";
import { core } from "../connection/connection";
import { AbortError, ConnectionError, RedirectError, TimeoutError, UsageError } from "../errors/errors";
import { createClient, type Fetch } from "../index";
import { createRest } from "../rest";
import { elsewhere } from "./chain";

const ok = () => json({ id: 7 });

/** Starts a response and never ends it. */
const stalled = ({ signal }: { signal: AbortSignal }) =>
	new Response(
		new ReadableStream({
			start: (controller) => {
				controller.enqueue(new TextEncoder().encode("{"));
				signal.addEventListener("abort", () => controller.error(signal.reason));
			},
		}),
	);

describe("timeout", () => {
	beforeEach(() => stopTime());

	test("SDK-207 by default after 30 s: the request is aborted and the call rejects", async () => {
		const { fetch, requests } = script(silent);
		const ended = failure(clientOn(fetch, { retries: 0 }).runners.get({ id: 7 }));
		await vi.advanceTimersByTimeAsync(29_999);
		expect(requests[0]?.signal.aborted).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		const error = await ended;
		expect(error).toBeInstanceOf(TimeoutError);
		expect(error.name).toBe("TimeoutError");
		expect(error.message).toBe("getRunner: no complete response within 30000 ms");
		expect(requests[0]?.signal.aborted).toBe(true);
	});

	test("SDK-207, SDK-117 of the client or of one call, and 0 for none", async () => {
		const { fetch, requests } = always(silent);
		const tenon = clientOn(fetch, { retries: 0, timeout: 500 });
		const ended = [tenon.runners.get({ id: 1 }), tenon.runners.get({ id: 2 }, { timeout: 50 })].map(failure);
		const never = vi.fn();
		void tenon.runners.get({ id: 3 }, { timeout: 0 }).finally(never);
		await vi.advanceTimersByTimeAsync(50);
		expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
		await vi.advanceTimersByTimeAsync(450);
		for (const error of await Promise.all(ended)) expect(error).toBeInstanceOf(TimeoutError);
		await vi.advanceTimersByTimeAsync(10_000_000);
		expect(never).not.toHaveBeenCalled();
	});

	test("SDK-207 ends the call even if a custom fetch does not listen to its signal", async () => {
		const ended = failure(clientOn(() => new Promise(() => {}), { retries: 0 }).runners.get({ id: 7 }));
		await vi.advanceTimersByTimeAsync(30_000);
		expect(await ended).toBeInstanceOf(TimeoutError);
	});

	test("SDK-208 covers the reading of the body", async () => {
		const { fetch } = script(stalled);
		const ended = failure(clientOn(fetch, { retries: 0 }).runners.get({ id: 7 }));
		await vi.advanceTimersByTimeAsync(30_000);
		expect(await ended).toBeInstanceOf(TimeoutError);
	});

	test("SDK-210 is retried for a GET, not for a PUT or a POST, whose outcome is then unknown", async () => {
		const { fetch, requests } = script(silent, ok, silent, silent);
		const tenon = clientOn(fetch);
		const got = tenon.runners.get({ id: 7 });
		await vi.advanceTimersByTimeAsync(30_000);
		expect(await got).toEqual({ id: 7 });
		expect(requests).toHaveLength(2);
		for (const changed of [
			tenon.runners.update({ id: 7, paused: true }),
			tenon.pipelines.create({ id: 7, ref: "main" }),
		]) {
			const ended = failure(changed);
			await vi.advanceTimersByTimeAsync(30_000);
			expect(await ended).toMatchObject({ name: "TimeoutError", outcomeUnknown: true });
		}
		expect(requests).toHaveLength(4);
	});

	test("SDK-187 a deadline covers all attempts and waits, a timeout one attempt", async () => {
		const { fetch, requests } = always(silent);
		const began = Date.now();
		const ended = failure(clientOn(fetch, { retries: 99 }).runners.get({ id: 7 }, { timeout: 400, deadline: 1000 }));
		await vi.advanceTimersByTimeAsync(1000);
		expect(await ended).toBeInstanceOf(TimeoutError);
		expect(Date.now() - began).toBe(1000);
		expect(requests).toHaveLength(3);
	});

	test("SDK-211 leaves no timer behind, however the call ends", async () => {
		const { fetch } = script(ok, refusal(404), broken(), () => new Response("no json"), silent);
		const tenon = clientOn(fetch, { retries: 0 });
		await tenon.runners.get({ id: 7 });
		for (let i = 0; i < 3; i++) await failure(tenon.runners.get({ id: 7 }));
		const controller = new AbortController();
		const ended = failure(tenon.runners.get({ id: 7 }, { signal: controller.signal }));
		await vi.advanceTimersByTimeAsync(1);
		controller.abort();
		await ended;
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe("abort", () => {
	test("SDK-209 before the call: nothing is sent, and the reason is kept", async () => {
		const { fetch, requests } = script();
		const reason = new Error("left the page");
		const error = await failure(clientOn(fetch).runners.get({ id: 7 }, { signal: AbortSignal.abort(reason) }));
		expect(error).toBeInstanceOf(AbortError);
		expect(error.name).toBe("AbortError");
		expect(error.cause).toBe(reason);
		expect(error).toMatchObject({ outcomeUnknown: false });
		expect(requests).toEqual([]);
	});

	test("SDK-209, SDK-210 during the call: the fetch is cancelled, and nothing is sent again", async () => {
		const controller = new AbortController();
		const { fetch, requests } = script((one) => {
			queueMicrotask(() => controller.abort("enough"));
			return silent(one);
		});
		const error = await failure(clientOn(fetch).runners.get({ id: 7 }, { signal: controller.signal }));
		expect(error).toBeInstanceOf(AbortError);
		expect(error).not.toBeInstanceOf(TimeoutError);
		expect(error.cause).toBe("enough");
		expect(requests).toHaveLength(1);
		expect(requests[0]?.signal.aborted).toBe(true);
	});

	test("SDK-209 while the body is read", async () => {
		const controller = new AbortController();
		const { fetch } = script((one) => {
			void settle().then(() => controller.abort());
			return stalled(one);
		});
		expect(await failure(clientOn(fetch).runners.get({ id: 7 }, { signal: controller.signal }))).toBeInstanceOf(
			AbortError,
		);
	});

	test("SDK-211 listeners do not pile up on a long-lived signal, nor do those of the waits", async () => {
		const { signal } = new AbortController();
		const { fetch } = script(ok, refusal(503), ok, refusal(404), broken(), broken(), broken());
		const tenon = clientOn(fetch, { backoff: { base: 4, random: () => 1 } });
		await tenon.runners.get({ id: 7 }, { signal });
		await tenon.runners.get({ id: 7 }, { signal });
		await failure(tenon.runners.get({ id: 7 }, { signal }));
		await failure(tenon.runners.get({ id: 7 }, { signal }));
		expect(getEventListeners(signal, "abort")).toEqual([]);
	});
});

test("SDK-211 many calls that share a signal share one listener, and all end with it", async () => {
	const controller = new AbortController();
	const { signal } = controller;
	const tenon = clientOn(always(silent).fetch);
	const calls = Array.from({ length: 40 }, (_, id) => failure(tenon.groups.get({ id: id + 1 }, { signal })));
	await settle();
	expect(getEventListeners(signal, "abort")).toHaveLength(1);
	controller.abort();
	expect(new Set((await Promise.all(calls)).map(({ name }) => name))).toEqual(new Set(["AbortError"]));
	expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("SDK-127, SDK-293 a request that goes elsewhere without a key of its own carries no credential", async () => {
	const { fetch, requests } = script(ok());
	const tenon = clientOn(fetch, { sudo: "owner" });
	const url = "https://platform.test.evil.test/x";
	const own = tenon[core]();
	await elsewhere(own)(assemble(own, { id: "x", verb: "GET", path: "/x" }, { url, headers: {} }));
	expect(requests.map(({ url, headers }) => [url, [...headers]])).toEqual([["https://platform.test.evil.test/x", []]]);
});

describe("connection", () => {
	test("SDK-214 a failure of fetch is a ConnectionError with its cause, never a bare TypeError", async () => {
		const cause = broken("ECONNREFUSED");
		const { fetch } = always(() => Promise.reject(cause));
		const error = await failure(clientOn(fetch).runners.get({ id: 7 }));
		expect(error).toBeInstanceOf(ConnectionError);
		expect(error.cause).toBe(cause);
		expect(error.message).toBe("getRunner: the connection failed (ECONNREFUSED)");
	});

	test("SDK-214 so it is with a server that is not there, over a real connection", async () => {
		const server = await listening(() => {});
		const { port } = server.address() as AddressInfo; // of a TCP server
		await new Promise((resolve) => server.close(resolve));
		const error = await failure(
			createClient({ baseUrl: `http://127.0.0.1:${port}`, retries: 0 }).pipelines.create({ id: 7, ref: "main" }),
		);
		expect(error).toBeInstanceOf(ConnectionError);
		expect(error).toMatchObject({
			outcomeUnknown: false,
			message: "createPipeline: the connection failed (ECONNREFUSED)",
		});
	});

	test("SDK-304 the global fetch is looked up for each request, and a given one takes its place", async () => {
		const tenon = createClient({ baseUrl });
		const { fetch, requests } = script(ok(), ok());
		vi.stubGlobal("fetch", fetch);
		try {
			await tenon.runners.get({ id: 7 });
			await createRest(tenon).GET("/runners/{id}", { params: { path: { id: 7 } } });
			expect(requests).toHaveLength(2);
			const own = script(ok());
			await createClient({ baseUrl, fetch: own.fetch }).runners.get({ id: 7 });
			expect([requests.length, own.requests.length]).toEqual([2, 1]);
		} finally {
			vi.unstubAllGlobals();
		}
	});

	test("SDK-305 without any fetch, creating a client throws a clear error", () => {
		vi.stubGlobal("fetch", undefined);
		try {
			expect(() => createClient({ baseUrl })).toThrow(UsageError);
			expect(() => createClient({ baseUrl })).toThrow(/^fetch /);
			expect(() => createClient({ baseUrl, fetch: script().fetch })).not.toThrow();
		} finally {
			vi.unstubAllGlobals();
		}
	});
});

describe("redirects", () => {
	const moved = (location: string, status = 301) => new Response(null, { status, headers: { location } });
	const get = (fetch: ReturnType<typeof script>["fetch"], options = {}) =>
		clientOn(fetch, { sudo: "owner", headers: { "x-proxy-key": "k", cookie: "c=1" }, ...options }).pipelines.get(
			{ id: "old/web", pipeline_id: 1 },
			{ retries: 0 },
		);

	test("SDK-231 within the origin, a GET is followed with the token", async () => {
		const { fetch, requests } = script(moved("/api/v4/projects/9/pipelines/1"), ok());
		expect(await get(fetch)).toEqual({ id: 7 });
		expect(requests[1]?.url).toBe(`${baseUrl}/api/v4/projects/9/pipelines/1`);
		expect(requests[1]?.headers.get("private-token")).toBe(token);
		expect(requests[1]?.headers.get("sudo")).toBe("owner");
		// `fetch` must not follow redirects itself: it would send the token to the new address.
		expect(requests.map(({ init }) => init.redirect)).toEqual(["manual", "manual"]);
	});

	test("SDK-231 five of them, no more", async () => {
		const hop = (n: number) => moved(`/api/v4/hop/${n}`);
		const five = script(hop(1), hop(2), hop(3), hop(4), hop(5), ok());
		expect(await get(five.fetch)).toEqual({ id: 7 });
		const six = always(() => hop(0));
		expect(await failure(get(six.fetch))).toBeInstanceOf(RedirectError);
		expect(six.requests).toHaveLength(6);
	});

	test.each([
		["https://elsewhere.test/file", "another host"],
		["https://platform.test:8443/file", "another port"],
		["http://platform.test/file", "another scheme (SDK-232)"],
	])("SDK-230, SDK-232 to %s, %s, a GET is followed without any credential", async (location) => {
		const { fetch, requests } = script(moved(location, 302), ok());
		expect(await get(fetch)).toEqual({ id: 7 });
		expect(requests[1]?.url).toBe(location);
		expect([...(requests[1]?.headers.keys() ?? [])].sort()).toEqual(["accept", "user-agent"]);
	});

	test("SDK-230 nor does a later hop home bring the credential back", async () => {
		const { fetch, requests } = script(moved("https://elsewhere.test/"), moved(`${baseUrl}/api/v4/user`), ok());
		await get(fetch);
		expect(requests[2]?.headers.has("private-token")).toBe(false);
	});

	test("SDK-230 by option those to another origin are refused", async () => {
		const { fetch, requests } = script(moved("https://elsewhere.test/file"), moved("/api/v4/x"), ok());
		const error = await failure(get(fetch, { redirects: "same-origin" }));
		expect(error).toBeInstanceOf(RedirectError);
		expect(error).toMatchObject({ location: "https://elsewhere.test/file", status: 301 });
		expect(requests).toHaveLength(1);
		expect(await get(fetch, { redirects: "same-origin" })).toEqual({ id: 7 });
	});

	test.each([301, 302, 303, 307, 308])(
		"SDK-233, SDK-230 a %i of a changing request is refused, holding the location",
		async (status) => {
			for (const location of ["/api/v4/projects/9/pipeline", "https://elsewhere.test/x"]) {
				const { fetch, requests } = script(moved(location, status));
				const error = await failure(clientOn(fetch).pipelines.create({ id: 7, ref: "main" }));
				expect(error).toBeInstanceOf(RedirectError);
				expect(error).toMatchObject({ location: new URL(location, baseUrl).href, status });
				expect(requests).toHaveLength(1);
			}
		},
	);

	test("SDK-239 credentials in a location are not shown", async () => {
		const { fetch } = script(moved("https://user:sesame@elsewhere.test/x"));
		const error = await failure<RedirectError>(get(fetch, { redirects: "same-origin" }));
		expect(error.location).toBe("https://elsewhere.test/x");
	});

	test.each(["file:///etc/passwd", "javascript:1", "https://[bad"])("one to %s is refused", async (location) => {
		const { fetch, requests } = script(moved(location));
		expect(await failure(get(fetch))).toBeInstanceOf(RedirectError);
		expect(requests).toHaveLength(1);
	});

	test("one whose location the browser hides is refused", async () => {
		const opaque = Object.defineProperties(new Response(null), {
			type: { value: "opaqueredirect" },
			status: { value: 0 },
			ok: { value: false },
		});
		const { fetch } = script(opaque);
		const error = await failure(get(fetch));
		expect(error).toBeInstanceOf(RedirectError);
		expect(error).toMatchObject({ location: undefined });
	});
});

describe("over a real connection", () => {
	let server: Server;
	afterEach(
		() =>
			new Promise((resolve) => {
				server.close(resolve);
				// `fetch` may have opened a spare connection to replace one that it cut off.
				server.closeAllConnections();
			}),
	);

	test("SDK-308 requests arrive as they should: path, headers, body", async () => {
		const seen: unknown[] = [];
		server = await listening((request, response) => {
			let body = "";
			request.on("data", (chunk) => {
				body += chunk;
			});
			request.on("end", () => {
				const { accept, "user-agent": agent, "private-token": sent, "content-type": type } = request.headers;
				seen.push([request.method, request.url, accept, agent, sent, type, body]);
				response.setHeader("content-type", "application/json").end('{"id":7}');
			});
		});
		const { port } = server.address() as AddressInfo; // of a TCP server
		const tenon = createClient({ baseUrl: `http://127.0.0.1:${port}/prefix/`, auth: { token } });
		expect(await tenon.pipelines.create({ id: "acme/web", ref: "main" })).toEqual({ id: 7 });
		await tenon.runners.list({ tag_list: ["a", "b"] }).then(undefined, () => {});
		expect(seen).toEqual([
			[
				"POST",
				"/prefix/api/v4/projects/acme%2Fweb/pipeline",
				"application/json",
				expect.stringMatching(/^tenon-client\/\d/),
				token,
				"application/json",
				'{"ref":"main"}',
			],
			["GET", "/prefix/api/v4/runners?tag_list=a%2Cb", "application/json", expect.any(String), token, undefined, ""],
		]);
	});

	test("SDK-208, SDK-211 a body that never ends times out, and the connection is closed", async () => {
		let [begun, closed] = [false, false];
		server = await listening((request, response) => {
			request.socket.on("close", () => {
				closed = true;
			});
			response.write("{");
		});
		const { port } = server.address() as AddressInfo; // of a TCP server
		// The clock stops until the response has begun, so a slow machine makes no difference.
		stopTime();
		const watched: Fetch = async (input, init) => {
			const response = await fetch(input, init);
			begun = true;
			return response;
		};
		const tenon = createClient({ baseUrl: `http://127.0.0.1:${port}`, retries: 0, timeout: 50, fetch: watched });
		const ended = failure(tenon.runners.get({ id: 7 }));
		await until(() => begun);
		await vi.advanceTimersByTimeAsync(50);
		expect(await ended).toBeInstanceOf(TimeoutError);
		await until(() => closed);
	});
});

function listening(listener: Parameters<typeof createServer>[1]): Promise<Server> {
	return new Promise((resolve) => {
		const server = createServer(listener as never); // the overload that takes only a listener
		server.listen(0, "127.0.0.1", () => resolve(server));
	});
}
