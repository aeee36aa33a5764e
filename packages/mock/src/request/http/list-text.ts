import { flat } from "../../lib/flat";
import { digestText, joined } from "./digest";
import type { JsonText } from "./json-text";

/** The JSON of a list. */
export interface ListText {
	readonly body: string;
	/** The items that the body joins. */
	readonly items: readonly string[];
	/** A hash that identifies the body. */
	readonly digest: string;
}

/** The JSON of a list, with the texts that it consists of. */
interface Kept extends ListText {
	readonly texts: readonly JsonText[];
}

/**
 * The maximum number of cached lists, and their maximum length. They are small because a server can have a thousand
 * worlds, each with its own cache.
 */
const most = 16;
const longest = 64 * 1024;

const isMadeOf = (texts: readonly JsonText[], kept: Kept): boolean =>
	kept.texts.length === texts.length && texts.every((text, index) => text === kept.texts[index]);

function listText(texts: readonly JsonText[]): Kept {
	const items = texts.map(({ text }) => text);
	return { texts, items, body: flat("[", items.join(","), "]"), digest: digestText(joined(texts)) };
}

/** Caches the JSON of the most recent lists: clients that poll request the same lists again and again. */
export class ListTexts {
	/** The lists, by the text of their first record. */
	readonly #lists = new Map<JsonText, Kept>();

	/** Returns the JSON of a list of records. */
	of(texts: readonly JsonText[]): ListText {
		const [first] = texts;
		const known = first && this.#lists.get(first);
		if (known && isMadeOf(texts, known)) return known;
		const made = listText(texts);
		if (first === undefined || made.body.length > longest) return made;
		this.#lists.set(first, made);
		for (const oldest of this.#lists.keys()) {
			if (this.#lists.size <= most) break;
			this.#lists.delete(oldest);
		}
		return made;
	}
}
