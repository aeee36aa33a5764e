/** A request of the walk, and how to send it by hand. */

export interface WalkRequest {
	readonly method: string;
	/** Path and query, as in the request line. */
	readonly url: string;
	/** Names in lower case. */
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly body: Uint8Array | string | null;
}

/** Replaced by the last token that the platform returned on the walk. */
export const lastToken = "<last token>";

/** The longest text that is shown whole. */
const shown = 3_000;

/** A text for the shell; everything that is not plain ASCII is written as bytes. */
function quoted(text: Uint8Array | string): string {
	const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
	const head = bytes.length > shown ? bytes.subarray(0, shown) : bytes;
	const rest = bytes.length > shown ? ` # … ${bytes.length} bytes in all` : "";
	if (head.every((byte) => byte >= 0x20 && byte < 0x7f && byte !== 0x27))
		return `'${String.fromCharCode(...head)}'${rest}`;
	const escaped = Array.from(head, (byte) => {
		if (byte === 0x27 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
		return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
	});
	return `$'${escaped.join("")}'${rest}`;
}

/** The request as a curl command, for a platform on `base`. */
export function curlOf(request: WalkRequest, base = "http://127.0.0.1:4010"): string {
	const parts = ["curl -i --path-as-is --globoff", `-X ${quoted(request.method)}`];
	for (const [name, value] of request.headers)
		parts.push(`-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`);
	if (request.body !== null && request.body.length > 0) parts.push(`--data-binary ${quoted(request.body)}`);
	parts.push(quoted(`${base}${request.url}`));
	return parts.join(" ");
}
