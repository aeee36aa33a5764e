import type { Core } from "../connection/connection";
import { emit } from "../connection/events";
import { TenonError } from "../errors/errors";
import { wait } from "../lib/wait";
import { Attempt, type Call, type Send } from "./call";
import { allowsAfter, delayBefore } from "./delay-before";
import { deprecatedByHeaders } from "./deprecated";
import { discard } from "./discard";
import { codeOf } from "./never-sent";
import { refusal } from "./refusal";
import { retryClass } from "./route";

/** A response, and the attempt that received it. */
export interface Received {
	readonly response: Response;
	readonly attempt: Attempt;
}

/** Sends a call. Always rejects with a TenonError. */
export type Transmit = (call: Call) => Promise<Received>;

/**
 * The first link: retries if the operation's class allows it. Rejects for a refusal, unless `raw` is set: refusals are
 * then returned like any other response.
 */
export function retry(core: Core, next: Send, raw = false): Transmit {
	return async function transmit(call) {
		const { route, until, signal, retries, retryIf } = call;
		const kind = retryClass(route);
		let attempt = new Attempt(call);
		for (let tries = 0; ; tries++) {
			let response: Response | undefined;
			let failed: TenonError | undefined;
			try {
				response = await next(call, attempt);
			} catch (error) {
				if (!(error instanceof TenonError)) throw error;
				failed = error;
			}
			if (response?.ok) {
				if (core.events.onDeprecated) deprecatedByHeaders(core, route, response.headers);
				return { response, attempt };
			}
			const { number } = attempt;
			const event = { operationId: route.id, attempt: number };
			const status = response?.status;
			const error = failed ?? refusal(call, attempt, response as Response); // one of the two is there
			const isAllowed = allowsAfter(error, kind);
			// An abort is never followed by another attempt.
			const allowed = !signal?.aborted && (retryIf?.({ ...event, status, error: failed, isAllowed }) ?? isAllowed);
			const delay = allowed && tries < retries ? delayBefore(tries, response, core.backoff) : undefined;
			if (delay === undefined || Date.now() + delay >= until) {
				if (response && raw) return { response, attempt };
				// After a timer the stack does not include the caller; here, the engine still knows it.
				Error.captureStackTrace?.(error, transmit);
				throw error;
			}
			if (response && raw) discard(response);
			emit(core.events.onRetry, () => ({ ...event, reason: status ?? reasonOf(error), delay }));
			attempt = new Attempt(call, attempt, attempt.unclear || error.outcomeUnknown);
			if (delay > 0) await wait(delay, signal);
		}
	};
}

function reasonOf({ name, cause }: TenonError): string {
	const code = codeOf(cause);
	return code ? `${name} (${code})` : name;
}
