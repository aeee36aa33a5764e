import { environment } from "./environment";

let strict: TextDecoder | undefined;
let lenient: TextDecoder | undefined;
let encoder: TextEncoder | undefined;

/** The text of bytes in UTF-8; undefined for bytes that are not. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	strict ??= new (environment("TextDecoder"))("utf-8", { fatal: true });
	try {
		return strict.decode(bytes);
	} catch {
		return undefined;
	}
}

/** The text of bytes in UTF-8, with � in the place of what is not. */
export function decodeLeniently(bytes: Uint8Array): string {
	lenient ??= new (environment("TextDecoder"))();
	return lenient.decode(bytes);
}

/** A text as bytes in UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
	encoder ??= new (environment("TextEncoder"))();
	return encoder.encode(text);
}
