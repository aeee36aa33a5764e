import { describe, expect, onTestFinished, test, vi } from "vitest";
import { clientOn, failure, json, refusal, script, settle } from "../../test/support/script";
import { NotFoundError, ResponseParseError } from "../errors/errors";
import type { Route } from "../transport/route";
import type { ApiPromise } from "./api-promise";
import { call } from "./call";

const route: Route = { id: "getThing", verb: "GET", path: "/thing" };
const ask = (...steps: Parameters<typeof script>) => {
	const { fetch, requests } = script(...steps);
	return { promise: call<unknown>(clientOn(fetch, { retries: 0 }), route, {}), requests };
};

describe("data and response", () => {
	test("SDK-123 both come from one request, in any order of calls", async () => {
		const { promise, requests } = ask(json({ id: 7 }, { status: 201, headers: { "x-request-id": "r" } }));
		const { data, response } = await promise.withResponse();
		expect(data).toEqual({ id: 7 });
		expect([response.status, response.headers.get("x-request-id")]).toEqual([201, "r"]);
		expect(await promise).toBe(data);
		expect(await promise.withResponse()).toEqual({ data, response });
		expect(requests).toHaveLength(1);
	});

	test("SDK-123 the bare response has its body unread", async () => {
		const { promise } = ask(new Response('{"id":7}', { status: 200 }));
		const response = await promise.asResponse();
		expect(response.bodyUsed).toBe(false);
		expect(await response.text()).toBe('{"id":7}');
	});

	test("asked for too late, the bare response holds what was read", async () => {
		const { promise, requests } = ask(json({ id: 7 }, { headers: { "x-request-id": "r" } }));
		await promise;
		const response = await promise.asResponse();
		expect(await response.json()).toEqual({ id: 7 });
		expect(response.headers.get("x-request-id")).toBe("r");
		expect(requests).toHaveLength(1);
	});

	test("a refusal rejects all three ways", async () => {
		expect(await failure(ask(refusal(404)).promise)).toBeInstanceOf(NotFoundError);
		expect(await failure(ask(refusal(404)).promise.withResponse())).toBeInstanceOf(NotFoundError);
		expect(await failure(ask(refusal(404, { message: "gone" })).promise.asResponse())).toMatchObject({
			reason: "gone",
		});
	});

	test("it is sent although nobody awaits it, once", async () => {
		const { requests, promise } = ask(json({}));
		await settle();
		expect(requests).toHaveLength(1);
		await promise;
		expect(requests).toHaveLength(1);
	});

	test("it is a promise in every other respect", async () => {
		const { promise } = ask(json([1]));
		expect(promise).toBeInstanceOf(Promise);
		expect(await Promise.all([promise, promise.then((data) => data), promise.finally(() => {})])).toEqual([
			[1],
			[1],
			[1],
		]);
		expect(await ask(refusal(404)).promise.catch((error) => error.status)).toBe(404);
	});

	test("the signal of a bare response still ends the reading of its body", async () => {
		const controller = new AbortController();
		const { fetch } = script(({ signal }) => {
			const body = new ReadableStream({
				start: (stream) => signal.addEventListener("abort", () => stream.error(signal.reason)),
			});
			return new Response(body);
		});
		const response = await call(clientOn(fetch), route, {}, { signal: controller.signal }).asResponse();
		controller.abort(new Error("enough"));
		expect(await failure(response.text())).toMatchObject({ name: "AbortError", cause: new Error("enough") });
	});
});

