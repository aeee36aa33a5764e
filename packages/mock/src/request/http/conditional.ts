/** What lets a caller keep a response and ask whether it still holds: `ETag`, `If-None-Match`, `Cache-Control` and `Vary`. */
import { flat } from "../../lib/flat";
import { digestOf, digestText } from "./digest";
import { copyHeaders } from "./headers";
import type { RawRequest, RawResponse } from "./raw";

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
