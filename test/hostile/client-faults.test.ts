/** Faults of the client that a trial against a hostile server has found, each with similar ones. */
import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createGraphQL } from "../../packages/client/src/graphql";
import {
	type ApiError,
	createClient,
	limitConcurrency,
	type Middleware,
	TenonError,
} from "../../packages/client/src/index";
import {
	always,
	baseUrl,
	broken,
	clientOn,
	failure,
	json,
	refusal,
	type SentRequest,
	script,
	settle,
	silent,
	stopTime,
	until,
} from "../../packages/client/test/support/script";

const ok = () => json({ id: 7 });
const rows = (from: number, to: number): object[] =>
	Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));

describe("1: a 401 that comes late", () => {
	/** Returns a platform that accepts one token. `refresh` replaces the token, and all earlier ones are refused. */
	function platform() {
		let current = "token-0";
		let refreshes = 0;
		const arrived: (() => void)[] = [];
		const { fetch, requests } = always(async ({ headers }: SentRequest) => {
			const sent = headers.get("private-token");
			if (sent === "token-0") await new Promise<void>((resolve) => arrived.push(resolve));
			return sent === current && refreshes > 0 ? ok() : refusal(401);
		});
		const refresh = async () => {
			await settle();
			current = `token-${++refreshes}`;
		};
		return { fetch, requests, refresh, arrived, token: () => current, refreshes: () => refreshes };
	}

	test("does not refresh a token that was refreshed in the meantime", async () => {
		const { fetch, refresh, arrived, token, refreshes } = platform();
		const tenon = clientOn(fetch, { auth: { token, refresh } });
		const calls = Array.from({ length: 20 }, () => tenon.groups.get({ id: 7 }));
		await until(() => arrived.length === 20);
		for (const respond of arrived) {
			respond();
			await settle();
			await settle();
		}
		expect(await Promise.all(calls)).toHaveLength(20);
		expect(refreshes()).toBe(1);
	});

	test("nor one that is the same text after the refresh, such as a session's", async () => {
		const refresh = vi.fn();
		let valid = false;
		const late: (() => void)[] = [];
		const { fetch } = always(async () => {
			if (valid) return ok();
			await new Promise<void>((resolve) => late.push(resolve));
			return refusal(401);
		});
		refresh.mockImplementation(() => {
			valid = true;
		});
		const tenon = clientOn(fetch, { auth: { token: "cookie-value", as: "session", refresh } });
		const calls = [tenon.groups.get({ id: 1 }), tenon.groups.get({ id: 2 })];
		await until(() => late.length === 2);
		for (const respond of late) {
			respond();
			await settle();
		}
		await Promise.all(calls);
		expect(refresh).toHaveBeenCalledTimes(1);
	});
});

