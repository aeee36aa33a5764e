/** A request that is about to be sent. It has no values of the request; use a middleware to see those. */
export interface RequestEvent {
	readonly operationId: string;
	/** The number of the attempt within the call, from 1. */
	readonly attempt: number;
	readonly method: string;
	/** The path template below `/api/v4`, such as `/groups/{id}`. Empty for GraphQL and the raw client. */
	readonly path: string;
}

/** A response with any status, and its request. */
export interface ResponseEvent extends RequestEvent {
	readonly status: number;
	/** The server's id of the request. Quote it to the server's operators. */
	readonly requestId: string | undefined;
	/** The time from sending the request to receiving the response's headers. */
	readonly milliseconds: number;
}

/** A request that failed and will be sent again. */
export interface RetryEvent {
	readonly operationId: string;
	/** The number of the failed attempt, from 1. */
	readonly attempt: number;
	/** The status of the response, or the name of the error, with its code if it has one. */
	readonly reason: number | string;
	/** The pause before the next attempt, in milliseconds. */
	readonly delay: number;
}

/** A use of something deprecated. */
export interface DeprecationEvent {
	readonly operationId: string;
	readonly kind: "operation" | "parameter" | "field" | "header";
	/** The name of the parameter, the path of the GraphQL field, or the operationId. */
	readonly name: string;
	/** The replacement, if there is one. */
	readonly replacement?: string | undefined;
	/** The values of the server's Deprecation and Sunset headers. */
	readonly deprecation?: string | undefined;
	readonly sunset?: string | undefined;
}

/**
 * Handlers of the client's events. Events contain no values of requests or responses, so you can log all of them. An
 * error that a handler throws does not end a call: it becomes an unhandled rejection.
 *
 * @example
 * createClient({ baseUrl, auth, onRetry: ({ operationId, attempt, reason, delay }) => log.warn({ operationId, attempt, reason, delay }) });
 */
export interface Events {
	/** Called before each attempt. */
	readonly onRequest?: ((event: RequestEvent) => void) | undefined;
	/** Called after each attempt that got a response. */
	readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
	/** Called before each pause between two attempts. */
	readonly onRetry?: ((event: RetryEvent) => void) | undefined;
	/**
	 * Called when a deprecated operation, parameter or field is used, or a response's headers report a deprecation: once
	 * each per client.
	 */
	readonly onDeprecated?: ((event: DeprecationEvent) => void) | undefined;
	/** Called with any other warning: credentials sent over plain http, or validation faults with `validate: "warn"`. */
	readonly onWarning?: ((message: string) => void) | undefined;
}

/** Calls a handler. If it throws, the call continues and the error becomes an unhandled rejection. */
export function emit<Event>(handler: ((event: Event) => void) | undefined, event: () => Event): void {
	try {
		handler?.(event());
	} catch (error) {
		void Promise.reject(error);
	}
}
