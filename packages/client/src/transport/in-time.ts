import { AbortError, ConnectionError, TenonError, TimeoutError } from "../errors/errors";
import { whenOver } from "../lib/wait";
import { bodyInTime } from "./body-in-time";
import type { Attempt, Call, Send } from "./call";
import { codeOf, neverSent } from "./never-sent";
import { retryClass } from "./route";

/**
 * Ends an attempt immediately when its time is over or the caller aborts, whatever `fetch` does. Always rejects with a
 * TenonError. If the caller reads the body, the attempt lasts until the body has been read.
 */
export function inTime(next: Send): Send {
	return (call, attempt) =>
		new Promise((resolve, reject) => {
			const { signal, timeout, until } = call;
			const left = until === Infinity ? timeout : Math.min(timeout, until - Date.now());
			let stop: (() => void) | undefined;
			let fail = (error: TenonError): void => {
				end();
				reject(error);
				attempt.controller.abort(error);
			};
			const end = (): void => {
				fail = () => {};
				stop?.();
			};
			const over = (): void => {
				const limit = left < timeout ? "the deadline" : `${timeout} ms`;
				const error = signal?.aborted
					? failure(AbortError, call, attempt, "aborted", signal.reason)
					: failure(TimeoutError, call, attempt, `no complete response within ${limit}`);
				fail(error);
			};
			if (signal?.aborted || left <= 0) return over();
			stop = whenOver(left, signal, over);
			const broken = (cause: unknown): TenonError =>
				cause instanceof TenonError ? cause : failure(ConnectionError, call, attempt, "the connection failed", cause);
			next(call, attempt).then(
				(response) => {
					if (attempt.content !== undefined || !response.body) {
						end();
						resolve(response);
						return;
					}
					const timed = bodyInTime(response, end, broken);
					fail = (error) => {
						end();
						timed.fail(error);
						attempt.controller.abort(error);
					};
					resolve(timed.response);
				},
				(cause) => fail(broken(cause)),
			);
		});
}

function failure(
	kind: typeof TenonError,
	{ route }: Call,
	{ unclear, sent, responded, number: attempts }: Attempt,
	what: string,
	cause?: unknown,
): TenonError {
	const isConnection = kind === ConnectionError;
	const unsent = sent === 0 || (isConnection && sent === 1 && !responded && neverSent(cause));
	const outcomeUnknown = retryClass(route) !== "safe" && (unclear || !unsent);
	const code = isConnection ? codeOf(cause) : undefined;
	return new kind(what + (code ? ` (${code})` : ""), route.id, {
		cause,
		outcomeUnknown,
		attempts,
	});
}
