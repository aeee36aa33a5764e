import { locate } from "../request/http/locate";
import type { RawRequest, RawResponse } from "../request/http/raw";

/**
 * Redirects a browser that opens the platform's base URL, or `/_mock` without a trailing slash, to the mock's page.
 * Returns undefined for all other requests.
 *
 * @param prefix The path below which the platform is reached from outside.
 */
export function frontPage(request: RawRequest, prefix: string): RawResponse | undefined {
	if (!request.headers.accept?.includes("text/html") || (request.method !== "GET" && request.method !== "HEAD"))
		return undefined;
	const { path } = locate(request);
	if (path !== prefix && path !== `${prefix}/` && path !== `${prefix}/_mock`) return undefined;
	return { status: 302, headers: { location: `${prefix}${request.prefix ?? ""}/_mock/`, vary: "Accept" }, body: null };
}
