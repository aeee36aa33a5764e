import type { Limit } from "../connection/limit-concurrency";
import { whenOver } from "../lib/wait";
import type { Send } from "./call";

/**
 * Sends when the limit has a free slot. If a waiting call passes its deadline or is aborted, it no longer waits for the
 * limit: it is passed on immediately, and ends with the matching error.
 */
export function inTurn(limit: Limit, next: Send): Send {
	return (call, attempt) =>
		new Promise((resolve, reject) => {
			const line = new AbortController();
			let waits = true;
			const begin = (): Promise<Response> => {
				waits = false;
				stop();
				return next(call, attempt);
			};
			const leave = (): void => {
				if (!waits) return;
				begin().then(resolve, reject);
				line.abort();
			};
			// One millisecond later, so that the deadline has certainly passed.
			const stop = whenOver(call.until - Date.now() + 1, call.signal, leave);
			if (call.signal?.aborted) return leave();
			limit(() => (waits ? begin() : Promise.reject(line.signal.reason)), line.signal).then(resolve, (cause) =>
				waits ? leave() : reject(cause),
			);
		});
}
