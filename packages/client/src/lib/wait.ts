import { after } from "./after";
import { onAbort } from "./on-abort";

/**
 * Calls a function once, after a delay in milliseconds or as soon as the signal aborts. Returns a function that cancels
 * it.
 */
export function whenOver(milliseconds: number, signal: AbortSignal | undefined, run: () => void): () => void {
	const end = (): void => {
		stop();
		release();
	};
	const over = (): void => {
		end();
		run();
	};
	const stop = after(milliseconds, over);
	const release = onAbort(signal, over);
	return end;
}

/** Resolves after a delay in milliseconds, or as soon as the signal aborts. Leaves no timer or listener behind. */
export const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
	new Promise((resolve) => {
		if (signal?.aborted) resolve();
		else whenOver(milliseconds, signal, resolve);
	});
