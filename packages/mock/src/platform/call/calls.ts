import { Exchange } from "../../control/exchange";
import { asksWhy, explain, isExplained, reasonHeader } from "../../control/explain";
import type { Faults } from "../../control/faults";
import { requestId } from "../../control/journal-entry";
import type { Overrides } from "../../control/overrides";
import { type Books, writeDown } from "../../control/recorder";
import { settle } from "../../domains/settle";
import { NotKept } from "../../lib/not-kept";
import { wait } from "../../lib/wait";
import type { Replay } from "../../record/replay";
import { callerOf, senderOf } from "../../request/access/authenticate";
import { asciiUrl } from "../../request/http/ascii-url";
import { openToPages } from "../../request/http/cors";
import { ApiError, retryLater } from "../../request/http/errors";
import { copyHeaders } from "../../request/http/headers";
import type { RawRequest, RawResponse } from "../../request/http/raw";
import { dribbled } from "../../request/http/stream";
import { translatorOf } from "../../request/settings/dialect";
import { GraphqlCalls } from "./graphql";
import type { Inside, Run } from "./inside";
import { refusal } from "./refusal";
import { route } from "./route";

/** What a request meets on its way, beside the platform itself. */
export interface Controls extends Inside, Books {
	readonly faults: Faults;
	readonly overrides: Overrides;
	/** A recording that responds in the platform's place. */
	replay: Replay | undefined;
	/** Keeps what is written, where the platform is kept. */
	keeping: Keeping | undefined;
}

/** Keeps what is written to a platform. */
export interface Keeping {
	/** How often something was written, the marks of when a token was used last not counted. */
	readonly writes: number;
	/** Why the last write could not be kept; undefined where it was. */
	readonly failure: string | undefined;
	/** What must finish before a response may show what was written; rejects with `NotKept` where it was undone. */
	pending(): Promise<void> | undefined;
}

/** The same without the text that joins its items. */
const withItems = (response: RawResponse, items: readonly string[]): RawResponse => {
	const { status, headers, broken, stream } = response;
	// Spread where it has to be alone: see copyHeaders.
	return broken || stream ? { ...response, body: null, items } : { status, headers, body: null, items };
};

/** A request's path through the platform: its plan, the faults that strike it, its response, and its entry in the journal. */
export class Calls {
	readonly #controls: Controls;
	readonly #graphql = new GraphqlCalls();
	#requests = 0;

	constructor(controls: Controls) {
		this.#controls = controls;
	}

	/** The number of the last request. */
	get requests(): number {
		return this.#requests;
	}

	/** Requests are numbered from the first one again, or from the one after a number. */
	restart(last = 0): void {
		this.#requests = last;
	}

