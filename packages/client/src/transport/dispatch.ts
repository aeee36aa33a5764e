import type { Core } from "../connection/connection";
import type { WireHeaders } from "../lib/headers";
import type { Send } from "./call";

/** The last link: calls `fetch`. It follows no redirect by itself, for it would take the token along. */
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

/** A middleware may set a signal of its own, or send the request elsewhere: then not with what is meant for the platform. */
function initOf(request: Request, url: string, signal: AbortSignal): RequestInit {
	const headers = Object.fromEntries(request.headers);
	return {
		headers: new URL(request.url).origin === new URL(url).origin ? headers : bare(headers),
		signal: AbortSignal.any([signal, request.signal]),
		redirect: "manual",
	};
}

/** What another origin may see: no credential, nor any other header of the caller's. */
export function bare({ accept, "user-agent": agent }: WireHeaders): WireHeaders {
	return { ...(accept ? { accept } : {}), ...(agent ? { "user-agent": agent } : {}) };
}
