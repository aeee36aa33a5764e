import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** The results of a test with idle connections. */
export interface Idled {
	/** The number of connections that were open at once. */
	open: number;
	/** The milliseconds of 100 requests on other connections meanwhile: the median and the maximum. */
	meanwhile: { median: number; longest: number };
	/** The number of connections that got a response when they were finally used. */
	used: number;
	/** The number of connections that the server closed when it stopped. */
	closed: number;
}

const question = "GET /api/v4/user HTTP/1.1\r\nHost: 127.0.0.1\r\nPRIVATE-TOKEN: owner-token\r\n\r\n";

async function ask(url: string): Promise<number> {
	const started = performance.now();
	await (await fetch(`${url}/api/v4/user`, { headers: { "PRIVATE-TOKEN": "owner-token" } })).text();
	return performance.now() - started;
}

/** Opens `count` connections, sends requests on others, then uses each connection, and stops the server. */
export async function idleConnections(url: string, count: number, close: () => Promise<unknown>): Promise<Idled> {
	const port = Number(new URL(url).port);
	const sockets: Socket[] = [];
	let [used, closed] = [0, 0];
	while (sockets.length < count) {
		const batch = Array.from({ length: Math.min(200, count - sockets.length) }, () => connect(port, "127.0.0.1"));
		await Promise.all(batch.map((socket) => once(socket, "connect")));
		sockets.push(...batch);
	}
	for (const socket of sockets)
		socket
			.on("error", () => {})
			.on("close", () => {
				closed += 1;
			});
	const times: number[] = [];
	for (let left = 100; left > 0; left--) times.push(await ask(url));
	times.sort((a, b) => a - b);
	const open = sockets.filter(({ readyState }) => readyState === "open").length;
	await Promise.all(
		sockets.map(async (socket) => {
			const received = once(socket, "data");
			socket.write(question);
			const [chunk] = await received;
			if (String(chunk).startsWith("HTTP/1.1 200 ")) used += 1;
		}),
	);
	const all = Promise.all(sockets.map((socket) => (socket.closed ? undefined : once(socket, "close"))));
	await close();
	await all;
	return { open, meanwhile: { median: times[50] ?? 0, longest: times[99] ?? 0 }, used, closed };
}