describe("2: credentials that hang", () => {
	beforeEach(() => stopTime());

	test.each(["token", "refresh"] as const)(
		"a %s that hangs once blocks one call, and its signal aborts",
		async (name) => {
			let signal: AbortSignal | undefined;
			const hangs = vi.fn();
			hangs.mockImplementationOnce((context: { signal: AbortSignal } | undefined) => {
				signal = context?.signal;
				return new Promise(() => {});
			});
			hangs.mockImplementation(() => "a-new-token");
			let refused = true;
			const { fetch } = always(() => {
				if (name === "token" || !refused) return ok();
				return refusal(401);
			});
			const auth = name === "token" ? { token: hangs } : { token: () => "a-token", refresh: hangs };
			const tenon = clientOn(fetch, { auth, timeout: 1_000, retries: 1 });
			const first = failure(tenon.groups.update({ id: 7 }));
			await vi.advanceTimersByTimeAsync(1_000);
			expect(await first).toMatchObject({ name: "TimeoutError", outcomeUnknown: name === "refresh" });
			expect(signal?.aborted).toBe(true);
			const second = tenon.groups.get({ id: 7 });
			await vi.advanceTimersByTimeAsync(1);
			refused = false;
			const outcome = await Promise.race([second.catch((error: unknown) => error), settle().then(() => "hangs")]);
			expect(outcome).not.toBe("hangs");
			expect(hangs).toHaveBeenCalledTimes(2);
		},
	);

	test("in a steady stream of calls the one that waits longest ends it", async () => {
		const hangs = vi.fn<() => unknown>().mockImplementationOnce(() => new Promise(() => {}));
		hangs.mockImplementation(() => "a-new-token");
		const tenon = clientOn(always(ok).fetch, { auth: { token: hangs as () => string }, timeout: 100, retries: 0 });
		const outcomes: string[] = [];
		for (let call = 0; call < 8; call++) {
			tenon.groups.get({ id: 7 }).then(
				() => outcomes.push("ok"),
				(error) => outcomes.push((error as Error).name),
			);
			await vi.advanceTimersByTimeAsync(40);
		}
		await vi.advanceTimersByTimeAsync(200);
		// The calls that started while the refresh hung time out. All later calls succeed.
		expect(outcomes.filter((name) => name === "TimeoutError")).toHaveLength(3);
		expect(outcomes.filter((name) => name === "ok")).toHaveLength(5);
	});
});

describe("3: what proves that nothing was sent", () => {
	const failing = (code: string, syscall: string | undefined, errors?: Error[]): Error =>
		new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code, syscall, errors }) });

	test.each([
		["EHOSTUNREACH", "connect", true],
		["ENETUNREACH", "connect", true],
		["ETIMEDOUT", "connect", true],
		["EHOSTUNREACH", "read", false],
		["ENETUNREACH", "write", false],
		["EHOSTUNREACH", undefined, false],
		["ETIMEDOUT", "read", false],
		["ECONNREFUSED", undefined, true],
		["ENOTFOUND", "getaddrinfo", true],
		["ECONNRESET", "read", false],
	])("%s of %s: sent again: %s", async (code, syscall, again) => {
		const { fetch, requests } = script(failing(code, syscall), ok);
		const call = clientOn(fetch).pipelines.create({ id: 7, ref: "main" });
		if (again) await call;
		else expect(await failure(call)).toMatchObject({ name: "ConnectionError", outcomeUnknown: true });
		expect(requests).toHaveLength(again ? 2 : 1);
	});

	test("of several addresses each must have failed before anything was sent", async () => {
		const refused = Object.assign(new Error("a"), { code: "ECONNREFUSED", syscall: "connect" });
		const reset = Object.assign(new Error("b"), { code: "ECONNRESET", syscall: "read" });
		const { fetch } = script(failing("ECONNREFUSED", undefined, [refused, reset]));
		expect(await failure(clientOn(fetch).pipelines.create({ id: 7, ref: "main" }))).toMatchObject({
			outcomeUnknown: true,
		});
	});

	test("a middleware that fails to connect elsewhere after the response proves nothing", async () => {
		const metrics: Middleware = async (request, next) => {
			await next(request);
			throw broken("ECONNREFUSED");
		};
		const { fetch, requests } = script(ok, ok, ok);
		const call = clientOn(fetch, { middleware: [metrics] }).pipelines.create({ id: 7, ref: "main" });
		expect(await failure(call)).toMatchObject({ name: "ConnectionError", outcomeUnknown: true });
		expect(requests).toHaveLength(1);
	});
});

