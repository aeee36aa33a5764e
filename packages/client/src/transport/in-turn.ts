import type { Limit } from "../connection/limit-concurrency";
import { after } from "../lib/after";
import { onAbort } from "../lib/on-abort";
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
				release();
				return next(call, attempt);
			};
			const leave = (): void => {
				if (!waits) return;
				begin().then(resolve, reject);
				line.abort();
			};
			// A moment later, so that its time is surely over.
			const stop = after(call.until - Date.now() + 1, leave);
			const release = onAbort(call.signal, leave);
			if (call.signal?.aborted) return leave();
			limit(() => (waits ? begin() : Promise.reject(new Error("The call has left the line."))), line.signal).then(
				resolve,
				(cause) => (waits ? leave() : reject(cause)),
			);
		});
}
