import { TimeoutError } from "../errors/errors";
import { onAbort } from "../lib/on-abort";

interface Run<T> {
	readonly result: Promise<T>;
	/** Who waits, the oldest first. */
	readonly waiting: Set<AbortSignal>;
	readonly controller: AbortController;
}

/**
 * Calls that overlap share one run. A run that hangs blocks nobody for ever: it is given up when the time of the call that
 * waits longest is over, or when nobody waits, and the next call begins a new one. Its signal aborts when nobody waits.
 */
export function sharedRun<T>(run: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
	let current: Run<T> | undefined;
	const begin = (): Run<T> => {
		const controller = new AbortController();
		const result = run(controller.signal).finally(() => {
			if (current?.controller === controller) current = undefined;
		});
		return { result, waiting: new Set(), controller };
	};
	return (signal) => {
		current ??= begin();
		const mine = current;
		const { result, waiting, controller } = mine;
		return new Promise((resolve, reject) => {
			const end = (): void => {
				release();
				waiting.delete(signal);
			};
			const release = onAbort(signal, () => {
				const [oldest] = waiting;
				end();
				const isAbandoned = waiting.size === 0 || (oldest === signal && signal.reason instanceof TimeoutError);
				if (isAbandoned && current === mine) current = undefined;
				if (waiting.size === 0) controller.abort(signal.reason);
				reject(signal.reason);
			});
			waiting.add(signal);
			result.then(resolve, reject).finally(end);
		});
	};
}
