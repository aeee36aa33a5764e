import { onTestFinished, vi } from "vitest";
import { type ClientOptions, createClient, type Fetch, type Tenon } from "../../src/index";

/** A request as `fetch` received it. */
export interface SentRequest {
	readonly url: string;
	readonly path: string;
	readonly query: string;
	readonly method: string;
	readonly headers: Headers;
	readonly body: BodyInit | null | undefined;
	readonly signal: AbortSignal;
	readonly init: RequestInit;
}

export type Step = Response | Error | ((request: SentRequest) => Response | Promise<Response>);

/** A `fetch` that takes one step of the script for each request, and records the requests. More requests than steps fail. */
export function script(...steps: Step[]): { fetch: Fetch; requests: SentRequest[] } {
	const requests: SentRequest[] = [];
	return {
		requests,
		fetch: async (input, init = {}) => {
			const request = input instanceof Request ? input : undefined;
			const url = new URL(request ? request.url : (input as string)); // the client passes nothing else
			const one: SentRequest = {
				url: url.href,
				path: url.pathname,
				query: url.search.slice(1),
				method: request?.method ?? init.method ?? "GET",
				headers: new Headers(init.headers ?? request?.headers),
				body: init.body,
				signal: init.signal ?? new AbortController().signal,
				init,
			};
			const step = steps[requests.length];
			requests.push(one);
			if (step === undefined) throw new Error(`unexpected request ${requests.length}: ${one.method} ${one.url}`);
			if (step instanceof Error) throw step;
			return typeof step === "function" ? step(one) : step;
		},
	};
}

/** Like `script`, but the same function responds to every request. */
export function always(respond: (request: SentRequest) => Response | Promise<Response>): {
	fetch: Fetch;
	requests: SentRequest[];
} {
	const scripted = script(...Array.from({ length: 10_000 }, () => respond));
	return scripted;
}

export function json(body: unknown, init: ResponseInit = {}): Response {
	const response = new Response(JSON.stringify(body), init);
	response.headers.set("content-type", "application/json");
	return response;
}

export const refusal = (status: number, body: unknown = { message: `${status} refused` }, headers: HeadersInit = {}) =>
	json(body, { status, headers });

/** The error that `fetch` throws when the connection breaks or, with a code, cannot be opened. */
export function broken(code?: string): Error {
	const cause = code ? Object.assign(new Error(code), { code }) : new Error("other side closed");
	return new TypeError("fetch failed", { cause });
}

/** Never responds; rejects as `fetch` does when its signal aborts. */
export const silent = ({ signal }: SentRequest): Promise<Response> =>
	new Promise((_, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason));
	});

/** One turn of the event loop. Captured here, so that it stays real in a test with fake timers. */
const turn = (
	(immediate) => () =>
		new Promise<void>((resolve) => immediate(resolve))
)(setImmediate);

/** Runs everything that waits neither for a timer nor for the network: what has not been sent by then will not be sent. */
export async function settle(): Promise<void> {
	for (let turns = 0; turns < 20; turns++) await turn();
}

/** Waits for a condition. Only the test's own timeout ends the wait, so a slow machine makes no difference. */
export async function until(condition: () => unknown): Promise<void> {
	while (!condition()) await turn();
}

/** Stops the clock until the test ends; only the test moves it on. */
export function stopTime(now: number = Date.now()): void {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now });
	onTestFinished(() => void vi.useRealTimers());
}

export const baseUrl = "https://platform.test";
export const token = "glpat-secret-0123456789";

/** A client with a token, on the scripted fetch. */
export function clientOn(fetch: Fetch, options: Partial<ClientOptions> = {}): Tenon {
	return createClient({ baseUrl, auth: { token }, fetch, backoff: { random: () => 0 }, ...options });
}

/** What a promise rejects with; fails if it does not reject. */
export async function failure<E = Error>(promise: PromiseLike<unknown>): Promise<E> {
	try {
		await promise;
	} catch (error) {
		return error as E; // the test says what it expects
	}
	throw new Error("did not reject");
}
