/** Joins parts as in a sentence: `a`, `a and b`, `a, b, and c`. */
export const sentence = (parts: readonly string[]): string =>
	new Intl.ListFormat("en", { style: "long", type: "conjunction" }).format(parts);
