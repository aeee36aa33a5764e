import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a bare `node:http` server. It serializes the JSON anew for every response, with the same headers. */
export async function bareServer(
	value: unknown,
	headers: { readonly [name: string]: string } = { "content-type": "application/json" },
): Promise<{ url: string; close: () => void }> {
	const server = createServer((_request, response) => {
		const body = JSON.stringify(value);
		response.writeHead(200, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo; // the address of a TCP server is never a string
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
