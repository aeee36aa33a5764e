import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A bare `node:http` server that responds to every request with the same headers, and with JSON that it serializes anew from the value. */
export async function bareServer(
	value: unknown,
	headers: { readonly [name: string]: string } = { "content-type": "application/json" },
): Promise<{ url: string; close: () => void }> {
	const server = createServer((_request, response) => {
		const body = JSON.stringify(value);
		response.writeHead(200, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
