import type { RawRequest, RawResponse } from "../request/http/raw";
import type { Place } from "./locate";

/** Headers that are between two ends of one connection, and those that say how a body is packed on it. */
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

/** Beside those, what is not for the upstream: `fetch` names the host itself, and how a response may be compressed. */
const notSent: ReadonlySet<string> = new Set([...ofConnection, "accept-encoding", "expect", "host"]);

/** Headers without those of a connection, also without those that it says are its own. */
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
 * A response's headers as a proxy may pass them on. Cookies are removed: this interface signs in by token, and a cookie
 * would sign a person in.
 */
export function answerHeaders(headers: Iterable<readonly [string, string]>): { [name: string]: string } {
	const { "set-cookie": _, ...kept } = between(headers, ofConnection);
	return kept;
}

/** The headers that lead on, `Location` and `Link`, with one address in place of another. */
export function rebase(
	headers: { readonly [name: string]: string },
	from: string,
	to: string,
): { [name: string]: string } {
	const rebased = { ...headers };
	for (const name of ["location", "link"]) {
		const value = rebased[name];
		// Only whole: what begins alike may be another host.
		if (value !== undefined)
			rebased[name] = value.split(from).reduce((text, rest) => text + (/^(?:[/?#>]|$)/.test(rest) ? to : from) + rest);
	}
	return rebased;
}

/** A response is larger than allowed. */
export class TooLarge extends Error {}

/** Reads a body to its end, or until it is too large. */
async function bodyOf({ body }: Response, maxBody: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	// The type of a stream's values is not said by every library of types.
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
	/** Without a trailing slash. */
	readonly url: string;
	readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
	/** Largest response body, in bytes. */
	readonly maxBody: number;
	/** Milliseconds. */
	readonly timeout: number;
}

/** Sends the request to the upstream. Redirects are not followed; `Location` and `Link` are the upstream's own. */
export async function forward(request: RawRequest, place: Place, upstream: Upstream): Promise<RawResponse> {
	const { method, body } = request;
	const target = `${upstream.url}${place.path}${place.query === "" ? "" : `?${place.query}`}`;
	const isRead = method === "GET" || method === "HEAD";
	const response = await upstream.fetch(target, {
		method,
		headers: between(Object.entries(request.headers), notSent),
		// The bytes are ours alone; the cast is for the type's wish for a buffer that is not shared.
		body: isRead || !body?.length ? null : (body as BodyInit),
		redirect: "manual",
		signal: AbortSignal.timeout(upstream.timeout),
	});
	const bytes = await bodyOf(response, upstream.maxBody);
	const isBare = method === "HEAD" || response.status === 204 || response.status === 304;
	return { status: response.status, headers: answerHeaders(response.headers), body: isBare ? null : bytes };
}
