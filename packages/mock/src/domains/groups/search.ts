/** Checks whether a text matches the search. */
export type Match = (text: string | null) => boolean;

/** Words of at least this length match anywhere in a text. */
const shortest = 3;

/** Returns the words of a search. A text in double quotes is one word. */
const termsOf = (search: string): string[] =>
	[...search.matchAll(/"([^"]+)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);

/**
 * Returns the case-insensitive test of a search, or undefined for a blank one. A text must contain every word. If all
 * words are shorter than three characters, the text must equal the whole search.
 */
export function matching(search: string | undefined): Match | undefined {
	const phrase = search?.trim().toLowerCase() ?? "";
	if (phrase === "") return undefined;
	const terms = termsOf(phrase);
	if (terms.every((term) => term.length < shortest)) return (text) => text?.toLowerCase() === phrase;
	return (text) => {
		const lower = text?.toLowerCase();
		return lower !== undefined && terms.every((term) => lower.includes(term));
	};
}

/** Returns all runs of three characters in a text's words, each padded with two spaces before and one after. */
function trigrams(text: string): Set<string> {
	const found = new Set<string>();
	for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
		if (word === "") continue;
		const padded = `  ${word} `;
		for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
	}
	return found;
}

/** Returns the similarity of two texts, from 0 to 1: the share of their trigrams that they have in common. */
export function similarity(a: string, b: string): number {
	const [left, right] = [trigrams(a), trigrams(b)];
	const common = [...left].filter((one) => right.has(one)).length;
	const all = left.size + right.size - common;
	return all === 0 ? 0 : common / all;
}
