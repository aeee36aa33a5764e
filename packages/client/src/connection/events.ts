/** A request that is about to be sent. It says nothing of what the request holds: a middleware can look at that. */
export interface RequestEvent {
	readonly operationId: string;
	/** Which attempt of the call, from 1. */
	readonly attempt: number;
	readonly method: string;
	/** Path template below `/api/v4`, as `/groups/{id}`; empty for GraphQL and the raw client. */
	readonly path: string;
}

/** A response, whatever its status, with its request. */
export interface ResponseEvent extends RequestEvent {
	readonly status: number;
	/** The server's name for the request, to be quoted to its operators. */
	readonly requestId: string | undefined;
	/** From the sending to the response's headers. */
	readonly milliseconds: number;
}

/** A request that failed and will be sent again. */
export interface RetryEvent {
	readonly operationId: string;
	/** Which attempt failed, from 1. */
	readonly attempt: number;
	/** The status of the response, or the name of the error and, where there is one, its code. */
	readonly reason: number | string;
	/** Milliseconds until the next attempt. */
	readonly delay: number;
}

/** Something deprecated was used. */
export interface DeprecationEvent {
	readonly operationId: string;
	readonly kind: "operation" | "parameter" | "field" | "header";
	/** Name of the parameter, path of the GraphQL field, or the operationId. */
	readonly name: string;
	/** What to use instead, if anything. */
	readonly replacement?: string | undefined;
	/** What the server's Deprecation and Sunset headers say. */
	readonly deprecation?: string | undefined;
	readonly sunset?: string | undefined;
}

/**
 * Handlers of what happens in the client. None gets a value of a request or a response, so that all of it may be logged. An error that a handler
 * throws ends no call: it surfaces as an unhandled rejection.
 *
 * @example
 * createClient({ baseUrl, auth, onRetry: ({ operationId, attempt, reason, delay }) => log.warn({ operationId, attempt, reason, delay }) });
 */
export interface Events {
	/** Before each attempt. */
	readonly onRequest?: ((event: RequestEvent) => void) | undefined;
	/** After each attempt with a response. */
	readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
	/** Before each pause between two attempts. */
	readonly onRetry?: ((event: RetryEvent) => void) | undefined;
	/** A deprecated operation, parameter or field was used, or the server says so in its headers: once each in a client's life. */
	readonly onDeprecated?: ((event: DeprecationEvent) => void) | undefined;
	/** Anything else that the owner should know: credentials sent over plain http; validation, where it is to warn. */
	readonly onWarning?: ((message: string) => void) | undefined;
}

/** Calls a handler; what it throws must not end the call, and must not be lost. */
export function emit<Event>(handler: ((event: Event) => void) | undefined, event: () => Event): void {
	try {
		handler?.(event());
	} catch (error) {
		void Promise.reject(error);
	}
}
