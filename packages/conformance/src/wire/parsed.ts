/** The most characters of texts whose values are cached. */
const mostCharacters = 4_000_000;
const values = new Map<string, unknown>();
let characters = 0;

/** Parses a JSON text; throws a SyntaxError for other texts. Callers share cached values and must not change them. */
export function parsed(text: string): unknown {
	const known = values.get(text);
	if (known !== undefined) return known;
	const value: unknown = JSON.parse(text);
	characters += text.length;
	if (characters > mostCharacters) {
		values.clear();
		characters = text.length;
	}
	values.set(text, value);
	return value;
}

/** Parses a JSON text as `parsed` does, but returns undefined for other texts. */
export function parsedIfJson(text: string): unknown {
	try {
		return parsed(text);
	} catch {
		return undefined;
	}
}
