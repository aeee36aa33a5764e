import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient, TenonError } from "../../packages/client/src/index";
import { settle, until } from "../../packages/client/test/support/script";
import { calls, secrets } from "./calls";
import { behaviours, endless, type HostileServer, hostileServer, rawResponse } from "./hostile-server";

let server: HostileServer;
let foreign: HostileServer;

// Each test has new servers, because a request that an earlier test abandoned can still arrive.
beforeEach(async () => {
	server = await hostileServer();
	foreign = await hostileServer();
	foreign.behave((socket) => socket.end(rawResponse("200 OK", '[{"id":1}]')));
});
afterEach(() => Promise.all([server.close(), foreign.close()]));

/** A timeout that only a server without an end reaches, even on a busy machine. */
const timeout = 20_000;

const client = () =>
	createClient({
		baseUrl: server.origin,
		auth: { token: secrets.token },
		sudo: "owner",
		timeout,
		retries: 2,
		backoff: { base: 1, longest: 50 },
	});

/** Returns everything in an error that can get into a log. */
function shown(error: unknown): string {
	const { message, stack, cause } = error as Error;
	return [
		message,
		stack,
		JSON.stringify(error),
		inspect(error, { depth: 9, showHidden: true }),
		inspect(cause, { depth: 9 }),
	].join("\n");
}

async function outcomeOf(run: () => Promise<unknown>): Promise<{ value?: unknown; error?: unknown }> {
	try {
		return { value: await run() };
	} catch (error) {
		return { error };
	}
}

/** Returns the outcome of a call that only ends with a timeout. Stops the clock until a request has arrived. */
async function outcomeInTime(run: () => Promise<unknown>): ReturnType<typeof outcomeOf> {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
	try {
		let settled = false;
		const outcome = outcomeOf(run).finally(() => {
			settled = true;
		});
		await until(() => settled || server.received.length > 0);
		while (!settled) {
			await settle();
			await vi.advanceTimersByTimeAsync(timeout);
		}
		return await outcome;
	} finally {
		vi.useRealTimers();
	}
}

describe.each(Object.keys(behaviours))("a server that %s", (name) => {
	test.each(Object.keys(calls))(
		"SDK-189..196, SDK-207, SDK-208, SDK-214, SDK-219..221, SDK-235 %s settles, is not repeated, and shows no secret",
		async (call) => {
			const { most, iterates, run } = calls[call] as (typeof calls)[string]; // by its own name
			server.behave(behaviours[name] as (typeof behaviours)[string]); // as above
			const inTime = endless.has(name) ? outcomeInTime : outcomeOf;
			const outcome = await inTime(() => run(client(), server.origin, timeout));
			const { error, value } = outcome;
			if ("error" in outcome) {
				expect(error).toBeInstanceOf(TenonError);
				const text = shown(error);
				for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
				expect(text).not.toContain("sesame");
			}
			const redirects = name.startsWith("redirects for ever") ? 6 : 1;
			const bound = name.includes("429") ? 3 : iterates ? most + 3 : most;
			expect(server.received.length).toBeGreaterThan(0);
			expect(server.received.length).toBeLessThanOrEqual(bound * redirects);
			expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
			// Only a success returns a value. The raw client returns every response.
			if (value !== undefined && call !== "the raw client")
				expect(name).not.toMatch(/429|50\d|401|drops|closes|quotes/);
		},
	);
});

describe("a redirect to another host", () => {
	test.each(Object.keys(calls))("SDK-230, SDK-232, SDK-233 %s sends no credential to it", async (call) => {
		server.behave((socket) => socket.end(rawResponse("302 Found", "", { location: `${foreign.origin}/stolen` })));
		const { run } = calls[call] as (typeof calls)[string]; // by its own name
		const { error } = await outcomeOf(() => run(client(), server.origin, timeout));
		if (error !== undefined) expect(error).toBeInstanceOf(TenonError);
		for (const { verb, headers, body } of foreign.received) {
			expect([verb, body]).toEqual(["GET", ""]);
			for (const name of ["private-token", "authorization", "cookie", "sudo"]) expect(headers[name]).toBeUndefined();
			for (const secret of Object.values(secrets)) expect(JSON.stringify(headers)).not.toContain(secret);
		}
	});
});

describe("a next page on another host", () => {
	test("SDK-227..229 is not requested", async () => {
		server.behave((socket) =>
			socket.end(rawResponse("200 OK", '[{"id":1}]', { link: `<${foreign.origin}/api/v4/users?page=2>; rel="next"` })),
		);
		const { error } = await outcomeOf(() => client().users.list({ pagination: "offset" }).all());
		expect(error).toMatchObject({ name: "PaginationError" });
		expect(foreign.received).toEqual([]);
	});
});
