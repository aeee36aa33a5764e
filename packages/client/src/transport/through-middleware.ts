import type { Middleware } from "../connection/middleware";
import type { Attempt, Call, Send } from "./call";

/** Sends the request through the middleware, the first one outermost. */
export function throughMiddleware(middleware: readonly Middleware[], next: Send): Send {
	return (call, attempt) => {
		const context = { operationId: call.route.id, path: call.route.path, attempt: attempt.number };
		const run = (index: number, request: Request): Promise<Response> => {
			const each = middleware[index];
			// Called within a promise, so that a synchronous error becomes a rejection.
			if (each)
				return Promise.resolve(request).then((input) =>
					each(input, (changed = input) => run(index + 1, changed), context),
				);
			attempt.request = request;
			return next(call, attempt);
		};
		return run(0, requestOf(call, attempt));
	};
}

function requestOf(call: Call, { url, headers, controller, withCookies }: Attempt): Request {
	const init: RequestInit = { headers, signal: controller.signal, redirect: "manual" };
	if (withCookies) init.credentials = "include";
	return call.request
		? new Request(call.request, init)
		: new Request(url, { ...init, method: call.method, body: call.body ?? null });
}
