/** Resolves after the given milliseconds, or as soon as the signal aborts; leaves neither timer nor listener. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, milliseconds);
		signal?.addEventListener("abort", end);
	});
}
