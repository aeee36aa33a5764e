import { TimeoutError } from "../errors/errors";
import { onAbort } from "../lib/on-abort";

interface Run<T> {
	readonly result: Promise<T>;
	/** The signals of the calls that wait, the oldest first. */
	readonly waiting: Set<AbortSignal>;
	readonly controller: AbortController;
}

/**
 * Lets overlapping calls share one run. A run that hangs does not block later calls: it is given up when the call that
 * has waited longest gives up, or when no call waits, and the next call begins a new run. Its signal aborts when no
 * call waits.
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
