/** Text that is HTML already: what {@link html} gives, and what it takes as it stands. */
export class Markup {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

type Piece = string | number | Markup | undefined | null | false | readonly Piece[];

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

function write(piece: Piece): string {
	if (piece === undefined || piece === null || piece === false) return "";
	if (piece instanceof Markup) return piece.text;
	if (typeof piece === "object") return piece.map(write).join("");
	return escaped(String(piece));
}

/** HTML with its values escaped, save those that are HTML already. Nothing is written for `undefined`, `null` and `false`. */
export const html = (texts: TemplateStringsArray, ...pieces: Piece[]): Markup =>
	new Markup(texts.map((text, index) => text + write(pieces[index])).join(""));
