import type { Core } from "../connection/connection";
import { emit } from "../connection/events";
import { TenonError } from "../errors/errors";
import { wait } from "../lib/wait";
import { Attempt, type Call, type Send } from "./call";
import { allowsAfter, allowsAfterStatus, delayBefore } from "./delay-before";
import { deprecatedByHeaders } from "./deprecated";
import { discard } from "./discard";
import { codeOf } from "./never-sent";
import { refusal } from "./refusal";
import { retryClass } from "./route";

/** A response, and the attempt that brought it. */
export interface Received {
	readonly response: Response;
	readonly attempt: Attempt;
}

/** Sends a call. Rejects with a TenonError, whatever goes wrong. */
export type Transmit = (call: Call) => Promise<Received>;

/**
 * The first link: sends again where the operation's class allows it. Rejects for a refusal, unless `raw` says that it is
 * returned like any other response.
 */
export function retry(core: Core, next: Send, raw = false): Transmit {
	return async function transmit(call) {
		const { route, until, signal } = call;
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
			const isAllowed = failed ? allowsAfter(failed, kind) : allowsAfterStatus(response?.status, kind);
			const allowed = decision(call, attempt, response?.status, failed, isAllowed) ?? isAllowed;
			const delay = allowed && tries < call.retries ? delayBefore(tries, response, core.backoff) : undefined;
			if (delay === undefined || Date.now() + delay >= until) {
				if (response && raw) return { response, attempt };
				const error = failed ?? refusal(call, attempt, response as Response); // one of the two is there
				// A timer does not know who called; here the engine does.
				Error.captureStackTrace?.(error, transmit);
				throw error;
			}
			if (response && raw) discard(response);
			const reason = failed ? reasonOf(failed) : (response?.status ?? 0);
			const { number } = attempt;
			emit(core.events.onRetry, () => ({ operationId: route.id, attempt: number, reason, delay }));
			const unclear = failed ? failed.outcomeUnknown : kind !== "safe" && (response?.status ?? 0) >= 500;
			attempt = new Attempt(call, attempt, attempt.unclear || unclear);
			if (delay > 0) await wait(delay, signal);
		}
	};
}

/** What the caller says of another attempt; an abort is never followed by one. */
function decision(
	{ retryIf, route, signal }: Call,
	{ number }: Attempt,
	status: number | undefined,
	error: TenonError | undefined,
	isAllowed: boolean,
): boolean | undefined {
	if (signal?.aborted) return false;
	return retryIf?.({ operationId: route.id, attempt: number, status, error, isAllowed });
}

function reasonOf({ name, cause }: TenonError): string {
	const code = codeOf(cause);
	return code ? `${name} (${code})` : name;
}
