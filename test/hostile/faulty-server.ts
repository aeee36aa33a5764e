import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Returns a generator of numbers in [0, 1), the same for the same seed. */
export function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A fault before a request is processed, after it, or in its response. */
type Fault = (request: IncomingMessage, response: ServerResponse, carryOut: () => void) => void;

const refuse =
	(status: number, headers: { [name: string]: string } = {}): Fault =>
	(_, response) =>
		response.writeHead(status, headers).end("no");

const faults: readonly Fault[] = [
	refuse(429),
	refuse(429, { "retry-after": "0" }),
	refuse(500),
	refuse(502),
	refuse(503, { "retry-after": "0" }),
	refuse(504),
	refuse(404),
	refuse(409),
	(request) => request.socket.destroy(),
	(request, _, carryOut) => {
		carryOut();
		request.socket.destroy();
	},
	(_, response, carryOut) => {
		carryOut();
		response.writeHead(502).end("<html>carried out all the same</html>");
	},
	(request, response, carryOut) => {
		carryOut();
		response.writeHead(200, { "content-length": "5000", "content-type": "application/json" });
		response.write("[{", () => request.socket.destroy());
	},
	(_, response, carryOut) => {
		carryOut();
		response.writeHead(200, { "content-type": "text/html" }).end("<html>signed out</html>");
	},
];

/** Never responds, so the client must time out. */
const silence: Fault = () => {};

/** A server that counts what it creates. A share of all requests meets a fault. */
export interface FaultyServer {
	readonly url: string;
	/** How often each thing was created, by name. */
	readonly created: Map<string, number>;
	readonly requests: () => number;
	close(): Promise<void>;
}

/**
 * @param share the share of all requests that meets a fault
 * @param silent whether one of the faults is to never respond, which only ends with the client's timeout
 */
export async function faultyServer(share: number, seed: number, silent: boolean): Promise<FaultyServer> {
	const next = random(seed);
	const created = new Map<string, number>();
	let requests = 0;
	const server = createServer((request, response) => {
		requests++;
		const chunks: Buffer[] = [];
		request.on("error", () => {});
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const carryOut = (): void => {
				if (request.method !== "POST") return;
				const { ref } = JSON.parse(Buffer.concat(chunks).toString()) as { ref: string }; // as the soak sends it
				created.set(ref, (created.get(ref) ?? 0) + 1);
			};
			const harmed = next() < share;
			// Never responding lasts until the client times out, so it occurs less often.
			const fault = !harmed
				? undefined
				: next() < 0.02 && silent
					? silence
					: faults[Math.floor(next() * faults.length)];
			if (fault) return fault(request, response, carryOut);
			carryOut();
			const page = Number(new URL(request.url ?? "/", "http://localhost").searchParams.get("page") ?? 1);
			const isList = request.method === "GET" && /\/pipelines(\?|$)/.test(request.url ?? "");
			const items = Array.from({ length: 20 }, (_, index) => ({ id: page * 100 + index }));
			response
				.writeHead(request.method === "DELETE" ? 204 : 200, {
					"content-type": "application/json",
					...(isList ? { "x-page": `${page}`, "x-next-page": page < 3 ? `${page + 1}` : "" } : {}),
				})
				.end(request.method === "DELETE" ? undefined : JSON.stringify(isList ? items : { id: 7 }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo; // of a TCP server
	return {
		url: `http://127.0.0.1:${port}`,
		created,
		requests: () => requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
