import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** A request as it came over the wire. */
export interface Received {
	readonly verb: string;
	readonly target: string;
	readonly headers: { readonly [name: string]: string };
	readonly body: string;
}

/** Does whatever it likes with the connection on which a request came; `count` is the request's number on this server, from 1. */
export type Behaviour = (socket: Socket, request: Received, count: number, origin: string) => void;

/** An answer's bytes, with the length that is right unless the headers say otherwise. */
export function answer(status: string, body: string | Buffer = "", headers: { [name: string]: string } = {}): Buffer {
	const bytes = Buffer.from(body);
	const all = { "content-type": "application/json", "content-length": `${bytes.length}`, ...headers };
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`), bytes]);
}

const page = "<html><body><h1>502 Bad Gateway</h1></body></html>";
const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** What servers, proxies and networks do at their worst. */
export const behaviours: { readonly [name: string]: Behaviour } = {
	"drops the connection": (socket) => socket.resetAndDestroy(),
	"closes without an answer": (socket) => socket.end(),
	"sends half the headers and closes": (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-type: appl"),
	"truncates the body": (socket) => socket.end(answer("200 OK", '{"id":7', { "content-length": "5000" })),
	"truncates a chunked body": (socket) =>
		socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"id":7,"a'),
	"sends a chunk of a wrong length": (socket) =>
		socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"id":7}\r\n0\r\n\r\n'),
	"speaks no HTTP": (socket) => socket.end("220 mail.test ESMTP ready\r\n"),
	"sends binary noise": (socket) => socket.end(Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 37) % 256))),
	"sends headers without an end": (socket) => {
		socket.write("HTTP/1.1 200 OK\r\n");
		for (let i = 0; i < 200; i++) socket.write(`x-filler-${i}: ${"x".repeat(1_000)}\r\n`);
	},
	"never answers": () => {},
	"sends headers, and never the body": (socket) => socket.write(answer("200 OK", "", { "content-length": "100" })),
	"drips the body": (socket) => {
		socket.write(answer("200 OK", "", { "content-length": "100000" }));
		const timer = setInterval(() => socket.write(" "), 20);
		socket.on("close", () => clearInterval(timer));
	},
	"answers 429 again and again": (socket) =>
		socket.end(answer("429 Too Many Requests", "Retry later", { "content-type": "text/plain" })),
	"answers 429 with Retry-After: 0 again and again": (socket) =>
		socket.end(answer("429 Too Many Requests", "{}", { "retry-after": "0" })),
	"asks for a wait of a year": (socket) =>
		socket.end(answer("429 Too Many Requests", "{}", { "retry-after": "31536000" })),
	"asks for a wait that is no number": (socket) =>
		socket.end(answer("503 Service Unavailable", "{}", { "retry-after": "soon, I hope" })),
	"asks for a negative wait": (socket) => socket.end(answer("503 Service Unavailable", "{}", { "retry-after": "-5" })),
	"answers 500": (socket) => socket.end(answer("500 Internal Server Error", '{"message":"500 Internal Server Error"}')),
	"answers 502 with a page": (socket) => socket.end(answer("502 Bad Gateway", page, { "content-type": "text/html" })),
	"answers 401": (socket) => socket.end(answer("401 Unauthorized", '{"message":"401 Unauthorized"}')),
	"quotes the request in its refusal": (socket, request) =>
		socket.end(answer("400 Bad Request", JSON.stringify({ message: { request: [JSON.stringify(request)] } }))),
	"quotes the request in a page": (socket, request) =>
		socket.end(answer("404 Not Found", `<pre>${JSON.stringify(request)}</pre>`, { "content-type": "text/html" })),
	"answers 200 with a page": (socket) => socket.end(answer("200 OK", page, { "content-type": "text/html" })),
	"answers 200 with broken JSON": (socket) => socket.end(answer("200 OK", '{"id":7,"token":"sesame')),
	"answers 200 with nothing": (socket) => socket.end(answer("200 OK")),
	"answers null": (socket) => socket.end(answer("200 OK", "null")),
	"answers a number": (socket) => socket.end(answer("200 OK", "7")),
	"answers with deep JSON": (socket) => socket.end(answer("200 OK", deep)),
	"answers with keys of prototypes": (socket) =>
		socket.end(answer("200 OK", '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')),
	"says JSON and sends bytes": (socket) => socket.end(answer("200 OK", Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]))),
	"says gzip and sends none": (socket) => socket.end(answer("200 OK", '{"id":7}', { "content-encoding": "gzip" })),
	"sends half a gzip": (socket) =>
		socket.end(answer("200 OK", gzipSync(`[${"1,".repeat(5_000)}1]`).subarray(0, 20), { "content-encoding": "gzip" })),
	"answers an unknown status": (socket) => socket.end(answer("299 Whatever", '{"id":7}')),
	"answers 304": (socket) => socket.end("HTTP/1.1 304 Not Modified\r\n\r\n"),
	"redirects for ever": (socket, { target }, count, origin) =>
		socket.end(
			answer("302 Found", "", { location: `${origin}${target}${target.includes("?") ? "&" : "?"}hop=${count}` }),
		),
	"redirects to nowhere": (socket) => socket.end(answer("301 Moved Permanently", "", { location: "http://" })),
	"redirects into a script": (socket) => socket.end(answer("302 Found", "", { location: "javascript:alert(1)" })),
	"gives a next page that is this one": (socket, { target }, _, origin) =>
		socket.end(answer("200 OK", '[{"id":1}]', { link: `<${origin}${target}>; rel="next"` })),
	"gives the same page under ever new numbers": (socket, { target }, count, origin) =>
		socket.end(
			answer("200 OK", '[{"id":1},{"id":2}]', {
				link: `<${origin}${target.split("?")[0]}?page=${count + 1}>; rel="next"`,
			}),
		),
	"gives a next page on another host": (socket, { target }) =>
		socket.end(answer("200 OK", '[{"id":1}]', { link: `<http://evil.test${target}?page=2>; rel="next"` })),
	"gives a link that is none": (socket) => socket.end(answer("200 OK", '[{"id":1}]', { link: '<<>>; rel="next", <' })),
	"tells totals that are none": (socket) =>
		socket.end(answer("200 OK", '[{"id":1}]', { "x-total": "many", "x-per-page": "-1", "x-next-page": "" })),
};

/** Behaviours that only the client's time-out ends. */
export const endless: ReadonlySet<string> = new Set([
	"never answers",
	"sends headers, and never the body",
	"drips the body",
]);

/** A server that listens. */
export interface HostileServer {
	readonly origin: string;
	readonly received: Received[];
	behave(behaviour: Behaviour): void;
	close(): Promise<void>;
}

/** A server that reads requests whole, and then does what it was last told to do. */
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
