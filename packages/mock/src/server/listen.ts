import { once } from "node:events";
import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { isControl, isShutOut } from "../control-api/guard";
import { type PageRequest, pageRequest } from "../inspector/page-request";
import type { Certificate } from "../lib/tls/self-signed";
import type { RawHandler, RawRequest, RawResponse } from "../request/http/raw";
import type { BodyStream } from "../request/http/stream";

// An import reads all exports of the module, including `WebSocket`, for which Node 22 and later load all of undici (28
// ms).
const { createServer } = process.getBuiltinModule("node:http");

/** Where a platform listens, and its limits. */
export interface ListenOptions {
	/** The port; 0 selects a free one. Default: 0. */
	port?: number;
	/** The host to bind to. Default: `127.0.0.1`, which only this machine can reach. */
	host?: string;
	/** The largest accepted body, in bytes; for a larger one the server returns 413. Default: 16 MiB. */
	maxBody?: number;
	/**
	 * Allows calls of the control API (`/_mock/…`) from anywhere if they send this token as `X-Mock-Control-Token`.
	 * Without it, only calls from this machine are allowed.
	 */
	controlToken?: string;
	/**
	 * Serves HTTPS, with a certificate and its key as PEM. With `true`, uses a new self-signed certificate for localhost,
	 * 127.0.0.1, ::1 and `host`, which clients must trust: see `Server.certificate`.
	 */
	tls?: true | Certificate;
	/** Called after each response with the request, the response, and the duration in milliseconds. */
	onAnswer?: (request: RawRequest, response: RawResponse, milliseconds: number) => void;
}

/** A running server. */
export interface Server {
	/** The server's base URL, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	/** The TLS certificate as PEM, and its SHA-256 fingerprint. Undefined without TLS. */
	readonly certificate?: { readonly pem: string; readonly fingerprint: string };
	/**
	 * Stops listening, ends server-sent events, waits for responses in progress and closes all connections. Resolves when
	 * everything is closed.
	 *
	 * @param options.grace How long to wait for responses in progress before their connections are closed, in
	 * milliseconds. Default: 3,000.
	 */
	close(options?: { readonly grace?: number }): Promise<void>;
}

class TooLarge extends Error {}
class ShutOut extends Error {}

/** The largest body for the control API, in bytes: a state file may be large. */
const mostControl = 512 * 1024 * 1024;

/** Returns the status and text of the response to a message that is not a valid request. */
function refusalOf(error: unknown): [status: number, text: string] {
	if (error instanceof TooLarge) return [413, "413 Request Entity Too Large"];
	if (!(error instanceof ShutOut)) return [400, "400 Bad request"];
	return [
		403,
		"The control API only accepts requests from this machine, or with the control token in X-Mock-Control-Token.",
	];
}

/** Reads a body to its end, even if it is too large and not kept, so that the client receives the refusal. */
function bodyOf(message: IncomingMessage, maxBody: number): Promise<Uint8Array | null> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		message.on("data", (chunk: Buffer) => {
			size += chunk.length;
			if (size <= maxBody) chunks.push(chunk);
			else reject(new TooLarge());
		});
		message.on("end", () => resolve(size === 0 ? null : Buffer.concat(chunks, size)));
		message.on("error", reject);
	});
}

function headersOf({ headers }: IncomingMessage): RawRequest["headers"] {
	// Clients never send it, and copying all other headers would cost a good part of a response.
	if (!("set-cookie" in headers)) return headers as RawRequest["headers"];
	const { "set-cookie": _list, ...rest } = headers;
	// Node joins the values of all headers except this one, which has no meaning in a request.
	return rest as RawRequest["headers"];
}

/** Reads headers. Most clients send the same ones with each request: those are read and stored once. */
class HeaderReader {
	#raw: readonly string[] = [];
	#headers: RawRequest["headers"] = {};

	read(message: IncomingMessage): RawRequest["headers"] {
		const { rawHeaders } = message;
		const isSame = rawHeaders.length === this.#raw.length && rawHeaders.every((text, at) => text === this.#raw[at]);
		if (!isSame) {
			this.#raw = rawHeaders;
			this.#headers = headersOf(message);
		}
		return this.#headers;
	}
}

