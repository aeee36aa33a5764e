import type { Limit } from "../connection/limit-concurrency";
import { whenOver } from "../lib/wait";
import type { Send } from "./call";

/**
 * Sends when there is room. A call whose deadline passes in the line, or whose caller gives up, leaves it, whatever the limit
 * does: it is then sent on at once, and ends with the error that fits.
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
			// A moment later, so that its time is surely over.
			const stop = whenOver(call.until - Date.now() + 1, call.signal, leave);
			if (call.signal?.aborted) return leave();
			limit(() => (waits ? begin() : Promise.reject(line.signal.reason)), line.signal).then(resolve, (cause) =>
				waits ? leave() : reject(cause),
			);
		});
}
