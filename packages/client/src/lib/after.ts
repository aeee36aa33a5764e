/** The longest delay that timers support, in milliseconds. A longer one would fire immediately. */
const longestTimer = 2 ** 31 - 1;

/** Runs a function after a delay in milliseconds, never if it is Infinity. Returns a function that cancels it. */
export function after(milliseconds: number, run: () => void): () => void {
	if (milliseconds === Infinity) return () => {};
	let timer: ReturnType<typeof setTimeout>;
	const set = (left: number): void => {
		timer =
			left > longestTimer
				? setTimeout(() => set(left - longestTimer), longestTimer)
				: setTimeout(run, Math.max(0, left));
	};
	set(milliseconds);
	return () => clearTimeout(timer);
}
