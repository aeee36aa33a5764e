/** Longest delay that timers take, in milliseconds: a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** Runs something after the given milliseconds, never after Infinity; returns what calls it off. */
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
