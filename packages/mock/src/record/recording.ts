import { archive, type Har, harEntry } from "../control/har";
import type { ControlledOperation } from "../control/operation-names";
import { redactBody, redactHeaders, redactUrl } from "../control/redact";
import type { RawRequest, RawResponse } from "../request/http/raw";
import { contractOperations } from "../request/operation-set";

/** A request to the upstream, and its response. */
export interface Seen {
	readonly request: RawRequest;
	/** The URL of the request. */
	readonly url: string;
	readonly response: RawResponse;
	readonly operation: ControlledOperation | undefined;
	/** The time in milliseconds since 1970, and the duration in milliseconds. */
	readonly started: number;
	readonly milliseconds: number;
}

/** The maximum total size of the bodies in a recording, in bytes. */
const mostBytes = 512 * 1024 * 1024;

const base64 = (bytes: Uint8Array): string => {
	let text = "";
	for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return btoa(text);
};

/** Returns the names of the secrets in an operation's response that are not recognized by their names. */
export const revealedBy = (operation: ControlledOperation | undefined): readonly string[] =>
	contractOperations.row(operation ?? "")?.reveals ?? [];

const isText = (bytes: Uint8Array): boolean => {
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
};

/** Returns the body of a response, byte for byte, unless it has secrets to hide. */
function bodyShown({ body, headers }: RawResponse, reveals: readonly string[]): [text: unknown, isBase64: boolean] {
	if (body === null || body.length === 0) return [undefined, false];
	const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
	if (!isText(bytes)) return [base64(bytes), true];
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
	const shown = redactBody(text, headers["content-type"], reveals);
	if (typeof shown !== "object" || shown === null) return [typeof shown === "string" ? shown : text, false];
	const isOpen = JSON.stringify(shown) === JSON.stringify(JSON.parse(text));
	return [isOpen ? text : shown, false];
}

/** Requests to an upstream, and their responses. Secrets are hidden when an exchange is recorded. */
export class Recording {
	readonly #entries: object[] = [];
	#bytes = 0;
	#left = 0;

	/** The number of recorded exchanges. */
	get size(): number {
		return this.#entries.length;
	}

	/** The number of exchanges that were not recorded because the recording was full. */
	get left(): number {
		return this.#left;
	}

	add({ request, url, response, operation, started, milliseconds }: Seen): void {
		this.#bytes += (request.body?.length ?? 0) + (response.body?.length ?? 0);
		if (this.#bytes > mostBytes) {
			this.#left += 1;
			return;
		}
		const reveals = revealedBy(operation);
		const [responseBody, isBase64] = bodyShown(response, reveals);
		this.#entries.push(
			harEntry({
				time: new Date(started).toISOString(),
				milliseconds,
				operation,
				reason: undefined,
				method: request.method,
				url: redactUrl(url),
				requestHeaders: redactHeaders(request.headers),
				requestBody: redactBody(request.body, request.headers["content-type"], reveals),
				status: response.status,
				responseHeaders: redactHeaders(response.headers),
				responseBody,
				isBase64,
			}),
		);
	}

	toHar(): Har {
		return archive(this.#entries);
	}
}
