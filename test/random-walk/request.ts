/** A request of the walk, and the command that sends it by hand. */

export interface WalkRequest {
	readonly method: string;
	/** The path and the query, as in the request line. */
	readonly url: string;
	/** The headers, with names in lower case. */
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly body: Uint8Array | string | null;
}

/** A placeholder for the last token that the platform returned during the walk. */
export const lastToken = "<last token>";

/** The maximum length of a text that is shown completely. */
const shown = 3_000;

/** Quotes a text for the shell. If it is not plain ASCII, it is written as bytes. */
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

/** Returns the request as a curl command, for a platform at `base`. */
export function curlOf(request: WalkRequest, base = "http://127.0.0.1:4010"): string {
	const parts = ["curl -i --path-as-is --globoff", `-X ${quoted(request.method)}`];
	for (const [name, value] of request.headers)
		parts.push(`-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`);
	if (request.body !== null && request.body.length > 0) parts.push(`--data-binary ${quoted(request.body)}`);
	parts.push(quoted(`${base}${request.url}`));
	return parts.join(" ");
}
