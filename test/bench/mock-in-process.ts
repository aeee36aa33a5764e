import { createPlatform, demo } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { bareServer } from "./bare-server";
import { paired } from "./paired";

const headers = { "PRIVATE-TOKEN": "developer-token" };

/** Measures a request to the mock, by an injected fetch and through MSW, over one to a bare loopback server. */
export async function mockInProcess(): Promise<void> {
	const platform = createPlatform({ seed: demo });
	const address = "http://platform.example.com/api/v4/projects/acme%2Fweb/pipelines?per_page=20";
	const bare = await bareServer(await (await platform.fetch(address, { headers })).json());
	const overLoopback = async () => void (await (await fetch(bare.url, { headers })).json());
	await paired({
		name: "the mock in process (injected fetch) over a bare loopback server",
		aim: "≤ 0.45",
		subject: async () => void (await (await platform.fetch(address, { headers })).json()),
		base: overLoopback,
		calls: 500,
	});
	await paired({
		name: "the mock's core alone (handle) over a bare loopback server",
		aim: "–",
		subject: async () =>
			void (await platform.handle({ method: "GET", url: address, headers: { "private-token": "developer-token" } })),
		base: overLoopback,
		calls: 500,
	});
	const native = globalThis.fetch;
	// What users write by hand without the mock: one path and one list.
	const list = await (await platform.fetch(address, { headers })).json();
	const byHand = "http://by-hand.example.com/api/v4/projects/:id/pipelines";
	const server = setupServer(
		http.get(byHand, () => HttpResponse.json(list)),
		...handlers(platform),
	);
	server.listen({ onUnhandledRequest: "bypass" });
	const intercepted = globalThis.fetch;
	await paired({
		name: "the mock through msw 2 over a bare loopback server",
		aim: "≤ 1.8",
		subject: async () => void (await (await intercepted(address, { headers })).json()),
		base: async () => void (await (await native(bare.url, { headers })).json()),
		calls: 300,
	});
	await paired({
		name: "the mock through msw 2 over one hand-written handler with the same list",
		aim: "–",
		subject: async () => void (await (await intercepted(address, { headers })).json()),
		base: async () => void (await (await intercepted(address.replace("platform", "by-hand"), { headers })).json()),
		calls: 300,
	});
	server.close();
	bare.close();
}