	/** Handles a request. Never rejects: a failure inside becomes a 500. */
	async respond(sent: RawRequest): Promise<RawResponse> {
		const { settings, state, clock, limits, faults, onError } = this.#controls;
		this.#requests += 1;
		const url = asciiUrl(sent.url);
		const readable = url === sent.url ? sent : { ...sent, url };
		const translator = translatorOf(settings);
		const request = translator ? translator.request(readable) : readable;
		const { requestLimit, latency } = settings;
		// Questions about a path are no calls of it.
		const isQuestion = request.method === "OPTIONS";
		const counted =
			requestLimit && !isQuestion ? limits.countAll(callerOf(request, state), requestLimit, clock) : undefined;
		const exchange = new Exchange(this.#requests, clock.now(), request, readable);
		const isRequested = settings.explain || asksWhy(request.headers["x-mock-explain"]);
		exchange.isExplained = isRequested || this.#controls.journal.isWatched;
		const run = this.#plan(exchange);
		const { keeping } = this.#controls;
		const writes = keeping?.writes;
		let made: RawResponse;
		try {
			if (counted?.refused) made = refusal(retryLater(Number(counted.headers["retry-after"])), exchange);
			else {
				if (latency > 0) await wait(latency, request.signal);
				const spared = faults.isEmpty || isQuestion;
				const outcome = spared
					? this.#settled(exchange, run)
					: faults.strike(exchange, async () => this.#settled(exchange, run));
				// What is there at once is not waited for: most is.
				made = outcome instanceof Promise ? await outcome : outcome;
			}
		} catch (error) {
			if (!request.signal?.aborted) throw error;
			made = { status: 0, headers: {}, body: null, broken: "aborted" };
		}
		try {
			// No response shows what is not kept, whoever wrote it.
			const pending = keeping?.pending();
			const didWrite = keeping?.writes !== writes;
			if (pending !== undefined)
				await pending.catch(async (error: unknown) => {
					if (!(error instanceof NotKept)) throw error;
					if (error.isFirst) onError(error, request);
					// What only reads has read what was undone since.
					made = didWrite ? refusal(error, exchange) : await this.#settled(exchange, run);
				});
		} catch (error) {
			onError(error, request);
			made = refusal(error, exchange);
		}
		const headers = copyHeaders(made.headers);
		headers["x-request-id"] ??= requestId(exchange.id);
		if (counted) Object.assign(headers, counted.headers);
		openToPages(headers, request, settings);
		this.#explain(exchange, made);
		if (isRequested && exchange.reason) headers["x-mock-reason"] = reasonHeader(exchange.reason);
		const body = request.method === "HEAD" ? null : made.body;
		const written =
			translator && typeof body === "string"
				? translator.response(request.method, request.url, made.status, body)
				: body;
		const { status, broken, pace } = made;
		const stream = pace && written !== null ? dribbled(written, pace, request.signal) : undefined;
		let response: RawResponse = { status, headers, body: written };
		if (broken) response = { ...response, broken };
		if (stream) response = { ...response, stream };
		if (!isQuestion) {
			const items = written === body ? made.items : undefined;
			// Whoever was refused before it came to that.
			if (exchange.user === undefined && (status < 200 || status >= 400 || exchange.isOverridden))
				exchange.user = senderOf(request, state);
			exchange.response = items && body !== null ? withItems(response, items) : response;
			exchange.size = (request.body?.length ?? 0) + (body?.length ?? 0);
			// The contract has the specification's names.
			const judged = writeDown(exchange, written === body ? response : { ...response, body }, this.#controls);
			if (judged !== undefined) await judged;
		}
		return response;
	}

	/** What makes the response to a request. */
	#plan(exchange: Exchange): Run {
		const { overrides, replay } = this.#controls;
		try {
			settle(this.#controls);
			const run = route(exchange, this.#graphql, this.#controls);
			const recorded = replay?.respond(exchange.request);
			if (recorded) return () => recorded;
			if (!overrides.has(exchange)) return run;
			return async () => (await overrides.resolve(exchange)) ?? run();
		} catch (error) {
			// What the platform has no route for may be recorded all the same.
			const recorded = replay?.respond(exchange.request);
			return () => {
				if (recorded) return recorded;
				throw error;
			};
		}
	}

	/** The response, or the refusal in its place. */
	#settled(exchange: Exchange, run: Run): RawResponse | Promise<RawResponse> {
		try {
			const outcome = run();
			return outcome instanceof Promise ? outcome.catch((error) => this.#refused(error, exchange)) : outcome;
		} catch (error) {
			return this.#refused(error, exchange);
		}
	}

	#refused(error: unknown, exchange: Exchange): RawResponse {
		if (error instanceof ApiError) exchange.reason = error.reason;
		else this.#controls.onError(error, exchange.request);
		return refusal(error, exchange);
	}

	/** Notes why a call was refused, where the caller or the settings ask for it. */
	#explain(exchange: Exchange, { status, body }: RawResponse): void {
		if (!isExplained(exchange, status)) {
			exchange.reason = undefined;
			return;
		}
		const { settings, state, operations } = this.#controls;
		if (exchange.isExplained) exchange.reason ??= explain(exchange, { status, body }, settings, state, operations);
	}
}
