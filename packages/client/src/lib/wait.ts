import { onAbort } from "./on-abort";

/** Resolves after the given milliseconds, or as soon as the signal aborts; leaves neither timer nor listener. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			release();
			resolve();
		};
		const timer = setTimeout(end, milliseconds);
		const release = onAbort(signal, end);
	});
}
