import { onTestFinished, vi } from "vitest";
import { type ClientOptions, createClient, type Fetch, type Tenon } from "../../src/index";

/** A request that `fetch` received. */
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

/** Returns a `fetch` that takes one step of the script per request, and fails after the last. Records the requests. */
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

/** Returns a `fetch` like that of `script`, which responds to every request with the same function. */
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

/** Returns the error of `fetch` for a broken connection or, with a code, for one that cannot be opened. */
export function broken(code?: string): Error {
	const cause = code ? Object.assign(new Error(code), { code }) : new Error("other side closed");
	return new TypeError("fetch failed", { cause });
}

/** Never responds. Rejects as `fetch` does when its signal is aborted. */
export const silent = ({ signal }: SentRequest): Promise<Response> =>
	new Promise((_, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason));
	});

/** Waits for one turn of the event loop. Captured here, so that it stays real in a test with fake timers. */
const turn = (
	(immediate) => () =>
		new Promise<void>((resolve) => immediate(resolve))
)(setImmediate);

/** Runs everything that waits for neither a timer nor the network. A request that is not sent by then is never sent. */
export async function settle(): Promise<void> {
	for (let turns = 0; turns < 20; turns++) await turn();
}

/** Waits for a condition. Has no timeout other than the test's own, so the speed of the machine does not matter. */
export async function until(condition: () => unknown): Promise<void> {
	while (!condition()) await turn();
}

/** Stops the clock until the test ends. Only the test advances it. */
export function stopTime(now: number = Date.now()): void {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now });
	onTestFinished(() => void vi.useRealTimers());
}

export const baseUrl = "https://platform.test";
export const token = "glpat-secret-0123456789";

/** Creates a client with a token and a scripted fetch. */
export function clientOn(fetch: Fetch, options: Partial<ClientOptions> = {}): Tenon {
	return createClient({ baseUrl, auth: { token }, fetch, backoff: { random: () => 0 }, ...options });
}

/** Returns the error with which a promise rejects. Throws if it does not reject. */
export async function failure<E = Error>(promise: PromiseLike<unknown>): Promise<E> {
	try {
		await promise;
	} catch (error) {
		return error as E; // the test says what it expects
	}
	throw new Error("did not reject");
}
