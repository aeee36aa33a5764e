import { connect } from "node:net";
import { random } from "../hostile/faulty-server";
import { conversationOf, type Random } from "./raw-requests";

/** The results of a soak. */
export interface Soaked {
	requests: number;
	connections: number;
	/** The number of responses, by status. */
	statuses: Map<number, number>;
	/** The faults. Each has the number of its connection, which reproduces the fault together with the seed. */
	faults: string[];
}

/** The milliseconds that a connection can stay open after everything was sent. */
const patience = 15_000;

/** Sends bytes over one connection, closes its own side, and reads until the server closes too. */
function say(port: number, bytes: Buffer, next: Random): Promise<string> {
	const [kind, at] = [next(), Math.floor(next() * bytes.length)];
	return new Promise((resolve, reject) => {
		const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
		const timer = setTimeout(() => {
			socket.destroy();
			reject(new Error(`the server neither responded nor closed within ${patience} ms`));
		}, patience);
		let received = "";
		socket.on("data", (chunk) => {
			received += chunk.toString("latin1");
			// Keeps only the end, to save memory.
			if (received.length > 4_000_000) received = received.slice(-1_000_000);
		});
		// The server can close the connection after bad bytes while more are being sent.
		socket.on("error", () => {});
		socket.on("end", () => socket.end());
		socket.on("close", () => {
			clearTimeout(timer);
			resolve(received);
		});
		socket.on("connect", () => {
			if (kind < 0.03) {
				// The client disconnects in the middle.
				socket.write(bytes.subarray(0, at));
				setTimeout(() => socket.destroy(), 5);
			} else if (kind < 0.08) {
				socket.write(bytes.subarray(0, at));
				setTimeout(() => socket.end(bytes.subarray(at)), 20);
			} else socket.end(bytes);
		});
	});
}

/** Checks that the server still responds correctly and quickly. */
async function probe(url: string): Promise<string | undefined> {
	const started = performance.now();
	const response = await fetch(`${url}/api/v4/user`, { headers: { "PRIVATE-TOKEN": "owner-token" } });
	const { username } = (await response.json()) as { username?: string }; // the contract declares it
	const took = performance.now() - started;
	if (username !== "owner") return `a plain request got the status ${response.status}`;
	return took > 5_000 ? `a plain request took ${Math.round(took)} ms` : undefined;
}

/** Sends at least `requests` requests to a server, over 32 connections at once. */
export async function soakSockets(
	{ url, requests, seed }: { url: string; requests: number; seed: number },
	onProgress: (so: Soaked) => Promise<void> | void = () => {},
): Promise<Soaked> {
	const port = Number(new URL(url).port);
	const so: Soaked = { requests: 0, connections: 0, statuses: new Map(), faults: [] };
	const work = async (): Promise<void> => {
		while (so.requests < requests && so.faults.length < 10) {
			const number = so.connections++;
			const next = random(seed * 1_000_003 + number);
			const { requests: said, bytes } = conversationOf(next);
			so.requests += said;
			try {
				const received = await say(port, bytes, next);
				for (const [, status] of received.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)) {
					const code = Number(status);
					so.statuses.set(code, (so.statuses.get(code) ?? 0) + 1);
					if (code >= 500) so.faults.push(`connection ${number}: a ${code}`);
				}
			} catch (error) {
				so.faults.push(`connection ${number}: ${error instanceof Error ? error.message : String(error)}`);
			}
			if (number % 500 === 0) {
				const fault = await probe(url).catch((error: unknown) => `a plain request failed: ${String(error)}`);
				if (fault !== undefined) so.faults.push(`connection ${number}: ${fault}`);
				await onProgress(so);
			}
		}
	};
	await Promise.all(Array.from({ length: 32 }, work));
	return so;
}
