import { onAbort } from "../lib/on-abort";

/**
 * Runs a task as soon as there is a free slot, and returns its result. Rejects with the signal's reason if the signal
 * aborts before the task has begun.
 */
export type Limit = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Limits how many tasks run at the same time; they start in the order of the calls. As a client's `limit`, it limits
 * the client's requests. Waiting for a slot counts against a call's `deadline`, but not against its `timeout`. A pause
 * between attempts occupies no slot. You can also use it for other tasks.
 *
 * @param most the number of tasks that can run at the same time; throws a RangeError if it is less than 1
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
			// Passes the slot to the next waiting task, or frees it.
			const [next] = waiting;
			if (next) next();
			else running--;
		}
	};
}
