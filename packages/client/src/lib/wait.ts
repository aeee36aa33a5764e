import { after } from "./after";
import { onAbort } from "./on-abort";

/** Resolves after the given milliseconds, or as soon as the signal aborts; leaves neither timer nor listener. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve) => {
		if (signal?.aborted) return resolve();
		const end = (): void => {
			stop();
			release();
			resolve();
		};
		const stop = after(milliseconds, end);
		const release = onAbort(signal, end);
	});
}
