import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { RawRequest } from "./http/raw";
import type { Platform } from "./platform";

export interface ListenOptions {
	/** 0 takes a free one. Default 0. */
	port?: number;
	/** Default `127.0.0.1`: reached from this machine only. */
	host?: string;
	/** Largest body that is read, in bytes. Default 16 MiB; a larger one is answered with 413. */
	maxBody?: number;
	/** Told of each answered request: what was asked, the status, and milliseconds. */
	onAnswer?: (request: RawRequest, status: number, milliseconds: number) => void;
}

/** A platform that listens. */
export interface Server {
	/** Its address, without a trailing slash. */
	readonly url: string;
	readonly port: number;
	/** Stops listening and closes what is open; resolves when all is closed. */
	close(): Promise<void>;
}

class TooLarge extends Error {}

/** Reads a body to its end; one that is too large is read on without being kept, so that the refusal arrives. */
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
	const { "set-cookie": _list, ...rest } = headers;
	// Node joins the values of all headers but that one, which means nothing in a request.
	return rest as RawRequest["headers"];
}

function listening(server: HttpServer, port: number, host: string): Promise<AddressInfo> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => {
			server.off("error", reject);
			// A TCP server's address is never a text.
			resolve(server.address() as AddressInfo);
		});
	});
}

/**
 * Serves a platform on a loopback port, for clients in any language.
 *
 * @returns The address, and how to close it.
 * @throws The system's error if the port cannot be had (`EADDRINUSE`, `EACCES`).
 * @example
 * const server = await listen(createPlatform({ seed: demo }));
 * await fetch(`${server.url}/api/v4/projects/acme%2Fweb/pipelines`);
 * await server.close();
 */
export async function listen(platform: Platform, options: ListenOptions = {}): Promise<Server> {
	const { port = 0, host = "127.0.0.1", maxBody = 16 * 1024 * 1024, onAnswer } = options;
	const server = createServer((message, response) => {
		const started = performance.now();
		const serve = async (): Promise<void> => {
			const body = message.method === "GET" || message.method === "HEAD" ? null : await bodyOf(message, maxBody);
			const request: RawRequest = {
				method: message.method ?? "GET",
				url: message.url ?? "/",
				headers: headersOf(message),
				body,
				ip: message.socket.remoteAddress ?? "",
			};
			const answer = await platform.handle(request);
			const { status, headers, body: told } = answer;
			if (told === null) response.writeHead(status, headers).end();
			else {
				// A text goes out in one write with its headers.
				const length = typeof told === "string" ? Buffer.byteLength(told) : told.length;
				response.writeHead(status, { "content-length": length, ...headers }).end(told);
			}
			onAnswer?.(request, status, performance.now() - started);
		};
		serve().catch((error: unknown) => {
			if (response.headersSent || message.destroyed) return void response.destroy();
			const tooLarge = error instanceof TooLarge;
			response
				.writeHead(tooLarge ? 413 : 400, { "content-type": "application/json", connection: "close" })
				.end(JSON.stringify({ message: tooLarge ? "413 Request Entity Too Large" : "400 Bad request" }));
		});
	});
	const address = await listening(server, port, host);
	const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
	return {
		url: `http://${name}:${address.port}`,
		port: address.port,
		close: () =>
			new Promise((resolve, reject) => {
				server.close((error) => (error ? reject(error) : resolve()));
				server.closeAllConnections();
			}),
	};
}
