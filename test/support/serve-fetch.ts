import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** Serves the responses of a `fetch` on a free loopback port. */
export async function serveFetch(fetch: typeof globalThis.fetch): Promise<{ url: string; close: () => Promise<void> }> {
	const server = createServer(async (message, response) => {
		const headers = new Headers();
		for (const [name, value] of Object.entries(message.headers))
			if (typeof value === "string") headers.set(name, value);
		const { method = "GET", url = "/" } = message;
		const body = ["GET", "HEAD"].includes(method) ? null : await text(message);
		const upstream = await fetch(`http://${message.headers.host}${url}`, { method, headers, body });
		response.writeHead(upstream.status, Object.fromEntries(upstream.headers));
		response.end(Buffer.from(await upstream.arrayBuffer()));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The server has no port.");
	return {
		url: `http://127.0.0.1:${address.port}`,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}
