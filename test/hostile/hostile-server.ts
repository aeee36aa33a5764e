import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** A request as the server received it. */
export interface Received {
	readonly verb: string;
	readonly target: string;
	readonly headers: { readonly [name: string]: string };
	readonly body: string;
}

/** Does something with the connection of a request. `count` is the number of the request on this server, from 1. */
export type Behaviour = (socket: Socket, request: Received, count: number, origin: string) => void;

/** Returns the bytes of a response. Its length is correct, unless the headers have another one. */
export function rawResponse(
	status: string,
	body: string | Buffer = "",
	headers: { [name: string]: string } = {},
): Buffer {
	const bytes = Buffer.from(body);
	const all = { "content-type": "application/json", "content-length": `${bytes.length}`, ...headers };
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), bytes]);
}

const page = "<html><body><h1>502 Bad Gateway</h1></body></html>";
const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** The worst behaviors of servers, proxies and networks, by name. */
export const behaviours: { readonly [name: string]: Behaviour } = {
	"drops the connection": (socket) => socket.resetAndDestroy(),
	"closes without a response": (socket) => socket.end(),
	"sends half the headers and closes": (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-type: appl"),
	"truncates the body": (socket) => socket.end(rawResponse("200 OK", '{"id":7', { "content-length": "5000" })),
	"truncates a chunked body": (socket) =>
		socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"id":7,"a'),
	"sends a chunk of a wrong length": (socket) =>
		socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"id":7}\r\n0\r\n\r\n'),
	"does not speak HTTP": (socket) => socket.end("220 mail.test ESMTP ready\r\n"),
	"sends binary noise": (socket) => socket.end(Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 37) % 256))),
	"sends headers without an end": (socket) => {
		socket.write("HTTP/1.1 200 OK\r\n");
		for (let i = 0; i < 200; i++) socket.write(`x-filler-${i}: ${"x".repeat(1_000)}\r\n`);
	},
	"never responds": () => {},
	"sends headers, and never the body": (socket) => socket.write(rawResponse("200 OK", "", { "content-length": "100" })),
	"drips the body": (socket) => {
		socket.write(rawResponse("200 OK", "", { "content-length": "100000" }));
		const timer = setInterval(() => socket.write(" "), 20);
		socket.on("close", () => clearInterval(timer));
	},
	"responds with 429 again and again": (socket) =>
		socket.end(rawResponse("429 Too Many Requests", "Retry later", { "content-type": "text/plain" })),
	"responds with 429 and Retry-After: 0 again and again": (socket) =>
		socket.end(rawResponse("429 Too Many Requests", "{}", { "retry-after": "0" })),
	"asks for a wait of a year": (socket) =>
		socket.end(rawResponse("429 Too Many Requests", "{}", { "retry-after": "31536000" })),
	"asks for a wait that is not a number": (socket) =>
		socket.end(rawResponse("503 Service Unavailable", "{}", { "retry-after": "soon, I hope" })),
	"asks for a negative wait": (socket) =>
		socket.end(rawResponse("503 Service Unavailable", "{}", { "retry-after": "-5" })),
	"responds with 500": (socket) =>
		socket.end(rawResponse("500 Internal Server Error", '{"message":"500 Internal Server Error"}')),
	"responds with 502 with a page": (socket) =>
		socket.end(rawResponse("502 Bad Gateway", page, { "content-type": "text/html" })),
	"responds with 401": (socket) => socket.end(rawResponse("401 Unauthorized", '{"message":"401 Unauthorized"}')),
	"quotes the request in its refusal": (socket, request) =>
		socket.end(rawResponse("400 Bad Request", JSON.stringify({ message: { request: [JSON.stringify(request)] } }))),
	"quotes the request in a page": (socket, request) =>
		socket.end(rawResponse("404 Not Found", `<pre>${JSON.stringify(request)}</pre>`, { "content-type": "text/html" })),
	"responds with 200 with a page": (socket) => socket.end(rawResponse("200 OK", page, { "content-type": "text/html" })),
	"responds with 200 with broken JSON": (socket) => socket.end(rawResponse("200 OK", '{"id":7,"token":"sesame')),
	"responds with 200 with nothing": (socket) => socket.end(rawResponse("200 OK")),
	"responds with null": (socket) => socket.end(rawResponse("200 OK", "null")),
	"responds with a number": (socket) => socket.end(rawResponse("200 OK", "7")),
	"responds with deep JSON": (socket) => socket.end(rawResponse("200 OK", deep)),
	"responds with keys of prototypes": (socket) =>
		socket.end(rawResponse("200 OK", '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')),
	"says JSON and sends bytes": (socket) =>
		socket.end(rawResponse("200 OK", Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]))),
	"says gzip and sends none": (socket) => socket.end(rawResponse("200 OK", '{"id":7}', { "content-encoding": "gzip" })),
	"sends half a gzip": (socket) =>
		socket.end(
			rawResponse("200 OK", gzipSync(`[${"1,".repeat(5_000)}1]`).subarray(0, 20), { "content-encoding": "gzip" }),
		),
	"responds with an unknown status": (socket) => socket.end(rawResponse("299 Whatever", '{"id":7}')),
	"responds with 304": (socket) => socket.end("HTTP/1.1 304 Not Modified\r\n\r\n"),
	"redirects for ever": (socket, { target }, count, origin) =>
		socket.end(
			rawResponse("302 Found", "", { location: `${origin}${target}${target.includes("?") ? "&" : "?"}hop=${count}` }),
		),
	"redirects to nowhere": (socket) => socket.end(rawResponse("301 Moved Permanently", "", { location: "http://" })),
	"redirects into a script": (socket) => socket.end(rawResponse("302 Found", "", { location: "javascript:alert(1)" })),
	"links the same page as the next one": (socket, { target }, _, origin) =>
		socket.end(rawResponse("200 OK", '[{"id":1}]', { link: `<${origin}${target}>; rel="next"` })),
	"returns the same page under new numbers": (socket, { target }, count, origin) =>
		socket.end(
			rawResponse("200 OK", '[{"id":1},{"id":2}]', {
				link: `<${origin}${target.split("?")[0]}?page=${count + 1}>; rel="next"`,
			}),
		),
	"links a next page on another host": (socket, { target }) =>
		socket.end(rawResponse("200 OK", '[{"id":1}]', { link: `<http://evil.test${target}?page=2>; rel="next"` })),
	"sends an invalid link": (socket) => socket.end(rawResponse("200 OK", '[{"id":1}]', { link: '<<>>; rel="next", <' })),
	"sends invalid totals": (socket) =>
		socket.end(rawResponse("200 OK", '[{"id":1}]', { "x-total": "many", "x-per-page": "-1", "x-next-page": "" })),
};