describe("4: a forged cursor", () => {
	const forge = async (change: (parts: [string, number, { [name: string]: unknown }]) => unknown): Promise<string> => {
		const { fetch } = always(() => json(rows(1, 20), { headers: { "x-next-page": "2" } }));
		const { nextCursor = "" } = await clientOn(fetch).pipelines.list({ id: "mine", status: "failed" });
		const parts = JSON.parse(decodeURIComponent(atob(nextCursor))) as Parameters<typeof change>[0]; // as written there
		return btoa(encodeURIComponent(JSON.stringify(change(parts))));
	};

	test.each<[string, Parameters<typeof forge>[0]]>([
		["another project", ([mark, index, query]) => [mark, index, { ...query, id: "theirs" }]],
		["another filter", ([mark, index, query]) => [mark, index, { ...query, status: "success" }]],
		["a value that is not a string", ([mark, index]) => [mark, index, { page: { $gt: 0 } }]],
		["a list", ([mark, index]) => [mark, index, ["page"]]],
		["a page number below 1", ([mark, , query]) => [mark, -1, query]],
		["an invalid page number", ([mark, , query]) => [mark, "2", query]],
		["a prototype", ([mark, index]) => [mark, index, JSON.parse('{"__proto__":{"page":"2"}}')]],
	])("with %s is refused before anything is sent", async (_, change) => {
		const { fetch, requests } = script();
		const walk = clientOn(fetch)
			.pipelines.list({ id: "mine", status: "failed" })
			.pages({ cursor: await forge(change) });
		expect(await failure(walk.next())).toMatchObject({ name: "UsageError", parameter: "cursor" });
		expect(requests).toEqual([]);
	});
});

describe("7: Retry-After", () => {
	beforeEach(() => stopTime());

	async function pause(status: number, value: string): Promise<number> {
		const times: number[] = [];
		const { fetch } = always(() => {
			times.push(Date.now());
			return times.length > 1 ? ok() : refusal(status, {}, { "retry-after": value });
		});
		const call = clientOn(fetch, { backoff: { base: 1_000, random: () => 0 } }).groups.get({ id: 7 });
		await vi.runAllTimersAsync();
		await call;
		return (times[1] ?? 0) - (times[0] ?? 0);
	}

	test.each(["2, 5", "5;", "1e3", "0x10", "+5", "-5", "5 seconds", "Jan 1", "", "Infinity"])(
		"%j is not a wait that the server requests, and after a limit the wait is never near 0",
		async (value) => {
			expect(await pause(429, value)).toBe(500);
		},
	);

	test("it is also ignored after other refusals", async () => {
		expect(await pause(503, "1e1")).toBe(0);
		expect(await pause(503, "7")).toBe(7_000);
	});
});

describe("8: options that cannot be meant", () => {
	test.each<[string, object]>([
		["timeout", { timeout: -1 }],
		["timeout", { timeout: Number.NaN }],
		["timeout", { timeout: "5" }],
		["deadline", { deadline: -1 }],
		["deadline", { deadline: Number.NaN }],
		["retries", { retries: -1 }],
		["retries", { retries: 1.5 }],
		["retries", { retries: Number.NaN }],
	])("%s of a call: %o", async (parameter, options) => {
		const { fetch, requests } = script();
		const tenon = clientOn(fetch);
		const wrong = { name: "UsageError", parameter };
		expect(await failure(tenon.groups.get({ id: 7 }, options))).toMatchObject(wrong);
		expect(await failure(tenon.groups.list({}, options))).toMatchObject(wrong);
		expect(await failure(tenon.groups.list({}, options).all())).toMatchObject(wrong);
		expect(await failure(tenon.groups.list({}, options).pages().next())).toMatchObject(wrong);
		expect(await failure(tenon.users.setAvatar({ avatar: new Blob(["a"]) }, options))).toMatchObject(wrong);
		expect(await failure(tenon.groups.getAvatar({ id: 7 }, options))).toMatchObject(wrong);
		expect(await failure(tenon.pipelines.waitFor({ id: 7, pipeline_id: 1 }, options))).toMatchObject(wrong);
		expect(await failure(createGraphQL(tenon).request("{ a }", {}, options))).toMatchObject(wrong);
		expect(await failure(createGraphQL(tenon).batch([["{ a }"]], options))).toMatchObject(wrong);
		if (parameter !== "deadline") expect(() => createClient({ baseUrl, ...options })).toThrow(parameter);
		expect(requests).toEqual([]);
	});

	test.each([{ limit: -1 }, { limit: Number.NaN }, { max: Number.NaN }, { prefetch: -1 }, { prefetch: 0.5 }])(
		"of a walk: %o",
		async (options) => {
			const { fetch, requests } = script();
			expect(await failure(clientOn(fetch).groups.list().all(options))).toMatchObject({
				name: "UsageError",
				parameter: Object.keys(options)[0],
			});
			expect(requests).toEqual([]);
		},
	);

	test.each([30 * 24 * 3_600_000, Number.POSITIVE_INFINITY])(
		"a deadline of %d ms works together with a limit",
		async (deadline) => {
			const { fetch } = always(ok);
			const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
			const tenon = clientOn(fetch, { limit: limitConcurrency(1), timeout: 0 });
			await Promise.all([1, 2, 3].map((id) => tenon.groups.get({ id }, { deadline })));
			expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout")).toHaveLength(before);
		},
	);

	test("a limit of the caller's own that never gives way does not outlast the deadline", async () => {
		const { fetch, requests } = script();
		const tenon = clientOn(fetch, { limit: () => new Promise(() => {}) });
		expect(await failure(tenon.groups.get({ id: 7 }, { deadline: 20 }))).toMatchObject({ name: "TimeoutError" });
		expect(requests).toEqual([]);
	});
});

