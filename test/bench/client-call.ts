import { createClient } from "@tenon/client";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { paired } from "./paired";

const headers = { "PRIVATE-TOKEN": "developer-token", accept: "application/json" };

/** One call of the client over one raw `fetch` of the same address: on loopback, and with a fetch that answers at once. */
export async function clientCall(): Promise<void> {
	const server = await listen(createPlatform({ seed: demo }));
	const address = `${server.url}/api/v4/projects/acme%2Fweb/pipelines?per_page=20`;
	const client = createClient({ baseUrl: server.url, auth: { token: "developer-token" } });
	await paired({
		name: "a client call over raw fetch, loopback",
		aim: "≤ 1.3",
		subject: async () => void (await client.pipelines.list({ id: "acme/web", per_page: 20 })),
		base: async () => void (await (await fetch(address, { headers })).json()),
		calls: 200,
	});
	const text = await (await fetch(address, { headers })).text();
	await server.close();

	const stub = async (): Promise<Response> => new Response(text, { headers: { "content-type": "application/json" } });
	const stubbed = createClient({ baseUrl: server.url, auth: { token: "developer-token" }, fetch: stub });
	await paired({
		name: "the same with a fetch that answers at once (see the µs: aim 45)",
		aim: "–",
		subject: async () => void (await stubbed.pipelines.list({ id: "acme/web", per_page: 20 })),
		base: async () => void (await (await stub()).json()),
		calls: 2_000,
	});
}
