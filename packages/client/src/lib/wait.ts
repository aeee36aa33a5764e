import { after } from "./after";
import { onAbort } from "./on-abort";

/** Calls back once, after the given milliseconds or as soon as the signal aborts; returns what calls it off. */
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

/** Resolves after the given milliseconds, or as soon as the signal aborts; leaves neither timer nor listener. */
export const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
	new Promise((resolve) => {
		if (signal?.aborted) resolve();
		else whenOver(milliseconds, signal, resolve);
	});
