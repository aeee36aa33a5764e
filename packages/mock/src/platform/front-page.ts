import { locate } from "../request/http/locate";
import type { RawRequest, RawResponse } from "../request/http/raw";

/**
 * Sends a browser that opens the address of the platform, or `/_mock` without the last slash, to the page of the mock. Undefined
 * for all other requests.
 *
 * @param prefix The path that the platform is reached below from outside.
 */
export function frontPage(request: RawRequest, prefix: string): RawResponse | undefined {
	if (!request.headers.accept?.includes("text/html") || (request.method !== "GET" && request.method !== "HEAD"))
		return undefined;
	const { path } = locate(request);
	if (path !== prefix && path !== `${prefix}/` && path !== `${prefix}/_mock`) return undefined;
	return { status: 302, headers: { location: `${prefix}${request.prefix ?? ""}/_mock/`, vary: "Accept" }, body: null };
}