/** The behaviors that only end with the client's timeout. */
export const endless: ReadonlySet<string> = new Set([
	"never responds",
	"sends headers, and never the body",
	"drips the body",
]);

/** A running server. */
export interface HostileServer {
	readonly origin: string;
	readonly received: Received[];
	behave(behaviour: Behaviour): void;
	close(): Promise<void>;
}

/** Starts a server that reads a whole request, and then does what the current behavior does. */
export async function hostileServer(): Promise<HostileServer> {
	const received: Received[] = [];
	const sockets = new Set<Socket>();
	let behaviour: Behaviour = (socket) => socket.destroy();
	let origin = "";
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
		socket.on("error", () => {});
		let bytes = Buffer.alloc(0);
		socket.on("data", (chunk: Buffer) => {
			bytes = Buffer.concat([bytes, chunk]);
			const end = bytes.indexOf("\r\n\r\n");
			if (end < 0) return;
			const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
			const headers = Object.fromEntries(
				lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
			);
			const length = Number(headers["content-length"] ?? 0);
			if (bytes.length < end + 4 + length) return;
			const [verb = "", target = ""] = first.split(" ");
			const request = { verb, target, headers, body: bytes.subarray(end + 4).toString() };
			bytes = Buffer.alloc(0);
			received.push(request);
			behaviour(socket, request, received.length, origin);
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo; // of a TCP server
	origin = `http://127.0.0.1:${port}`;
	return {
		origin,
		received,
		behave: (next) => {
			behaviour = next;
		},
		close: () =>
			new Promise((resolve) => {
				for (const socket of sockets) socket.destroy();
				server.close(() => resolve());
			}),
	};
}
