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

/** Everything that handles a request: the platform, its faults and overrides, and what records the exchange. */
export interface Controls extends Inside, Books {
	readonly faults: Faults;
	readonly overrides: Overrides;
	/** A recording that responds in place of the platform. */
	replay: Replay | undefined;
	/** Stores what is written; undefined if the platform is not persisted. */
	keeping: Keeping | undefined;
}

/** Stores what is written to a platform. */
export interface Keeping {
	/** The number of writes. Updates of a token's last use do not count. */
	readonly writes: number;
	/** Why the last write could not be stored; undefined if it was stored. */
	readonly failure: string | undefined;
	/**
	 * Returns a promise to wait for before a response may show what was written; undefined if nothing is pending. It
	 * rejects with `NotKept` if the write was undone.
	 */
	pending(): Promise<void> | undefined;
}

/** Returns the response with its items in place of the body that joins them. */
const withItems = (response: RawResponse, items: readonly string[]): RawResponse => {
	const { status, headers, broken, stream } = response;
	// Spread only if necessary: see copyHeaders.
	return broken || stream ? { ...response, body: null, items } : { status, headers, body: null, items };
};

/** Handles requests: finds the operation, applies faults, makes the response and adds the entry to the journal. */
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

	/** Restarts the numbering of requests: the next one gets the number after `last`. */
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
		// An OPTIONS request is not a call of the operation.
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
				// Do not await a response that is there already, which is the usual case.
				made = outcome instanceof Promise ? await outcome : outcome;
			}
		} catch (error) {
			if (!request.signal?.aborted) throw error;
			made = { status: 0, headers: {}, body: null, broken: "aborted" };
		}
		try {
			// A response never shows data that is not stored, even if another request wrote it.
			const pending = keeping?.pending();
			const didWrite = keeping?.writes !== writes;
			if (pending !== undefined)
				await pending.catch(async (error: unknown) => {
					if (!(error instanceof NotKept)) throw error;
					if (error.isFirst) onError(error, request);
					// A request that only reads may have read what was then undone: handle it again.
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
			// Requests that were refused before the user was determined.
			if (exchange.user === undefined && (status < 200 || status >= 400 || exchange.isOverridden))
				exchange.user = senderOf(request, state);
			exchange.response = items && body !== null ? withItems(response, items) : response;
			exchange.size = (request.body?.length ?? 0) + (body?.length ?? 0);
			// Validate the body before translation: the contract has the specification's names.
			const judged = writeDown(exchange, written === body ? response : { ...response, body }, this.#controls);
			if (judged !== undefined) await judged;
		}
		return response;
	}

	/** Returns the function that makes the response to a request. */
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
			// A recording may have the request even if the platform has no route for it.
			const recorded = replay?.respond(exchange.request);
			return () => {
				if (recorded) return recorded;
				throw error;
			};
		}
	}

	/** Returns the response, or the refusal in its place. */
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

	/** Notes why a request was refused, if the caller or the settings ask for it. */
	#explain(exchange: Exchange, { status, body }: RawResponse): void {
		if (!isExplained(exchange, status)) {
			exchange.reason = undefined;
			return;
		}
		const { settings, state, operations } = this.#controls;
		if (exchange.isExplained) exchange.reason ??= explain(exchange, { status, body }, settings, state, operations);
	}
}
