import type { WireHeaders } from "../lib/headers";

/** What a middleware is told beside the request. */
export interface MiddlewareContext {
	readonly operationId: string;
	/** Path template below `/api/v4`, as `/groups/{id}`; empty for GraphQL and the raw client. */
	readonly path: string;
	/** Which attempt of the call, from 1. */
	readonly attempt: number;
}

/**
 * Stands between the transport and `fetch`: may change the request, answer without sending, look at the answer or replace it.
 * It is called once for each attempt, and sees the request with its credentials. What it throws ends the attempt as a broken
 * connection does. Redirects are followed within `next`; a request that it sends to another origin goes without credentials.
 *
 * @example
 * const timed: Middleware = async (request, next, { operationId }) => {
 *   const began = performance.now();
 *   const response = await next(request);
 *   metrics.record(operationId, response.status, performance.now() - began);
 *   return response;
 * };
 */
export type Middleware = (
	request: Request,
	next: (request?: Request) => Promise<Response>,
	context: MiddlewareContext,
) => Response | Promise<Response>;

/** Sends a request and follows its redirects. */
export type Dispatch = (input: string | Request, init: RequestInit & { headers: WireHeaders }) => Promise<Response>;

/** As the given dispatch, through the middleware. */
export function through(middleware: readonly Middleware[], context: MiddlewareContext, dispatch: Dispatch): Dispatch {
	return (input, init) => {
		const run = (index: number, request: Request): Promise<Response> => {
			const each = middleware[index];
			// Called within a promise: what it throws at once is a rejection like any other.
			if (each)
				return Promise.resolve(request).then((given) => each(given, (next = given) => run(index + 1, next), context));
			return dispatch(request, { headers: Object.fromEntries(request.headers) });
		};
		// A stream needs the word that it is sent before the answer is read.
		const whole = init.body instanceof ReadableStream ? { ...init, duplex: "half" } : init;
		return run(0, new Request(input, whole));
	};
}