/** Sends half of a body under the full content length, then closes the connection. */
function truncate(response: ServerResponse, { status, headers, body }: RawResponse): void {
	const bytes = Buffer.from(body ?? "");
	response.writeHead(status, { ...headers, "content-length": bytes.length });
	response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

/** Sends a body piece by piece, until the client disconnects. */
async function sendSlowly(
	response: ServerResponse,
	{ status, headers }: RawResponse,
	stream: BodyStream,
): Promise<void> {
	response.writeHead(status, headers);
	try {
		for await (const piece of stream) {
			if (response.destroyed) return;
			if (!response.write(piece)) await once(response, "drain");
		}
		response.end();
	} catch {
		// The client disconnected, or the stream was broken off on purpose.
		response.destroy();
	}
}

function listening(server: HttpServer, port: number, host: string): Promise<AddressInfo> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => {
			server.off("error", reject);
			// The address of a TCP server is never a string.
			resolve(server.address() as AddressInfo);
		});
	});
}

/** Returns a signal that aborts when the connection ends before the response does. */
function leaving(response: ServerResponse): AbortSignal {
	const controller = new AbortController();
	if (response.destroyed) controller.abort();
	response.once("close", () => {
		if (!response.writableFinished) controller.abort();
	});
	return controller.signal;
}

/** A request's connection until the response is sent: the journal keeps requests, but must not keep connections. */
interface Open {
	response: ServerResponse | undefined;
	signal: AbortSignal | undefined;
}

const open = Symbol("open");

interface Incoming extends RawRequest {
	body: Uint8Array | null;
	readonly [open]: Open;
}

/** Creates the signal on first access, because few requests are held. After the response, it is an aborted one. */
const lateSignal = {
	enumerable: true,
	get(this: Incoming): AbortSignal {
		const connection = this[open];
		connection.signal ??= connection.response ? leaving(connection.response) : AbortSignal.abort();
		return connection.signal;
	},
};

/** Returns a request without its body. */
function requestOf(
	message: IncomingMessage,
	headers: RawRequest["headers"],
	url: string,
	response: ServerResponse,
): Incoming {
	const request: Incoming = {
		method: message.method ?? "GET",
		url,
		headers,
		body: null,
		ip: message.socket.remoteAddress ?? "",
		[open]: { response, signal: undefined },
	};
	// A getter in the literal would be a new function for each request, and V8 would give each object a hash table of its
	// own.
	return Object.defineProperty(request, "signal", lateSignal);
}

/** Sends a complete body in one write with the headers. */
function sendWhole(response: ServerResponse, { status, headers }: RawResponse, body: string | Uint8Array): void {
	const lines: string[] = [];
	if (headers["content-length"] === undefined)
		lines.push("content-length", String(typeof body === "string" ? Buffer.byteLength(body) : body.length));
	for (const name in headers) lines.push(name, headers[name] ?? "");
	response.writeHead(status, lines).end(body);
}

/** Whether a request has more than one Host header. */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] ?? "";
		if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
	}
	return hosts > 1;
}

type RequestListener = (message: IncomingMessage, response: ServerResponse) => void;

/** Creates a server with TLS, and returns it with its certificate. */
async function secured(value: true | Certificate, host: string, listener: RequestListener) {
	// Loaded at first use, so that servers without TLS do not wait for it.
	const [{ createServer }, { X509Certificate }, { selfSigned }] = await Promise.all([
		import("node:https"),
		import("node:crypto"),
		import("../lib/tls/self-signed"),
	]);
	const { cert, key } =
		value === true ? await selfSigned([...new Set(["localhost", "127.0.0.1", "::1", host])]) : value;
	const fingerprint = new X509Certificate(cert).fingerprint256;
	return { server: createServer({ cert, key }, listener), certificate: { pem: cert, fingerprint } };
}

/** Returns the inspector's page. It is loaded at first use, so that others do not wait for it. */
async function pageAnswer(page: PageRequest, method: string): Promise<RawResponse> {
	const { servePage } = await import("../inspector/serve-page");
	const result = await servePage(page);
	return method === "HEAD" ? { ...result, body: null } : result;
}

