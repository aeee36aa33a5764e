/** Returns the edit distance of two words: letters to change, remove, insert, or swap with their neighbour. */
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

/** Returns the maximum distance at which a text may mean a word. */
const most = (word: string): number => Math.max(1, Math.floor(word.length / 3));

/** Returns the known word that is most similar to a text; undefined if none is similar. */
export function nearest(text: string, known: readonly string[]): string | undefined {
	// No known word is that long, and comparing would take long.
	if (text.length > 100) return undefined;
	const lower = text.toLowerCase();
	let best: { readonly word: string; readonly far: number } | undefined;
	for (const word of known) {
		// Skip words whose length alone makes them too different.
		if (Math.abs(word.length - text.length) > most(word)) continue;
		const far = distance(lower, word.toLowerCase());
		if (far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { word, far };
	}
	return best && best.far <= most(best.word) ? best.word : undefined;
}
