/** The callbacks that wait for a signal, and the one listener that calls them. */
interface Waiting {
	readonly callbacks: Set<() => void>;
	readonly notify: () => void;
}

const waiting = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls a function when the signal aborts, and returns a function that cancels this. Adds only one listener per signal:
 * runtimes report a leak if there are many. Does nothing without a signal.
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