/** Returns the whole URL of a request over TLS: with only a path, links would begin with `http`. */
const overTls = (path: string, host = ""): string =>
	path.startsWith("/") ? `https://${/^[\w.:[\]-]+$/.test(host) ? host : "localhost"}${path}` : path;

/**
 * Serves a platform, or many worlds, on a port of the loopback interface by default, for clients in any language.
 *
 * @returns The running server: its URL, and a function to close it.
 * @throws The system's error if the port is not available (`EADDRINUSE`, `EACCES`), or if `tls` is not a certificate
 * with its key.
 * @example
 * const server = await listen(createPlatform({ seed: demo }));
 * await fetch(`${server.url}/api/v4/projects/acme%2Fweb/pipelines`);
 * await server.close();
 */
export async function listen(platform: RawHandler, options: ListenOptions = {}): Promise<Server> {
	const { port = 0, host = "127.0.0.1", maxBody = 16 * 1024 * 1024, controlToken, tls, onAnswer } = options;
	let isClosing = false;
	/** Connections without a request so far. Browsers open some in advance; Node does not count them as idle. */
	const unused = new Set<Socket>();
	/** Responses with server-sent events, which do not end by themselves. */
	const endless = new Set<ServerResponse>();
	const reader = new HeaderReader();
	const listener: RequestListener = (message, response) => {
		unused.delete(message.socket);
		const started = performance.now();
		const serve = async (): Promise<void> => {
			if (hasManyHosts(message)) throw new Error("A request has one Host.");
			const url = message.url ?? "/";
			const headers = reader.read(message);
			const request = requestOf(message, headers, tls ? overTls(url, headers.host) : url, response);
			const ofControl = isControl(request.url);
			const page = ofControl ? pageRequest(request) : undefined;
			// With a control token, anyone may load the page: it contains no data, and asks for the token.
			if (ofControl && !(page && controlToken) && isShutOut(request, controlToken)) throw new ShutOut();
			const isRead = request.method === "GET" || request.method === "HEAD";
			if (!isRead) request.body = await bodyOf(message, ofControl ? mostControl : maxBody);
			const result = page ? await pageAnswer(page, request.method) : await platform.handle(request);
			const { body: content, broken, stream } = result;
			// A connection that stays open would keep the server from closing.
			if (isClosing) response.setHeader("connection", "close");
			if (broken === "dropped") message.socket.destroy();
			else if (stream) {
				if (result.headers["content-type"]?.startsWith("text/event-stream")) endless.add(response);
				await sendSlowly(response, result, stream);
				endless.delete(response);
				// Its headers were sent before the server began to close, and promised to keep the connection open.
				if (isClosing) message.socket.end();
			} else if (content === null) response.writeHead(result.status, result.headers).end();
			else if (broken === "truncated") truncate(response, result);
			else sendWhole(response, result, content);
			request[open].response = undefined;
			onAnswer?.(request, result, performance.now() - started);
		};
		serve().catch((error: unknown) => {
			if (response.headersSent || message.destroyed) return void response.destroy();
			const [status, text] = refusalOf(error);
			response
				.writeHead(status, { "content-type": "application/json", connection: "close" })
				.end(JSON.stringify({ message: text }));
		});
	};
	const { server, certificate } = tls
		? await secured(tls, host, listener)
		: { server: createServer(listener), certificate: undefined };
	server.on(tls ? "secureConnection" : "connection", (socket: Socket) => {
		unused.add(socket);
		socket.once("close", () => unused.delete(socket));
	});
	const address = await listening(server, port, host);
	const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
	return {
		url: `${tls ? "https" : "http"}://${name}:${address.port}`,
		port: address.port,
		...(certificate ? { certificate } : {}),
		close: ({ grace = 3_000 } = {}) =>
			new Promise((resolve, reject) => {
				isClosing = true;
				const cut = setTimeout(() => server.closeAllConnections(), grace);
				server.close((error) => {
					clearTimeout(cut);
					if (error) reject(error);
					else resolve();
				});
				server.closeIdleConnections();
				for (const socket of unused) socket.destroy();
				for (const response of endless) response.destroy();
			}),
	};
}
