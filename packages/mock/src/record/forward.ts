import type { RawRequest, RawResponse } from "../request/http/raw";
import type { Place } from "./locate";

/** Headers that apply to one connection, and those that describe the encoding of the body. */
const ofConnection: ReadonlySet<string> = new Set([
	"connection",
	"content-encoding",
	"content-length",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

/** Headers that are not sent to the upstream: in addition, `fetch` sets the host and the accepted encodings itself. */
const notSent: ReadonlySet<string> = new Set([...ofConnection, "accept-encoding", "expect", "host"]);

/** Returns headers without those of a connection, and without those that the header `Connection` lists. */
function between(
	headers: Iterable<readonly [string, string | undefined]>,
	without: ReadonlySet<string>,
): { [name: string]: string } {
	const all = [...headers];
	const listed = all.find(([name]) => name === "connection")?.[1] ?? "";
	const own = new Set(listed.split(",").map((name) => name.trim().toLowerCase()));
	const kept: { [name: string]: string } = {};
	for (const [name, value] of all) if (value !== undefined && !without.has(name) && !own.has(name)) kept[name] = value;
	return kept;
}

/**
 * Returns the headers of a response that a proxy passes on. Cookies are removed: this API uses tokens, and a cookie
 * would sign a user in.
 */
export function answerHeaders(headers: Iterable<readonly [string, string]>): { [name: string]: string } {
	const { "set-cookie": _, ...kept } = between(headers, ofConnection);
	return kept;
}

/** Replaces one base URL by another in the headers `Location` and `Link`. */
export function rebase(
	headers: { readonly [name: string]: string },
	from: string,
	to: string,
): { [name: string]: string } {
	const rebased = { ...headers };
	for (const name of ["location", "link"]) {
		const value = rebased[name];
		// Only whole base URLs: a longer host can begin with the same text.
		if (value !== undefined)
			rebased[name] = value.split(from).reduce((text, rest) => text + (/^(?:[/?#>]|$)/.test(rest) ? to : from) + rest);
	}
	return rebased;
}

/** Thrown if a response is larger than allowed. */
export class TooLarge extends Error {}

/** Reads a body to its end, or until it is too large. */
async function bodyOf({ body }: Response, maxBody: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Not every type library declares the type of a stream's chunks.
	for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		// Leaving the loop ends the stream.
		if (size > maxBody) throw new TooLarge(`the response has more than ${maxBody} bytes`);
		chunks.push(chunk);
	}
	const whole = new Uint8Array(size);
	let at = 0;
	for (const chunk of chunks) {
		whole.set(chunk, at);
		at += chunk.length;
	}
	return whole;
}

export interface Upstream {
	/** The base URL, without a trailing slash. */
	readonly url: string;
	readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
	/** The largest response body, in bytes. */
	readonly maxBody: number;
	/** The maximum time for a response, in milliseconds. */
	readonly timeout: number;
}

/** Sends a request to the upstream. Redirects are not followed; `Location` and `Link` are not changed. */
export async function forward(request: RawRequest, place: Place, upstream: Upstream): Promise<RawResponse> {
	const { method, body } = request;
	const target = `${upstream.url}${place.path}${place.query === "" ? "" : `?${place.query}`}`;
	const isRead = method === "GET" || method === "HEAD";
	const response = await upstream.fetch(target, {
		method,
		headers: between(Object.entries(request.headers), notSent),
		// The bytes are not shared; the cast is needed because the type requires an unshared buffer.
		body: isRead || !body?.length ? null : (body as BodyInit),
		redirect: "manual",
		signal: AbortSignal.timeout(upstream.timeout),
	});
	const bytes = await bodyOf(response, upstream.maxBody);
	const isBare = method === "HEAD" || response.status === 204 || response.status === 304;
	return { status: response.status, headers: answerHeaders(response.headers), body: isBare ? null : bytes };
}
