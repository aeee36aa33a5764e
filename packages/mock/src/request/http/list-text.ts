import { flat } from "../../lib/flat";
import { digestText, joined } from "./digest";
import type { JsonText } from "./json-text";

/** The JSON of a list. */
export interface ListText {
	readonly body: string;
	/** What the body joins. */
	readonly items: readonly string[];
	/** What identifies the body. */
	readonly digest: string;
}

/** A list's JSON, with the texts that it was made of. */
interface Kept extends ListText {
	readonly texts: readonly JsonText[];
}

/** How many lists are kept, and how long each may be: a server may have a thousand worlds, and each keeps its own. */
const most = 16;
const longest = 64 * 1024;

const isMadeOf = (texts: readonly JsonText[], kept: Kept): boolean =>
	kept.texts.length === texts.length && texts.every((text, index) => text === kept.texts[index]);

function listText(texts: readonly JsonText[]): Kept {
	const items = texts.map(({ text }) => text);
	return { texts, items, body: flat("[", items.join(","), "]"), digest: digestText(joined(texts)) };
}

/** Keeps the JSON of the lists that were made last: clients that poll ask for the same ones again and again. */
export class ListTexts {
	/** By the text of the first record. */
	readonly #lists = new Map<JsonText, Kept>();

	/** The JSON of a list of these records. */
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
