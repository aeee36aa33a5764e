/** Whether a text is a result of the search. */
export type Match = (text: string | null) => boolean;

/** Words of this length are found anywhere in a text. */
const shortest = 3;

/** The words of a search; a text in double quotes is one. */
const termsOf = (search: string): string[] =>
	[...search.matchAll(/"([^"]+)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);

/**
 * What a search asks for, in any case; undefined for a blank one. Every word must occur; words that are all shorter than
 * three characters must be the whole text.
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

/** All runs of three characters in the words of a text, which count as begun by two blanks and ended by one. */
function trigrams(text: string): Set<string> {
	const found = new Set<string>();
	for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
		if (word === "") continue;
		const padded = `  ${word} `;
		for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
	}
	return found;
}

/** How alike two texts are, from 0 to 1: the share of their trigrams that they have in common. */
export function similarity(a: string, b: string): number {
	const [left, right] = [trigrams(a), trigrams(b)];
	const common = [...left].filter((one) => right.has(one)).length;
	const all = left.size + right.size - common;
	return all === 0 ? 0 : common / all;
}
