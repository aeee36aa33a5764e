import { type HttpHandler, HttpResponse, http } from "msw";
import { bodyInit, fromRequest } from "./request/http/from-fetch";
import type { RawHandler } from "./request/http/raw";

export { type StartOptions, startOptions, type Unhandled } from "./lib/start-options";

/** Where the platform is reached, as MSW's handlers see it. */
export interface HandlerOptions {
	/** Handle requests to this base URL only, e.g. `https://platform.example.com`. Default: the platform's paths at every origin. */
	baseUrl?: string;
}

/** Addresses of the platform's, below whatever prefix, at every origin. */
const ours =
	/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?:\/_mock\/|[^?#]*\/api\/(?:v3|v4|graphql)(?:[/?#]|$)|[^?#]*\/alerts\/notify)/;

/** Addresses that begin with this one. */
const below = (base: string): RegExp => new RegExp(`^${base.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}/`);

/**
 * Request handlers for MSW (`setupServer`, `setupWorker`): one catch-all, with the platform's own router inside, so
 * that the number of operations costs nothing. Handlers of your own that come before it override single operations.
 *
 * @example
 * const platform = createPlatform({ seed: demo });
 * const server = setupServer(...handlers(platform));
 * server.use(http.get("https://platform.example.com/api/v4/user", () => HttpResponse.json({ id: 1 })));
 */
export function handlers(platform: RawHandler, { baseUrl }: HandlerOptions = {}): HttpHandler[] {
	return [
		// A pattern of ours: as a text, MSW would decode the address to find what "*" matches, and return 500 for a broken
		// escape. A request that does not match is unhandled, and MSW treats it as its options say.
		http.all(baseUrl === undefined ? ours : below(baseUrl.replace(/\/+$/, "")), async ({ request }) => {
			const response = await platform.handle(await fromRequest(request));
			if (response.broken === "dropped" || response.broken === "aborted") return HttpResponse.error();
			return new HttpResponse(bodyInit(response), { status: response.status, headers: response.headers });
		}),
	];
}
