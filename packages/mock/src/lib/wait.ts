/** Returns the result of a promise. Rejects with the signal's reason if the signal aborts first. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
	if (!signal) return work;
	return new Promise((resolve, reject) => {
		const abort = (): void => reject(signal.reason);
		if (signal.aborted) abort();
		signal.addEventListener("abort", abort);
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}

/** Waits by the machine's clock. Rejects with the signal's reason if the signal aborts first. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const over = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, milliseconds);
	});
	try {
		await untilAborted(over, signal);
	} finally {
		clearTimeout(timer);
	}
}
