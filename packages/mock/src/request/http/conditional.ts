/** The headers of HTTP caches: `ETag`, `If-None-Match`, `Cache-Control` and `Vary`. */
import { flat } from "../../lib/flat";
import { digestOf, digestText } from "./digest";
import { copyHeaders } from "./headers";
import type { RawRequest, RawResponse } from "./raw";

/** Whether the caller has the current version. Weak and strong tags are equal. */
function isKnown(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	return header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag);
}

/** Returns a response with the headers for caches, or a 304 without a body if the caller has the current version. */
export function conditional(
	{ method, headers }: Pick<RawRequest, "method" | "headers">,
	response: RawResponse,
): RawResponse {
	const { status, body } = response;
	const isRead = method === "GET" || method === "HEAD";
	const tagged = copyHeaders(response.headers);
	if (status !== 200 || !isRead || body === null) {
		tagged["cache-control"] = "no-cache";
		tagged.vary = "Origin";
		return { ...response, headers: tagged };
	}
	const tag = `"${response.digest ?? digestText(digestOf(body))}"`;
	tagged.etag = flat("W/", tag);
	tagged["cache-control"] = "max-age=0, private, must-revalidate";
	tagged.vary = "Origin";
	if (!isKnown(headers["if-none-match"], tag)) return { ...response, headers: tagged };
	delete tagged["content-type"];
	return { status: 304, headers: tagged, body: null };
}
