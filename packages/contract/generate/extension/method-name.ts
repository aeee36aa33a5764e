/** Derives the client's method for an operation that does not name one. */

/** Returns the words of a tag or an operationId, in lower case. */
const wordsOf = (text: string): string[] =>
	text
		.replace(/([a-z\d])([A-Z])/g, "$1 $2")
		.split(/[^A-Za-z\d]+/)
		.filter(Boolean)
		.map((word) => word.toLowerCase());

const singular = (word: string): string =>
	word.endsWith("ies")
		? `${word.slice(0, -3)}y`
		: word.endsWith("s") && !word.endsWith("ss")
			? word.slice(0, -1)
			: word;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Converts a text to camel case: `Merge requests` to `mergeRequests`. */
export const camelCase = (text: string): string =>
	wordsOf(text)
		.map((word, index) => (index === 0 ? word : capital(word)))
		.join("");

/** Converts a text to kebab case: `Merge requests` to `merge-requests`. */
export const kebabCase = (text: string): string => wordsOf(text).join("-");

/**
 * Returns the client's method for an operation. The tag becomes the resource, and the operationId without the words of
 * the resource becomes the verb.
 *
 * @example
 * methodOf("Merge requests", "listMergeRequests"); // mergeRequests.list
 * methodOf("Merge request approvals", "approveMergeRequest"); // mergeRequestApprovals.approve
 */
export function methodOf(tag: string, operationId: string): string {
	const resource = wordsOf(tag);
	const words = wordsOf(operationId);
	const length = longestRun(words, resource);
	const start = words.findIndex((_, index) => isRun(words.slice(index), resource, length));
	const rest = length === 0 ? words : [...words.slice(0, start), ...words.slice(start + length)];
	return `${camelCase(tag)}.${camelCase((rest.length > 0 ? rest : words).join(" "))}`;
}

const isRun = (words: readonly string[], resource: readonly string[], length: number): boolean =>
	words.length >= length &&
	resource.slice(0, length).every((word, index) => singular(word) === singular(words[index] ?? ""));

/** Returns how many words of the resource, counted from the first, the operationId contains in a row. */
function longestRun(words: readonly string[], resource: readonly string[]): number {
	for (let length = Math.min(resource.length, words.length - 1); length > 0; length--)
		if (words.some((_, index) => isRun(words.slice(index), resource, length))) return length;
	return 0;
}
