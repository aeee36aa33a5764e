import { type Events, emit } from "../connection/events";
import type { Send } from "./call";

/** Counts requests, and reports each one and its response to the client's handlers. */
export function counted({ onRequest, onResponse }: Events, next: Send): Send {
	if (!onRequest && !onResponse)
		return (call, attempt) => {
			attempt.number++;
			return next(call, attempt);
		};
	return async (call, attempt) => {
		attempt.number++;
		const { route, method } = call;
		const event = { operationId: route.id, path: route.path, attempt: attempt.number, method };
		emit(onRequest, () => event);
		const began = performance.now();
		const response = await next(call, attempt);
		emit(onResponse, () => ({
			...event,
			status: response.status,
			requestId: response.headers.get("x-request-id") ?? undefined,
			milliseconds: performance.now() - began,
		}));
		return response;
	};
}
