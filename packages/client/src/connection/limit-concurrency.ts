import { onAbort } from "../lib/on-abort";

/**
 * Runs a task as soon as there is room for it, and gives what the task gives. Rejects with the signal's reason if that
 * aborts before the task has begun.
 */
export type Limit = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * A bound on how much runs at once, first come, first served. Given to a client as `limit` it bounds its requests: waiting
 * for room counts against a call's `deadline`, not against its `timeout`, and the pauses between attempts hold no place.
 * It may also run tasks of any other kind.
 *
 * @param most how many may run at once; 1 or more. Throws a RangeError for anything else.
 * @example
 * const tenon = createClient({ baseUrl, auth, limit: limitConcurrency(6) });
 * const users = await Promise.all(ids.map((id) => tenon.users.get({ id })));
 */
export function limitConcurrency(most: number): Limit {
	if (!(most >= 1)) throw new RangeError(`limitConcurrency: ${most} must be a number of at least 1`);
	const waiting = new Set<() => void>();
	let running = 0;
	const room = (signal: AbortSignal | undefined): Promise<void> =>
		new Promise((resolve, reject) => {
			const enter = () => {
				waiting.delete(enter);
				release();
				resolve();
			};
			const release = onAbort(signal, () => {
				waiting.delete(enter);
				release();
				reject(signal?.reason);
			});
			waiting.add(enter);
		});
	return async (task, signal) => {
		signal?.throwIfAborted();
		if (running >= most) await room(signal);
		else running++;
		try {
			return await task();
		} finally {
			// The place goes to the next in the line, or is free.
			const [next] = waiting;
			if (next) next();
			else running--;
		}
	};
}
