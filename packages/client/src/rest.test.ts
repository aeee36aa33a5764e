import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { broken, clientOn, failure, json, type SentRequest, script, settle, stopTime } from "../test/support/script";
import type { Tenon } from "./index";
import { createRest } from "./rest";

/** Begins a body and never ends it; `deaf` ignores the signal too. */
const endless =
	(deaf = false) =>
	({ signal }: SentRequest): Response =>
		new Response(
			new ReadableStream({
				start: (controller) => {
					controller.enqueue(new TextEncoder().encode('{"a":'));
					if (!deaf) signal.addEventListener("abort", () => controller.error(signal.reason));
				},
			}),
		);

const ways: { readonly [name: string]: (tenon: Tenon, options?: object) => Promise<unknown> } = {
	"a bare response": async (tenon, options) => (await tenon.groups.get({ id: 7 }, options).asResponse()).text(),
	"a bare file": async (tenon, options) => (await tenon.groups.getAvatar({ id: 7 }, options).asResponse()).blob(),
	"the raw client": (tenon) => createRest(tenon).GET("/groups/{id}", { params: { path: { id: 7 } } }),
	"the raw client's refusals": (tenon) => createRest(tenon).GET("/groups/{id}", { params: { path: { id: 7 } } }),
};

describe.each(Object.keys(ways))("the body of %s", (name) => {
	const run = ways[name] as (typeof ways)[string]; // by its own name
	const status = name.endsWith("refusals") ? 404 : 200;
	const respond =
		(deaf?: boolean) =>
		(one: SentRequest): Response =>
			new Response(endless(deaf)(one).body, { status });

	beforeEach(() => stopTime());

	test.each([false, true])("is read in time, even from a source that does not listen (%s)", async (deaf) => {
		const ended = failure(run(clientOn(script(respond(deaf)).fetch, { timeout: 500 })));
		await settle();
		await vi.advanceTimersByTimeAsync(500);
		expect(await ended).toMatchObject({ name: "TimeoutError", message: expect.stringContaining("within 500 ms") });
		expect(vi.getTimerCount()).toBe(0);
	});

	test("leaves no timer and no listener when it was read", async () => {
		const { signal } = new AbortController();
		await run(clientOn(script(() => json({ a: 1 }, { status })).fetch), { signal });
		expect(vi.getTimerCount()).toBe(0);
		expect(getEventListeners(signal, "abort")).toEqual([]);
	});

	test("that breaks is a ConnectionError", async () => {
		const body = new ReadableStream({ pull: (controller) => controller.error(broken("ECONNRESET")) });
		expect(await failure(run(clientOn(script(new Response(body, { status })).fetch)))).toMatchObject({
			name: "ConnectionError",
		});
	});
});

test("a deadline covers the body of a bare response", async () => {
	stopTime();
	const response = await clientOn(script(endless()).fetch).groups.get({ id: 7 }, { deadline: 700 }).asResponse();
	const ended = failure(response.text());
	await vi.advanceTimersByTimeAsync(700);
	expect(await ended).toMatchObject({ name: "TimeoutError", message: expect.stringContaining("the deadline") });
});

test("cancelling an unused raw response releases the timer and the connection", async () => {
	let cancelled: unknown;
	const body = new ReadableStream({
		cancel: (reason) => {
			cancelled = reason;
		},
	});
	stopTime();
	const response = await clientOn(script(new Response(body)).fetch)
		.groups.get({ id: 7 })
		.asResponse();
	await response.body?.cancel("enough");
	expect([cancelled, vi.getTimerCount()]).toEqual(["enough", 0]);
});

test("a bare response keeps its status, headers and URL", async () => {
	const source = Object.defineProperty(json({ id: 7 }, { status: 201, headers: { "x-a": "1" } }), "url", {
		value: "https://platform.test/api/v4/groups/7",
	});
	const response = await clientOn(script(source).fetch).groups.get({ id: 7 }).asResponse();
	expect([response.status, response.headers.get("x-a"), response.url]).toEqual([201, "1", source.url]);
	expect(await response.json()).toEqual({ id: 7 });
});

test("JSON that cannot be read is an error of the client, which does not quote it", async () => {
	for (const headers of [{}, { "content-length": "21" }]) {
		const { fetch } = script(new Response('{"token":"sesame-1234', { headers }));
		const error = await failure(createRest(clientOn(fetch)).GET("/user"));
		expect(error).toMatchObject({ name: "ResponseParseError", status: 200 });
		expect(`${error.stack}${String(error.cause)}`).not.toContain("sesame");
	}
});