describe("an empty response", () => {
	test("SDK-121, NOTE-277, PIPE-256, CRED-232, USER-738, RUNNER-512 204, or no body, is undefined and no error", async () => {
		for (const status of [204, 200, 202]) {
			for (const body of status === 204 ? [null] : [null, ""]) {
				expect(await ask(new Response(body, { status })).promise).toBeUndefined();
			}
		}
	});

	test("SDK-122, GROUP-747, USER-739 the body of a response without a result is ignored: number, object, text or none", async () => {
		for (const body of ["202", "{}", "", "OK", '{"message":"202 Accepted"}']) {
			const { fetch } = script(new Response(body, { status: 202 }), new Response(body, { status: 202 }));
			const tenon = clientOn(fetch);
			expect(await tenon.groups.syncLdap({ id: 7 })).toBeUndefined();
			expect(
				await call(tenon, { id: "revokeUserSupportPin", verb: "POST", path: "/x", empty: true }, {}),
			).toBeUndefined();
		}
	});

	test("SDK-122, NOTE-276 distinguishes a note with only a command from a note", async () => {
		const result = { commands_changes: { state: "closed" }, summary: ["Closed this issue."] };
		const { fetch } = script(json(result, { status: 202 }));
		const note = await clientOn(fetch).issueNotes.create({ id: 7, issue_iid: 1, body: "/close" });
		expect("commands_changes" in note && note.summary).toEqual(result.summary);
	});

	test("null is null, and a body that is not JSON is an error", async () => {
		expect(await ask(new Response("null")).promise).toBeNull();
		expect(await failure(ask(new Response("202 Accepted")).promise)).toBeInstanceOf(ResponseParseError);
	});
});

describe("a failed call that nobody has awaited", () => {
	const warned = (steps: Parameters<typeof script>) => {
		const onWarning = vi.fn<(message: string) => void>();
		const { fetch } = script(...steps);
		const tenon = clientOn(fetch, { retries: 0, onWarning });
		return { onWarning, send: (): ApiPromise<unknown> => call<unknown>(tenon, route, {}) };
	};

	test("is reported once, by its operation; the call rejects as ever", async () => {
		const unhandled = vi.fn();
		process.on("unhandledRejection", unhandled);
		onTestFinished(() => void process.off("unhandledRejection", unhandled));
		const { onWarning, send } = warned([refusal(404), refusal(404)]);
		const promise = send();
		await settle();
		expect(onWarning.mock.calls).toEqual([
			[expect.stringContaining("has not been awaited: NotFoundError: 404 getThing")],
		]);
		expect(await failure(promise)).toBeInstanceOf(NotFoundError);
		void send();
		await settle();
		expect(onWarning).toHaveBeenCalledTimes(1);
		expect(unhandled).not.toHaveBeenCalled();
	});

	test("is reported too where nothing was sent", async () => {
		const { onWarning } = warned([]);
		const tenon = clientOn(script().fetch, { onWarning });
		void tenon.groups.get({ id: "" });
		await settle();
		expect(onWarning).toHaveBeenCalledTimes(1);
	});

	test("goes to the console where no handler is set", async () => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		onTestFinished(() => warn.mockRestore());
		void ask(refusal(404));
		await settle();
		expect(warn).toHaveBeenCalledTimes(1);
	});

	test.for<[name: string, use: (promise: ApiPromise<unknown>) => unknown]>([
		["awaited", async (promise) => await promise],
		["returned by an async function", (promise) => (async () => (async () => promise)())()],
		["one of several", (promise) => Promise.all([promise, Promise.resolve()])],
		["caught", (promise) => promise.catch(() => {})],
		["awaited with its response", (promise) => promise.withResponse()],
		["awaited as a response", (promise) => promise.asResponse()],
	])("is not reported where it is %s", async ([, use]) => {
		const { onWarning, send } = warned([refusal(404)]);
		Promise.resolve(use(send())).catch(() => {});
		await settle();
		expect(onWarning).not.toHaveBeenCalled();
	});

	test("is not reported in production, nor one that succeeds", async () => {
		const { onWarning, send } = warned([json({}), refusal(404)]);
		void send();
		await settle();
		vi.stubEnv("NODE_ENV", "production");
		onTestFinished(() => void vi.unstubAllEnvs());
		void send();
		await settle();
		expect(onWarning).not.toHaveBeenCalled();
	});
});

test("SDK-119, SDK-120, NOTE-280, PIPE-257, USER-744, RUNNER-515 values pass as they are: unknown fields, unknown statuses, times as text", async () => {
	const pipeline = { id: 7, status: "brand_new", created_at: "2026-01-01T00:00:00.000Z", extra: { a: [1] } };
	const { fetch } = script(json(pipeline));
	expect(await clientOn(fetch).pipelines.get({ id: 7, pipeline_id: 7 })).toEqual(pipeline);
});
