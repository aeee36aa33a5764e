import type { Settings } from "../settings/settings";
import type { RawRequest, RawResponse } from "./raw";

const exposed =
	"ETag, Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Next-Cursor, X-Prev-Cursor, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Observed, RateLimit-Remaining, RateLimit-Reset, X-Mock-Reason";

/** Lets pages of other origins read a response, if the settings allow them. */
export function openToPages(
	headers: { [name: string]: string },
	{ headers: { origin } }: RawRequest,
	{ cors }: Settings,
): void {
	if (origin === undefined) return;
	if (cors !== "*") headers.vary = "Origin";
	if (cors !== "*" && !cors.includes(origin)) return;
	headers["access-control-allow-origin"] = cors === "*" ? "*" : origin;
	headers["access-control-expose-headers"] = exposed;
}

/** Returns the response to an OPTIONS request: the methods of a path and, for browsers, what they may send there. */
export function preflight(request: RawRequest, verbs: readonly string[]): RawResponse {
	const allow = [...verbs, "OPTIONS"].join(", ");
	if (request.headers.origin === undefined) return { status: 204, headers: { allow }, body: null };
	return {
		status: 204,
		headers: {
			allow,
			"access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
			"access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
			"access-control-max-age": "7200",
		},
		body: null,
	};
}