describe("10: secrets in what a server quotes", () => {
	const password = 'pa"ss/wörd&<1>+';
	const spellings: { [name: string]: string } = {
		"as it is": password,
		"as JSON within a text": JSON.stringify({ password }),
		"percent-encoded": encodeURIComponent(password),
		"percent-encoded in small letters": encodeURIComponent(password).replace(/%../g, (code) => code.toLowerCase()),
		"as a form": new URLSearchParams({ password }).toString(),
		"in Base64": btoa(String.fromCharCode(...new TextEncoder().encode(password))),
		"in Base64 behind a name": btoa(String.fromCharCode(...new TextEncoder().encode(`root:${password}`))),
		"in HTML": password.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;"),
	};
	const parts = (text: string): string[] => [text, text.slice(2, -2)];

	test.each(Object.keys(spellings))("%s", async (name) => {
		const quoted = spellings[name] ?? "";
		const bodies = [
			JSON.stringify({ message: `no: ${quoted}` }),
			JSON.stringify({ message: { [quoted]: [{ deep: [quoted] }] } }),
			`<pre>${quoted}</pre>`,
		];
		for (const body of bodies) {
			const { fetch } = script(new Response(body, { status: 400 }));
			const error = await failure<ApiError>(clientOn(fetch).users.update({ id: 7, password }));
			const shown = [error.message, error.stack, JSON.stringify(error), inspect(error, { showHidden: true })];
			const all = [...shown, JSON.stringify(error.body), error.reason, JSON.stringify(error.fieldErrors)].join("\n");
			for (const part of parts(quoted)) expect(all).not.toContain(JSON.stringify(part).slice(1, -1));
		}
	});

	test("of headers that the caller has set, too, and of the status line", async () => {
		const { fetch } = script(
			({ headers }) =>
				new Response(null, {
					status: 400,
					statusText: `no ${headers.get("x-api-key")} ${headers.get("private-token")}`,
				}),
		);
		const error = await failure<ApiError>(
			clientOn(fetch, { headers: { "x-api-key": "sesame-1234" } }).groups.get({ id: 7 }),
		);
		expect(error.message).not.toMatch(/sesame|glpat/);
	});

	test("also a secret that is longer than any pattern may be", async () => {
		const value = "long secret ".repeat(20_000);
		const { fetch } = script(refusal(400, { message: `no: ${value}` }));
		const variables = [{ key: "A", value }];
		const error = await failure<ApiError>(clientOn(fetch).pipelines.create({ id: 7, ref: "main", variables }));
		expect(error).toMatchObject({ name: "BadRequestError", message: "400 createPipeline: no: …" });
	});

	test("headers are not listed among an error's properties", async () => {
		const error = await failure<ApiError>(clientOn(script(refusal(404)).fetch).groups.get({ id: 7 }));
		expect(Object.keys(error)).not.toContain("headers");
		expect(error.headers.get("content-type")).toBe("application/json");
	});
});

