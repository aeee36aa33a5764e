import { type Digest, digestOf } from "./digest";

/** JSON that is written already. */
export class JsonText {
	readonly text: string;
	#digest: Digest | undefined;

	constructor(text: string) {
		this.text = text;
	}

	/** Made once, however many lists show the text. */
	get digest(): Digest {
		this.#digest ??= digestOf(this.text);
		return this.#digest;
	}
}

interface Entry {
	readonly also: object | undefined;
	readonly setting: string;
	readonly json: JsonText;
}

/**
 * Keeps the JSON of records. Rows are never changed in place, so a text holds as long as the row, the other row that
 * it shows something of, and the setting (address, release, plan) are the same. Writing a page then costs joining texts.
 */
export class JsonTexts {
	readonly #entries = new WeakMap<object, Entry>();

	/** The JSON of what `make` gives for this row. */
	of(row: object, also: object | undefined, setting: string, make: () => object): JsonText {
		const known = this.#entries.get(row);
		if (known && known.also === also && known.setting === setting) return known.json;
		const json = new JsonText(JSON.stringify(make()));
		this.#entries.set(row, { also, setting, json });
		return json;
	}
}
