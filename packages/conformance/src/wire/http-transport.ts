import * as http from "node:http";
import * as https from "node:https";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Transport, WireRequest } from "./transport";

/** The longest response that a rule asks for has little more than a million bytes. One that never ends must not fill the memory. */
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

/** A body as it is sent, and the content type that `fetch` gives it. */
async function encoded(body: NonNullable<WireRequest["body"]>): Promise<Encoded> {
	if (typeof body === "string") return { bytes: body, type: "text/plain;charset=UTF-8" };
	const response = new Response(body);
	return { bytes: new Uint8Array(await response.arrayBuffer()), type: response.headers.get("content-type") };
}

/** The headers of a request, with those that `fetch` adds. */
function headersFor(own: WireRequest["headers"], body: Encoded | undefined): Record<string, string | number> {
	const headers: Record<string, string | number> = {
		accept: "*/*",
		"accept-encoding": "gzip, deflate, br",
		"user-agent": "tenon-conformance",
	};
	if (body) {
		// Node sends no length with the body of a DELETE, unless it is given.
		headers["content-length"] = Buffer.byteLength(body.bytes);
		if (body.type !== null) headers["content-type"] = body.type;
	}
	for (const [name, value] of Object.entries(own)) headers[name.toLowerCase()] = value;
	return headers;
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
	const headers = new Headers();
	for (let index = 0; index < rawHeaders.length; index += 2)
		headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
	return headers;
}

/** The text as `fetch` reads it: without a byte order mark. */
function textOf(bytes: Buffer, encoding: string | undefined): string {
	const decode = encoding === undefined || bytes.length === 0 ? undefined : decoders.get(encoding.toLowerCase());
	const text = (decode?.(bytes) ?? bytes).toString("utf8");
	return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Sends requests with Node's own client, which takes less than half of the time that `fetch` takes. */
export function overHttp(): Transport {
	const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
	return async ({ method, url, headers, body }, timeout) => {
		const isSecure = url.startsWith("https:");
		const sent = body === undefined ? undefined : await encoded(body);
		return await new Promise((resolve, reject) => {
			const request = (isSecure ? https : http).request(url, {
				agent: agents[isSecure ? "https:" : "http:"],
				method,
				headers: headersFor(headers, sent),
			});
			const timer = setTimeout(() => {
				reject(new DOMException("The response took too long.", "TimeoutError"));
				request.destroy();
			}, timeout);
			request.on("close", () => clearTimeout(timer));
			request.on("error", reject);
			request.on("response", (response) => {
				const chunks: Buffer[] = [];
				let length = 0;
				response.on("data", (chunk: Buffer) => {
					length += chunk.length;
					if (length > mostBytes) response.destroy(new Error(`the response has more than ${mostBytes} bytes`));
					else chunks.push(chunk);
				});
				response.on("error", reject);
				response.on("end", () => {
					try {
						const text = textOf(Buffer.concat(chunks), response.headers["content-encoding"]);
						resolve({ status: response.statusCode ?? 0, headers: headersOf(response), text });
					} catch (error) {
						reject(error);
					}
				});
			});
			request.end(sent?.bytes);
		});
	};
}