describe("11: what leads in a circle, or too deep", () => {
	test("a cause that is its own cause", async () => {
		const cause = new Error("round");
		cause.cause = cause;
		const { fetch } = always(() => Promise.reject(new TypeError("fetch failed", { cause })));
		for (const call of [
			() => clientOn(fetch).pipelines.create({ id: 7, ref: "main" }),
			() => clientOn(fetch).groups.get({ id: 7 }),
		])
			expect(await failure(call())).toMatchObject({ name: "ConnectionError" });
	});

	test("a refusal whose message is nested without end", async () => {
		const deep = `{"message":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
		const { fetch } = script(new Response(deep, { status: 400 }));
		expect(await failure(clientOn(fetch).groups.get({ id: 7 }))).toMatchObject({ name: "BadRequestError" });
	});

	test("parameters of the caller", async () => {
		const round: { [name: string]: unknown } = {};
		round.again = round;
		const tenon = clientOn(script().fetch);
		for (const call of [
			tenon.groups.list({ custom_attributes: round } as object),
			tenon.pipelines.create({ id: 7, ref: "main", variables: round as never }),
		])
			expect(await failure(call)).toMatchObject({ name: "UsageError" });
	});
});

describe("12: waiting for a pipeline", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	test("it looks once more shortly before the deadline, and does not give up earlier", async () => {
		const began = Date.now();
		const { fetch } = always(() => json({ id: 7, status: Date.now() - began >= 6_500 ? "success" : "running" }));
		const waiting = clientOn(fetch).pipelines.waitFor({ id: 7, pipeline_id: 1 }, { deadline: 8_000 });
		await vi.advanceTimersByTimeAsync(8_000);
		expect(await waiting).toMatchObject({ status: "success" });
	});

	test("one whose last look has no response is reported at the deadline, with its status before", async () => {
		let looks = 0;
		const { fetch } = always((one) => {
			if (++looks > 1) return silent(one);
			return json({ id: 7, status: "pending" });
		});
		const waiting = failure(
			clientOn(fetch, { retries: 0 }).pipelines.waitFor({ id: 7, pipeline_id: 1 }, { deadline: 5_000 }),
		);
		await vi.advanceTimersByTimeAsync(5_000);
		expect(await waiting).toMatchObject({ message: "getPipeline: pending after 5000 ms of waiting" });
	});
});

describe("13: walks", () => {
	const pages = () =>
		always(({ query }) => {
			const page = Number(new URLSearchParams(query).get("page") ?? 1);
			return json(rows(page * 100, page * 100 + 99), {
				headers: { "x-page": `${page}`, "x-next-page": page < 2 ? `${page + 1}` : "", "x-total-pages": "2" },
			});
		});

	test.each([1, 100, 150, 199, 200])("an abort after item %d ends the walk with an error", async (last) => {
		const controller = new AbortController();
		const list = clientOn(pages().fetch).pipelines.list({ id: 7 }, { signal: controller.signal });
		let seen = 0;
		const walk = async () => {
			for await (const _ of list) if (++seen === last) controller.abort("enough");
		};
		expect(await failure(walk())).toMatchObject({ name: "AbortError", cause: "enough" });
		expect(seen).toBe(last);
		expect(getEventListeners(controller.signal, "abort")).toEqual([]);
	});

	test("nor does a walk over pages, a collection or a walk ahead look complete", async () => {
		for (const run of [
			async (signal: AbortSignal, abort: () => void) => {
				for await (const _ of clientOn(pages().fetch).pipelines.list({ id: 7 }, { signal }).pages({ prefetch: 5 }))
					abort();
			},
			(signal: AbortSignal, abort: () => void) =>
				clientOn(pages().fetch)
					.pipelines.list({ id: 7 }, { signal })
					.all({ onPage: ({ items }) => (items === 200 ? abort() : undefined) }),
		]) {
			const controller = new AbortController();
			expect(await failure(run(controller.signal, () => controller.abort()))).toMatchObject({ name: "AbortError" });
		}
	});

	test("a walk over GraphQL neither", async () => {
		const controller = new AbortController();
		const pageInfo = { hasNextPage: false, endCursor: "x" };
		const graphql = createGraphQL(clientOn(script(json({ data: { a: { nodes: [1, 2], pageInfo } } })).fetch));
		const document = {
			toString: () => "query($after: String) { a(after: $after) { nodes pageInfo { hasNextPage endCursor } } }",
		};
		const select = (data: unknown) => (data as { a: { nodes: number[] } }).a;
		const walk = async () => {
			for await (const _ of graphql.paginate(document, {}, select, { signal: controller.signal })) controller.abort();
		};
		expect(await failure(walk())).toMatchObject({ name: "AbortError" });
	});

	test("an error in the middle says where the walk stood, and another one goes on from there", async () => {
		let down = true;
		const { fetch } = always(({ query }) => {
			const page = Number(new URLSearchParams(query).get("page") ?? 1);
			if (page === 2 && down) return refusal(500);
			return json(rows(page * 100, page * 100 + 99), { headers: { "x-next-page": page < 3 ? `${page + 1}` : "" } });
		});
		const list = clientOn(fetch, { retries: 0 }).pipelines.list({ id: 7 });
		const error = await failure<TenonError>(list.all());
		expect(error.walk).toMatchObject({ page: 2, items: 100, cursor: expect.any(String) });
		down = false;
		const rest = [];
		for await (const item of list.items({ cursor: error.walk?.cursor })) rest.push(item);
		expect(rest).toHaveLength(200);
	});

	test("a deadline begins with each walk", async () => {
		stopTime();
		const list = clientOn(pages().fetch).pipelines.list({ id: 7 }, { deadline: 1_000 });
		expect(await list.all()).toHaveLength(200);
		await vi.advanceTimersByTimeAsync(5_000);
		expect(await list.all()).toHaveLength(200);
		expect((await list).items).toHaveLength(100);
	});
});

describe("14: what headers say of pages", () => {
	const next = "/api/v4/projects/7/pipelines?page=2";
	test.each([
		[`<${next}>; rel="next"`],
		[`<?page=2>; rel=next`],
		[`<https://platform.test${next}>; title="a, b; rel=\\"prev\\" <x>"; rel="next"`],
		[`<https://elsewhere.test/x>; rel="prev"; title="<https://evil.test>; rel=\\"next\\"", <${next}>; rel="last next"`],
		[`<${next}&q=a,b;c>;REL=NEXT`],
	])("SDK-173, SDK-227 the link %s", async (link) => {
		const { fetch, requests } = script(json(rows(1, 100), { headers: { link } }), json(rows(1, 1)));
		await clientOn(fetch).pipelines.list({ id: 7 }).all();
		expect(new URLSearchParams(requests[1]?.query).get("page")).toBe("2");
	});

	test("a quoted text is not a link", async () => {
		const link = `<https://platform.test/api/v4/x>; title="</api/v4/y?page=9>; rel=\\"next\\""`;
		const { fetch, requests } = script(json(rows(1, 100), { headers: { link } }));
		await clientOn(fetch).pipelines.list({ id: 7 }).all();
		expect(requests).toHaveLength(1);
	});

	test("equal rows on two numbered pages are two pages", async () => {
		const variable = { key: "A", value: "1" };
		const { fetch } = always(({ query }) => {
			const page = new URLSearchParams(query).get("page") ?? "1";
			return json([variable], {
				headers: { "x-page": page, "x-next-page": page === "3" ? "" : `${Number(page) + 1}` },
			});
		});
		const list = clientOn(fetch).pipelines.list({ id: 7, per_page: 1 });
		expect(await list.all()).toEqual([variable, variable, variable]);
	});

	test("totals that are not numbers are ignored", async () => {
		const headers = {
			"x-total": "many",
			"x-total-pages": "-1",
			"x-per-page": "NaN",
			"x-page": "one",
			"x-next-page": "",
		};
		const page = await clientOn(script(json(rows(1, 2), { headers })).fetch).pipelines.list({ id: 7 });
		expect(page).toEqual({ items: rows(1, 2), page: 1, perPage: 20 });
	});
});

