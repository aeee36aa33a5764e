function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}

/** The known word that is most like the given one, if any is like it at all. */
export function nearest(given: string, known: readonly string[]): string | undefined {
	const ranked = known
		.map((word) => ({ word, far: distance(given.toLowerCase(), word) }))
		.sort((a, b) => a.far - b.far);
	const [best] = ranked;
	return best && best.far <= Math.max(1, Math.floor(best.word.length / 3)) ? best.word : undefined;
}
