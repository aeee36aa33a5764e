import { type HttpHandler, HttpResponse, http } from "msw";
import { bodyInit, fromRequest } from "./request/http/from-fetch";
import type { RawHandler } from "./request/http/raw";

export { type StartOptions, startOptions, type Unhandled } from "./lib/start-options";

/** The requests that MSW's handlers send to the platform. */
export interface HandlerOptions {
	/** Handle requests below this base URL only, such as `https://platform.example.com`. Default: every origin. */
	baseUrl?: string;
}

/** Matches the URLs of the platform, at every origin and below any path prefix. */
const ours =
	/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?:\/_mock\/|[^?#]*\/api\/(?:v3|v4|graphql)(?:[/?#]|$)|[^?#]*\/alerts\/notify)/;

/** Returns a pattern for the URLs below a base URL. */
const below = (base: string): RegExp => new RegExp(`^${base.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}/`);

/**
 * Returns the request handlers for MSW (`setupServer`, `setupWorker`): one catch-all that uses the platform's own
 * router, so the number of operations costs nothing. Handlers of your own that come before it override single
 * operations.
 *
 * @example
 * const platform = createPlatform({ seed: demo });
 * const server = setupServer(...handlers(platform));
 * server.use(http.get("https://platform.example.com/api/v4/user", () => HttpResponse.json({ id: 1 })));
 */
export function handlers(platform: RawHandler, { baseUrl }: HandlerOptions = {}): HttpHandler[] {
	return [
		// A regular expression: for a string, MSW would decode the URL to find what "*" matches, and return 500 for an
		// invalid escape. A request that does not match is unhandled, and MSW treats it as its options say.
		http.all(baseUrl === undefined ? ours : below(baseUrl.replace(/\/+$/, "")), async ({ request }) => {
			const response = await platform.handle(await fromRequest(request));
			if (response.broken === "dropped" || response.broken === "aborted") return HttpResponse.error();
			return new HttpResponse(bodyInit(response), { status: response.status, headers: response.headers });
		}),
	];
}
