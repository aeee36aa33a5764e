import { type HttpHandler, HttpResponse, http } from "msw";
import { bodyInit, fromRequest } from "./request/http/from-fetch";
import type { Door } from "./request/http/raw";

export { type StartOptions, startOptions, type Unhandled } from "./lib/start-options";

/** Where the platform is reached, as MSW's handlers see it. */
export interface HandlerOptions {
	/** Answer requests to this address only, e.g. `https://platform.example.com`. Without it every origin's platform paths are answered. */
	baseUrl?: string;
}

/** Addresses of the platform's, below whatever prefix, at every origin. */
const ours =
	/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(?:\/_mock\/|[^?#]*\/api\/(?:v3|v4|graphql)(?:[/?#]|$)|[^?#]*\/alerts\/notify)/;

/** Addresses that begin with this one. */
const below = (base: string): RegExp => new RegExp(`^${base.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}/`);

/**
 * Request handlers for MSW (`setupServer`, `setupWorker`): one catch-all, with the platform's own router inside, so
 * that the number of operations costs nothing. Handlers of your own that stand before it override single operations.
 *
 * @example
 * const platform = createPlatform({ seed: demo });
 * const server = setupServer(...handlers(platform));
 * server.use(http.get("https://platform.example.com/api/v4/user", () => HttpResponse.json({ id: 1 })));
 */
export function handlers(door: Door, { baseUrl }: HandlerOptions = {}): HttpHandler[] {
	return [
		// A pattern of ours: as a text, MSW would decode the address to find what "*" stands for, and answer a broken escape with
		// 500. What it does not fit is nobody's to MSW, which then does with it as it was told for such requests.
		http.all(baseUrl === undefined ? ours : below(baseUrl.replace(/\/+$/, "")), async ({ request }) => {
			const answer = await door.handle(await fromRequest(request));
			if (answer.broken === "dropped" || answer.broken === "aborted") return HttpResponse.error();
			return new HttpResponse(bodyInit(answer), { status: answer.status, headers: answer.headers });
		}),
	];
}
