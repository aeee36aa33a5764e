/** OpenTelemetry: {@link tracing} creates spans for the client's requests, with the API that you pass. */
import type { Middleware } from "./connection/middleware";
import { redactUrl } from "./errors/redact";

/** The parts of a tracer of `@opentelemetry/api` that are used here. */
export interface Tracer {
	startSpan(
		name: string,
		options: { kind: number; attributes: { [name: string]: string | number } },
		context?: unknown,
	): Span;
}

/** The parts of a span that are used here. */
export interface Span {
	setAttribute(name: string, value: string | number): unknown;
	setStatus(status: { code: number; message?: string }): unknown;
	end(): void;
}

/** The parts of `@opentelemetry/api` that are used here: pass the module itself. */
export interface OpenTelemetry {
	readonly trace: {
		getTracer(name: string): Tracer;
		setSpan(context: never, span: never): unknown;
	};
	readonly context: { active(): unknown };
	readonly propagation: { inject(context: never, carrier: { [name: string]: string }): void };
}

/** The values of `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const client = 2;
const error = 2;

/**
 * Creates a middleware that creates a client span for each attempt, and sends the trace context with the request. The
 * span's name is the operation, its attributes follow the semantic conventions for HTTP, and its URL contains no
 * secret. Statuses of 400 and above, and broken connections, are marked as errors.
 *
 * @param api the module `@opentelemetry/api`, which this package does not depend on
 * @example
 * import * as api from "@opentelemetry/api";
 * const tenon = createClient({ baseUrl, auth, middleware: [tracing(api)] });
 */
export function tracing(api: OpenTelemetry): Middleware {
	const tracer = api.trace.getTracer("@tenon/client");
	return async (request, next, { operationId, path, attempt }) => {
		const { hostname, port, protocol } = new URL(request.url);
		const active = api.context.active();
		const span = tracer.startSpan(
			operationId,
			{
				kind: client,
				attributes: {
					"http.request.method": request.method,
					"url.full": redactUrl(request.url),
					...(path ? { "url.template": `/api/v4${path}` } : {}),
					"server.address": hostname,
					"server.port": Number(port || (protocol === "https:" ? 443 : 80)),
					"tenon.operation": operationId,
					...(attempt > 1 ? { "http.request.resend_count": attempt - 1 } : {}),
				},
			},
			active,
		);
		const carrier: { [name: string]: string } = {};
		// The contexts are only passed on: their types belong to the API.
		api.propagation.inject(api.trace.setSpan(active as never, span as never) as never, carrier);
		const headers = new Headers(request.headers);
		for (const [name, value] of Object.entries(carrier)) headers.set(name, value);
		try {
			const response = await next(new Request(request, { headers }));
			span.setAttribute("http.response.status_code", response.status);
			if (response.status >= 400) span.setStatus({ code: error });
			return response;
		} catch (cause) {
			const name = cause instanceof Error ? cause.name : "Error";
			span.setAttribute("error.type", name);
			span.setStatus({ code: error, message: name });
			throw cause;
		} finally {
			span.end();
		}
	};
}
