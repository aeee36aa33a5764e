import { environment } from "../../lib/environment";
import { encodeUtf8 } from "../../lib/utf8";
import { untilAborted } from "../../lib/wait";
import type { RawHandler, RawRequest, RawResponse } from "./raw";
import { readable } from "./stream";

/** Returns headers by lower-case name. Not every environment lower-cases them. */
function named(headers: Iterable<readonly [string, string]>): { [name: string]: string } {
	const byName: { [name: string]: string } = {};
	for (const [name, value] of headers) byName[name.toLowerCase()] = value;
	return byName;
}

/** Converts a `Request` to a request of the platform. Reads the body to its end. */
export async function fromRequest(request: Request): Promise<RawRequest> {
	return {
		method: request.method,
		url: request.url,
		headers: named(request.headers),
		body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
		signal: request.signal,
	};
}

/** Makes a path an absolute URL: of the page's origin, or of localhost outside a page. */
const absolute = (url: string): string =>
	url.startsWith("/") && !url.startsWith("//") ? `${globalThis.location?.origin ?? "http://localhost"}${url}` : url;

/**
 * Converts the arguments of `fetch` directly, if they are simple enough: creating a `Request` only to read it again
 * costs more than handling it. Returns undefined if a `Request` is needed.
 */
function plainRequest(url: string, init: RequestInit, signal: AbortSignal | undefined): RawRequest | undefined {
	const { method = "GET", body = null, headers } = init;
	if ((body !== null && typeof body !== "string") || Array.isArray(headers) || !/^[A-Z]+$/.test(method))
		return undefined;
	if (!/^https?:\/\//.test(url) || /\/\.\.?(?:\/|$)|[\s\\]/.test(url)) return undefined;
	const sent = named(isIterable(headers) ? headers : Object.entries(headers ?? {}));
	if (body !== null && sent["content-type"] === undefined) sent["content-type"] = "text/plain;charset=UTF-8";
	return { method, url, headers: sent, body, ...(signal && { signal }) };
}

const isIterable = (headers: HeadersInit | undefined): headers is Headers =>
	typeof headers === "object" && typeof Reflect.get(headers, Symbol.iterator) === "function";

const isRequest = (input: Request | URL | string): input is Request =>
	typeof Request === "function" && input instanceof Request;

/** Converts the arguments of `fetch` to a request of the platform. */
async function requestOf(
	input: Request | URL | string,
	init: RequestInit,
	signal: AbortSignal | undefined,
): Promise<RawRequest> {
	const address = isRequest(input) ? input : absolute(String(input));
	const plain = typeof address === "string" ? plainRequest(address, init, signal) : undefined;
	if (plain) return plain;
	// Without the signal: `Request` does not accept a signal of another realm, such as jsdom's.
	const { signal: _, ...rest } = init;
	const request = await fromRequest(new (environment("Request"))(address, rest));
	return signal ? { ...request, signal } : request;
}

/** Returns a body whose stream fails after the first half. */
function breaking(body: Uint8Array): ReadableStream<Uint8Array> {
	let isSent = false;
	return new ReadableStream({
		pull(controller) {
			if (isSent) controller.error(new TypeError("terminated"));
			else controller.enqueue(body.slice(0, Math.floor(body.length / 2)));
			isSent = true;
		},
	});
}

/** Returns the body of a response, as an argument for `Response`. */
export function bodyInit({ body, broken, stream }: RawResponse): BodyInit | null {
	if (stream) return readable(stream);
	// The bytes are not shared; the cast is needed because the type requires an unshared buffer.
	if (broken !== "truncated" || body === null) return body as BodyInit | null;
	return breaking(typeof body === "string" ? encodeUtf8(body) : body);
}

/** Returns a `fetch` function that sends requests to a handler. */
export const fetchThrough =
	(handler: RawHandler) =>
	async (input: Request | URL | string, init: RequestInit = {}): Promise<Response> => {
		const signal = init.signal ?? (isRequest(input) ? input.signal : undefined);
		signal?.throwIfAborted();
		const request = await requestOf(input, init, signal);
		signal?.throwIfAborted();
		const response = await untilAborted(handler.handle(request), signal);
		signal?.throwIfAborted();
		if (response.broken === "dropped") throw new TypeError("fetch failed");
		return new (environment("Response"))(bodyInit(response), { status: response.status, headers: response.headers });
	};
