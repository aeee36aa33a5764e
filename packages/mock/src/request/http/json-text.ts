import { type Digest, digestOf } from "./digest";

/** A text that is JSON already. */
export class JsonText {
	readonly text: string;
	#digest: Digest | undefined;

	constructor(text: string) {
		this.text = text;
	}

	/** The text's digest. It is computed once, however many lists contain the text. */
	get digest(): Digest {
		this.#digest ??= digestOf(this.text);
		return this.#digest;
	}
}

/** What all texts depend on, besides their rows. */
interface Setting {
	/** The installation's base URL. */
	readonly base: string;
	readonly tier: string;
	readonly release: string;
	readonly dialect: string;
}

/** A text, with the other row that it shows data of. */
class KeptText extends JsonText {
	readonly also: object | undefined;
	readonly setting: Setting;

	constructor(text: string, also: object | undefined, setting: Setting) {
		super(text);
		this.also = also;
		this.setting = setting;
	}
}

/**
 * Caches the JSON of records. Rows are never changed in place, so a text is valid as long as the row, the other row
 * that it shows data of, and the setting (base URL, release, plan, dialect) are the same. Writing a page then only
 * joins texts.
 */
export class JsonTexts {
	readonly #entries = new WeakMap<object, KeptText>();
	#setting: Setting = { base: "", tier: "", release: "", dialect: "" };

	/** Returns what the texts depend on, besides their rows: the same object as long as nothing in it changes. */
	setting(base: string, { tier, release, dialect }: Omit<Setting, "base">): Setting {
		const known = this.#setting;
		const isSame = known.base === base && known.tier === tier && known.release === release && known.dialect === dialect;
		if (!isSame) this.#setting = { base, tier, release, dialect };
		return this.#setting;
	}

	/** Returns the JSON of the object that `make` returns for this row. */
	of(row: object, also: object | undefined, setting: Setting, make: () => object): JsonText {
		const known = this.#entries.get(row);
		if (known && known.also === also && known.setting === setting) return known;
		const made = new KeptText(JSON.stringify(make()), also, setting);
		this.#entries.set(row, made);
		return made;
	}
}
