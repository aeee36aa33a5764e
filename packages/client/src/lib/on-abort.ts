/** Who waits for a signal, and the one listener that calls them. */
interface Waiting {
	readonly callbacks: Set<() => void>;
	readonly notify: () => void;
}

const waiting = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls back when the signal aborts, and gives what takes the wish back. However many wait for one signal, it has one listener
 * of ours: runtimes warn of a leak where there are more than a few. Without a signal nothing is done.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
	if (!signal) return () => {};
	let one = waiting.get(signal);
	if (!one) {
		const callbacks = new Set<() => void>();
		const notify = () => {
			for (const each of [...callbacks]) each();
		};
		one = { callbacks, notify };
		waiting.set(signal, one);
	}
	const { callbacks, notify } = one;
	if (callbacks.size === 0) signal.addEventListener("abort", notify);
	callbacks.add(callback);
	return () => {
		callbacks.delete(callback);
		if (callbacks.size === 0) signal.removeEventListener("abort", notify);
	};
}
