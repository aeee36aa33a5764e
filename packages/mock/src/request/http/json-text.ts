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

/** What all texts depend on. */
interface Setting {
	/** The installation's address. */
	readonly base: string;
	readonly tier: string;
	readonly release: string;
	readonly dialect: string;
}

/** A text with what it shows beside its row. */
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
 * Keeps the JSON of records. Rows are never changed in place, so a text holds as long as the row, the other row that
 * it shows something of, and the setting (address, release, plan) are the same. Writing a page then costs joining texts.
 */
export class JsonTexts {
	readonly #entries = new WeakMap<object, KeptText>();
	#setting: Setting = { base: "", tier: "", release: "", dialect: "" };

	/** What the texts depend on beside the rows: the same object for as long as nothing of it changes. */
	setting(base: string, { tier, release, dialect }: Omit<Setting, "base">): Setting {
		const known = this.#setting;
		const isSame = known.base === base && known.tier === tier && known.release === release && known.dialect === dialect;
		if (!isSame) this.#setting = { base, tier, release, dialect };
		return this.#setting;
	}

	/** The JSON of what `make` gives for this row. */
	of(row: object, also: object | undefined, setting: Setting, make: () => object): JsonText {
		const known = this.#entries.get(row);
		if (known && known.also === also && known.setting === setting) return known;
		const made = new KeptText(JSON.stringify(make()), also, setting);
		this.#entries.set(row, made);
		return made;
	}
}
