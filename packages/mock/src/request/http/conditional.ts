/** What lets a caller keep a response and ask whether it still holds: `ETag`, `If-None-Match`, `Cache-Control` and `Vary`. */
import type { RawRequest, RawResponse } from "./raw";

/** 53 bits of a body, the same for the same body. It tells versions apart and keeps no secrets. */
function digest(body: string | Uint8Array): string {
	let [high, low] = [0xdeadbeef, 0x41c6ce57];
	for (let at = 0; at < body.length; at++) {
		const unit = typeof body === "string" ? body.charCodeAt(at) : (body[at] ?? 0);
		high = Math.imul(high ^ unit, 2_654_435_761);
		low = Math.imul(low ^ unit, 1_597_334_677);
	}
	return [high, low, body.length].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Whether a caller names the version that is there. Weak and strong tags are compared alike. */
function isKnown(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	return header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag);
}

/** A response of the REST interface with the headers of caches; 304 without a body where the caller has it already. */
export function conditional(
	{ method, headers }: Pick<RawRequest, "method" | "headers">,
	response: RawResponse,
): RawResponse {
	const { status, body } = response;
	const isRead = method === "GET" || method === "HEAD";
	const vary = { vary: "Origin" };
	if (status !== 200 || !isRead || body === null)
		return { ...response, headers: { ...response.headers, "cache-control": "no-cache", ...vary } };
	const tag = `"${digest(body)}"`;
	const kept = { etag: `W/${tag}`, "cache-control": "max-age=0, private, must-revalidate", ...vary };
	if (!isKnown(headers["if-none-match"], tag)) return { ...response, headers: { ...response.headers, ...kept } };
	const { "content-type": _, ...others } = response.headers;
	return { status: 304, headers: { ...others, ...kept }, body: null };
}
