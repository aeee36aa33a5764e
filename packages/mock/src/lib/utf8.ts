import { environment } from "./environment";

let strict: TextDecoder | undefined;
let lenient: TextDecoder | undefined;
let encoder: TextEncoder | undefined;

/** Decodes bytes as UTF-8. Returns undefined if they are invalid. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	strict ??= new (environment("TextDecoder"))("utf-8", { fatal: true });
	try {
		return strict.decode(bytes);
	} catch {
		return undefined;
	}
}

/** Decodes bytes as UTF-8, with � in place of invalid ones. */
export function decodeLeniently(bytes: Uint8Array): string {
	lenient ??= new (environment("TextDecoder"))();
	return lenient.decode(bytes);
}

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
	encoder ??= new (environment("TextEncoder"))();
	return encoder.encode(text);
}
