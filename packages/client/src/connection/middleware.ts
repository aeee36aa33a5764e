/** The details of a request that a middleware receives. */
export interface MiddlewareContext {
	readonly operationId: string;
	/** The path template below `/api/v4`, such as `/groups/{id}`. Empty for GraphQL and the raw client. */
	readonly path: string;
	/** The number of the attempt within the call, from 1. */
	readonly attempt: number;
}

/**
 * A function between the transport and `fetch`. It can change the request, respond without sending it, read the
 * response or replace it. It is called once per attempt, and sees the request with its credentials. If it throws, the
 * attempt fails like a broken connection. `next` follows redirects. A request that you send to another origin goes
 * without credentials.
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
