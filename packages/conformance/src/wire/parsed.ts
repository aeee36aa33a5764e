/** Characters of texts that are remembered at most. */
const mostCharacters = 4_000_000;
const values = new Map<string, unknown>();
let characters = 0;

/** The value of a JSON text. Most texts of a run are read more than once: nobody may change the value. Throws SyntaxError for other texts. */
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

/** The same; undefined for a text that is not JSON. */
export function parsedIfJson(text: string): unknown {
	try {
		return parsed(text);
	} catch {
		return undefined;
	}
}
