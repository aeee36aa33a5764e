/** What a middleware gets beside the request. */
export interface MiddlewareContext {
	readonly operationId: string;
	/** Path template below `/api/v4`, as `/groups/{id}`; empty for GraphQL and the raw client. */
	readonly path: string;
	/** Which attempt of the call, from 1. */
	readonly attempt: number;
}

/**
 * Comes between the transport and `fetch`: may change the request, respond without sending, look at the response or replace it.
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
