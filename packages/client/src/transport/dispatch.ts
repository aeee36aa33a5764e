import type { Core } from "../connection/connection";
import type { WireHeaders } from "../lib/headers";
import type { Send } from "./call";

/**
 * The last link: calls `fetch`. Does not let `fetch` follow redirects, because it would send the token to their
 * targets.
 */
export function dispatch({ fetch }: Core): Send {
	return (call, attempt) => {
		attempt.sent++;
		const { request, controller } = attempt;
		if (request) return fetch(request, initOf(request, attempt.url, controller.signal));
		const init: RequestInit = { headers: attempt.headers, signal: controller.signal, redirect: "manual" };
		if (attempt.withCookies) init.credentials = "include";
		if (call.request) return fetch(call.request, init);
		init.method = call.method;
		init.body = call.body ?? null;
		return fetch(attempt.url, init);
	};
}

/**
 * Returns the init of a request that a middleware may have changed. If it goes to another origin, headers for the
 * platform are removed.
 */
function initOf(request: Request, url: string, signal: AbortSignal): RequestInit {
	const headers = Object.fromEntries(request.headers);
	return {
		headers: new URL(request.url).origin === new URL(url).origin ? headers : bare(headers),
		signal: AbortSignal.any([signal, request.signal]),
		redirect: "manual",
	};
}

/** Returns the headers that another origin may see: no credential, and none of the caller's other headers. */
export function bare({ accept, "user-agent": agent }: WireHeaders): WireHeaders {
	return { ...(accept ? { accept } : {}), ...(agent ? { "user-agent": agent } : {}) };
}
