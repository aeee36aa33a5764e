/** Encodes parameters for sending: in a query, a form, a multipart form or JSON. */
import { JsonPiece } from "./hostile";
import { Upload } from "./values";

export type Entry = readonly [name: string, value: unknown];

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isHash = (value: unknown): value is { readonly [name: string]: unknown } =>
	typeof value === "object" &&
	value !== null &&
	!isList(value) &&
	!(value instanceof JsonPiece) &&
	!(value instanceof Upload);

/** Returns JSON, which can have duplicate names and pieces that are not JavaScript values. */
function jsonOf(value: unknown): string {
	if (value instanceof JsonPiece) return value.json;
	if (value instanceof Upload) return JSON.stringify(value.fileName);
	if (isList(value)) return `[${value.map(jsonOf).join(",")}]`;
	if (isHash(value)) return jsonText(Object.entries(value));
	return JSON.stringify(value) ?? "null";
}

/** Returns a JSON object with these entries. */
export const jsonText = (entries: readonly Entry[]): string =>
	`{${entries.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(",")}}`;

/** Yields the pairs of a value with a name: `a[]=1`, `a[k]=v`. */
function* flat(name: string, value: unknown): Generator<readonly [string, string | Upload]> {
	if (value instanceof Upload) yield [name, value];
	else if (value instanceof JsonPiece) yield [name, value.json];
	else if (isList(value)) for (const one of value) yield* flat(`${name}[]`, one);
	else if (isHash(value)) for (const [key, one] of Object.entries(value)) yield* flat(`${name}[${key}]`, one);
	else yield [name, value === null || value === undefined ? "" : String(value)];
}

const pairsOf = (entries: readonly Entry[]) => entries.flatMap(([name, value]) => [...flat(name, value)]);

/** Percent-encodes a text. Half a surrogate pair has no encoding, and stays unchanged. */
export function percent(text: string): string {
	return Array.from(text, (character) =>
		/^[\ud800-\udfff]$/.test(character) ? character : encodeURIComponent(character),
	).join("");
}

/** Returns a query string or a urlencoded form. */
export const urlencoded = (entries: readonly Entry[]): string =>
	pairsOf(entries)
		.map(([name, value]) => `${percent(name)}=${percent(value instanceof Upload ? value.fileName : value)}`)
		.join("&");

/** The boundary between the parts of multipart forms. */
export const boundary = "----walk";

const quotedName = (name: string): string =>
	name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** Returns a multipart form. */
export function multipart(entries: readonly Entry[]): Uint8Array {
	const encoder = new TextEncoder();
	const pieces: Uint8Array[] = [];
	for (const [name, value] of pairsOf(entries)) {
		const isFile = value instanceof Upload;
		const file = isFile ? `; filename="${quotedName(value.fileName)}"\r\nContent-Type: ${value.type}` : "";
		pieces.push(
			encoder.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${quotedName(name)}"${file}\r\n\r\n`),
		);
		pieces.push(isFile ? value.bytes : encoder.encode(value), encoder.encode("\r\n"));
	}
	pieces.push(encoder.encode(`--${boundary}--\r\n`));
	const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		whole.set(piece, at);
		at += piece.length;
	}
	return whole;
}
