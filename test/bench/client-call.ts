import { Gitlab } from "@gitbeaker/rest";
import { createClient } from "@tenon/client";
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import openapiFetch from "openapi-fetch";
import { paired } from "./paired";

const headers = { "PRIVATE-TOKEN": "developer-token", accept: "application/json" };

/**
 * Compares one call of the client to one raw `fetch` of the same URL, and to calls of other clients: on loopback, and
 * with a `fetch` that responds at once.
 */
export async function clientCall(): Promise<void> {
	const server = await listen(createPlatform({ seed: demo }));
	const address = `${server.url}/api/v4/projects/acme%2Fweb/pipelines?per_page=20`;
	const client = createClient({ baseUrl: server.url, auth: { token: "developer-token" } });
	const bare = openapiFetch<Record<string, never>>({ baseUrl: `${server.url}/api/v4`, headers });
	// Gitbeaker's own limit of requests per minute would stop the measurement.
	const gitbeaker = new Gitlab({ host: server.url, token: "developer-token", rateLimits: { "**": 1e9 } });
	const base = async (): Promise<void> => void (await (await fetch(address, { headers })).json());
	// The client gets no types of paths, because only its time counts.
	const get = bare.GET as (path: string, init: object) => Promise<unknown>;
	const inOpenapiFetch = async (): Promise<void> =>
		void (await get("/projects/{id}/pipelines", { params: { path: { id: "acme/web" }, query: { per_page: 20 } } }));
	const on = "over raw fetch, loopback";
	await paired({
		name: `a client call ${on}`,
		aim: "≤ 1.3",
		subject: async () => void (await client.pipelines.list({ id: "acme/web", per_page: 20 })),
		base,
		calls: 200,
	});
	await paired({ name: `  for comparison: openapi-fetch ${on}`, aim: "–", subject: inOpenapiFetch, base, calls: 200 });
	await paired({
		name: `  for comparison: @gitbeaker/rest ${on}`,
		aim: "–",
		subject: async () => void (await gitbeaker.Pipelines.all("acme/web", { perPage: 20, maxPages: 1 })),
		base,
		calls: 200,
	});
	const text = await (await fetch(address, { headers })).text();
	await server.close();

	const stub = async (): Promise<Response> => new Response(text, { headers: { "content-type": "application/json" } });
	const stubbed = createClient({ baseUrl: server.url, auth: { token: "developer-token" }, fetch: stub });
	const instant = async (): Promise<void> => void (await (await stub()).json());
	await paired({
		name: "a client call over a fetch that responds at once",
		aim: "–",
		subject: async () => void (await stubbed.pipelines.list({ id: "acme/web", per_page: 20 })),
		base: instant,
		calls: 2_000,
	});
	const real = globalThis.fetch;
	globalThis.fetch = stub;
	const bareStubbed = openapiFetch<Record<string, never>>({ baseUrl: `${server.url}/api/v4`, headers });
	const getStubbed = bareStubbed.GET as typeof get; // as above
	await paired({
		name: "  for comparison: openapi-fetch",
		aim: "–",
		subject: async () =>
			void (await getStubbed("/projects/{id}/pipelines", {
				params: { path: { id: "acme/web" }, query: { per_page: 20 } },
			})),
		base: instant,
		calls: 2_000,
	});
	await paired({
		name: "  for comparison: @gitbeaker/rest",
		aim: "–",
		subject: async () => void (await gitbeaker.Pipelines.all("acme/web", { perPage: 20, maxPages: 1 })),
		base: instant,
		calls: 2_000,
	});
	globalThis.fetch = real;
}