describe("15: GraphQL and middleware", () => {
	test("a message keeps words that are also variables, and loses secrets", async () => {
		const message = "The project main does not exist: hunter2hunter2 glpat";
		const { fetch } = always(() => json({ errors: [{ message }] }));
		const graphql = createGraphQL(clientOn(fetch));
		const variables = { fullPath: "project", ref: "main", input: { password: "hunter2hunter2", token: "glpat" } };
		const error = await failure(graphql.request("query Q($fullPath: ID!) { a }", variables));
		expect(error.message).toBe("Q: The project main does not exist: … …");
	});

	test("a signal of a middleware's own ends the request", async () => {
		const own = new AbortController();
		const bounded: Middleware = (request, next) => next(new Request(request, { signal: own.signal }));
		const { fetch, requests } = script((one) => {
			queueMicrotask(() => own.abort(new Error("the middleware's")));
			return silent(one);
		});
		const error = await failure(clientOn(fetch, { middleware: [bounded], retries: 0 }).groups.get({ id: 7 }));
		expect(error).toMatchObject({ name: "ConnectionError", cause: new Error("the middleware's") });
		expect(requests[0]?.signal.aborted).toBe(true);
	});

	test("and the caller's signal still ends it", async () => {
		const [own, callers] = [new AbortController(), new AbortController()];
		const bounded: Middleware = (request, next) => next(new Request(request, { signal: own.signal }));
		const { fetch, requests } = script((one) => {
			queueMicrotask(() => callers.abort());
			return silent(one);
		});
		const call = clientOn(fetch, { middleware: [bounded] }).groups.get({ id: 7 }, { signal: callers.signal });
		expect(await failure(call)).toMatchObject({ name: "AbortError" });
		expect(requests[0]?.signal.aborted).toBe(true);
	});
});

describe("16: a list that changes while it is walked", () => {
	test("unique leaves out what comes twice", async () => {
		const shifted = [rows(1, 100), rows(100, 150)];
		const { fetch } = always(({ query }) => {
			const page = Number(new URLSearchParams(query).get("page") ?? 1);
			return json(shifted[page - 1], { headers: { "x-next-page": page < 2 ? "2" : "" } });
		});
		const list = clientOn(fetch).pipelines.list({ id: 7 });
		const unique = ({ id }: { id: number }) => id;
		expect(await list.all()).toHaveLength(151);
		expect(await list.all({ unique })).toEqual(rows(1, 150));
		const items = [];
		for await (const item of list.items({ unique })) items.push(item);
		expect(items).toEqual(rows(1, 150));
		const sizes = [];
		for await (const page of list.pages({ unique })) sizes.push(page.items.length);
		expect(sizes).toEqual([100, 50]);
	});
});

test("nothing but a TenonError comes out of the client", async () => {
	const { fetch } = always(() => undefined as never);
	expect(await failure(clientOn(fetch, { retries: 0 }).groups.get({ id: 7 }))).toBeInstanceOf(TenonError);
});
