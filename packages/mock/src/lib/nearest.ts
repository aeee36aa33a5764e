/** How many letters to change, leave out, put in, or swap with their neighbour, to make one word of the other. */
function distance(a: string, b: string): number {
	let before: number[] = [];
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change;
			next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		before = row;
		row = next;
	}
	return row[b.length] ?? 0;
}

/** The known word that is most like the given one, if any is like it at all. */
export function nearest(text: string, known: readonly string[]): string | undefined {
	// Nothing that is meant is as long; comparing it would take long too.
	if (text.length > 100) return undefined;
	const ranked = known
		.map((word) => ({ word, far: distance(text.toLowerCase(), word.toLowerCase()) }))
		.sort((a, b) => a.far - b.far);
	const [best] = ranked;
	return best && best.far <= Math.max(1, Math.floor(best.word.length / 3)) ? best.word : undefined;
}
