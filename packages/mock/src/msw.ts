import { type HttpHandler, HttpResponse, http } from "msw";
import { bodyInit, fromRequest } from "./http/from-fetch";
import type { Door } from "./http/raw";

/** Where the platform is reached, as MSW's handlers see it. */
export interface HandlerOptions {
	/** Answer requests to this address only, e.g. `https://platform.example.com`. Without it every origin's platform paths are answered. */
	baseUrl?: string;
}

/** Whether a path is one of the platform's, below whatever prefix. */
const isOurs = (path: string): boolean =>
	/\/api\/(?:v3|v4|graphql)(?:\/|$)/.test(path) || path.includes("/alerts/notify") || path.startsWith("/_mock/");

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
	const base = baseUrl?.replace(/\/+$/, "");
	return [
		http.all("*", async ({ request }) => {
			const url = new URL(request.url);
			if (base === undefined ? !isOurs(url.pathname) : !request.url.startsWith(`${base}/`)) return undefined;
			const answer = await door.handle(await fromRequest(request));
			if (answer.broken === "dropped") return HttpResponse.error();
			return new HttpResponse(bodyInit(answer), { status: answer.status, headers: answer.headers });
		}),
	];
}
