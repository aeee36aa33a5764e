import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { Agent, type Dispatcher } from "undici";
import type { Transport, WireRequest } from "./transport";

/** The most bytes of a response: an endless one must not fill the memory. The longest expected has about a million. */
const mostBytes = 64 * 2 ** 20;

const limits = { maxOutputLength: mostBytes };
const decoders = new Map<string, (bytes: Buffer) => Buffer>([
	["gzip", (bytes) => gunzipSync(bytes, limits)],
	["deflate", (bytes) => inflateSync(bytes, limits)],
	["br", (bytes) => brotliDecompressSync(bytes, limits)],
]);

interface Encoded {
	readonly bytes: string | Uint8Array;
	readonly type: string | null;
}

/** Returns the bytes of a body, and the content type that `fetch` sets for it. */
async function encoded(body: NonNullable<WireRequest["body"]>): Promise<Encoded> {
	if (typeof body === "string") return { bytes: body, type: "text/plain;charset=UTF-8" };
	const response = new Response(body);
	return { bytes: new Uint8Array(await response.arrayBuffer()), type: response.headers.get("content-type") };
}

/** Returns the headers of a request, including those that `fetch` adds. */
function headersFor(own: WireRequest["headers"], body: Encoded | undefined): Record<string, string> {
	const headers: Record<string, string> = {
		accept: "*/*",
		"accept-encoding": "gzip, deflate, br",
		"user-agent": "tenon-conformance",
		...(body && body.type !== null && { "content-type": body.type }),
	};
	for (const [name, value] of Object.entries(own)) headers[name.toLowerCase()] = value;
	return headers;
}

function headersOf(received: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
	const headers = new Headers();
	for (const [name, value] of Object.entries(received))
		for (const one of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, one);
	return headers;
}

/** Decodes a body as `fetch` does, without a byte order mark. */
function textOf(bytes: Buffer, encoding: string | null): string {
	const decode = encoding === null || bytes.length === 0 ? undefined : decoders.get(encoding.toLowerCase());
	const text = (decode?.(bytes) ?? bytes).toString("utf8");
	return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Returns a transport that uses undici's dispatcher, without the overhead of `fetch`. */
export function overHttp(): Transport {
	const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
	return async ({ method, url, headers, body }, timeout) => {
		const sent = body === undefined ? undefined : await encoded(body);
		const { origin, pathname, search } = new URL(url);
		return await new Promise((resolve, reject) => {
			let end: Dispatcher.DispatchController | undefined;
			const fail = (error: Error): void => {
				reject(error);
				end?.abort(error);
			};
			const timer = setTimeout(() => fail(new DOMException("The response took too long.", "TimeoutError")), timeout);
			const chunks: Buffer[] = [];
			let length = 0;
			let status = 0;
			let received = new Headers();
			agent.dispatch(
				{ origin, path: pathname + search, method, headers: headersFor(headers, sent), body: sent?.bytes ?? null },
				{
					onRequestStart(controller) {
						end = controller;
					},
					onResponseStart(_, code, fields) {
						status = code;
						received = headersOf(fields);
					},
					onResponseData(_, chunk) {
						chunks.push(chunk);
						length += chunk.length;
						if (length > mostBytes) fail(new Error(`the response has more than ${mostBytes} bytes`));
					},
					onResponseEnd() {
						clearTimeout(timer);
						try {
							resolve({
								status,
								headers: received,
								text: textOf(Buffer.concat(chunks), received.get("content-encoding")),
							});
						} catch (error) {
							reject(error);
						}
					},
					onResponseError(_, error) {
						clearTimeout(timer);
						reject(error);
					},
				},
			);
		});
	};
}
