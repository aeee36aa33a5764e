import { retryLater, tooManyRequests } from "../request/http/errors";
import { jsonResponse } from "../request/http/json-response";
import type { RawResponse } from "../request/http/raw";
import type { Exchange } from "./exchange";
import type { FaultOptions } from "./fault-options";

const phrases: { readonly [status: number]: string } = {
	400: "Bad request",
	401: "Unauthorized",
	403: "Forbidden",
	404: "Not Found",
	408: "Request Timeout",
	409: "Conflict",
	412: "Precondition Failed",
	413: "Request Entity Too Large",
	422: "Unprocessable Entity",
	429: "Too Many Requests",
	500: "Internal Server Error",
	502: "Bad Gateway",
	503: "Service Unavailable",
	504: "Gateway Timeout",
};

/** Returns the platform's usual response with a status, in the format of the requested interface. */
function plain(status: number, exchange: Exchange): RawResponse {
	const silent: RawResponse = { status, headers: {}, body: null };
	if (status === 204 || status === 304 || exchange.operation === "sendAlert") return silent;
	if (status < 400) return jsonResponse(status, {});
	const message = phrases[status] === undefined ? String(status) : `${status} ${phrases[status]}`;
	return jsonResponse(status, exchange.operation === "executeGraphql" ? { errors: [{ message }] } : { message });
}

/** Returns the 429 of the operation's own rate limit, or otherwise of the limit on all requests. */
function tooMany(seconds: number, exchange: Exchange): RawResponse {
	const { status, body, headers } = exchange.row?.rateLimit ? tooManyRequests(seconds) : retryLater(seconds);
	if (exchange.operation === "sendAlert") return { status, headers, body: null };
	if (exchange.operation === "executeGraphql") return jsonResponse(status, { errors: [{ message: body }] }, headers);
	if (typeof body === "object") return jsonResponse(status, body, headers);
	return { status, headers: { "content-type": "text/plain", ...headers }, body };
}

/** Returns the response that a fault's options describe; undefined if they describe none. */
export function faultResponse(options: FaultOptions, exchange: Exchange): RawResponse | undefined {
	const { status, body, kind, retryAfter } = options;
	const own: { [name: string]: string } = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
	for (const [name, value] of Object.entries(options.headers ?? {})) own[name.toLowerCase()] = value;
	if (kind === "rate-limit") {
		const limited = tooMany(retryAfter ?? 60, exchange);
		return { ...limited, headers: { ...limited.headers, ...own } };
	}
	if (status === undefined) return undefined;
	if (body === undefined) {
		const usual = plain(status, exchange);
		return { ...usual, headers: { ...usual.headers, ...own } };
	}
	const isText = typeof body === "string";
	return {
		status,
		headers: { "content-type": isText ? "text/plain" : "application/json", ...own },
		body: status === 204 || status === 304 ? null : isText ? body : JSON.stringify(body),
	};
}

/** Returns a response whose body ends too soon to be valid JSON. */
export function malformed(response: RawResponse): RawResponse {
	const { body } = response;
	// Half of an object or a list is never closed.
	const half = body === null || body.length < 2 ? "{" : body.slice(0, Math.ceil(body.length / 2));
	return {
		status: response.status === 204 ? 200 : response.status,
		headers: { "content-type": "application/json", ...response.headers },
		body: half,
	};
}
