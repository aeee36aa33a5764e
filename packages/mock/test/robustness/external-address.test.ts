import { expect, test } from "vitest";
import { lab } from "../support/lab";
import { world } from "../support/world";

test("CONV-005 an installation below a path prefix serves both interfaces there", async () => {
	const { platform } = world({ externalUrl: "https://host.example/code" });
	const ask = (path: string, init: RequestInit = {}) =>
		platform.fetch(`https://host.example${path}`, { ...init, headers: { "PRIVATE-TOKEN": "owner-token" } });
	expect((await ask("/code/api/v4/projects/acme%2Fweb/pipelines")).status).toBe(200);
	expect((await ask("/api/v4/projects/acme%2Fweb/pipelines")).status).toBe(404);
	const query = { method: "POST", body: JSON.stringify({ query: "{ currentUser { id } }" }) };
	expect((await ask("/code/api/graphql", query)).status).not.toBe(404);
	expect((await ask("/api/graphql", query)).status).toBe(404);
});

test("CONV-066 links of pages use the external address", async () => {
	const { at, platform, pipeline } = lab({}, { externalUrl: "https://code.example.org/tenon/" });
	for (let count = 0; count < 250; count++) pipeline({ status: "success" });
	const response = await platform.fetch(
		`http://127.0.0.1:4000/tenon/api/v4${at}?status=success&per_page=500&ref=main&order_by=ref&page=2`,
		{ headers: { "PRIVATE-TOKEN": "owner-token" } },
	);
	const rest = "per_page=100&ref=main&status=success";
	const url = (page: number) => `<https://code.example.org/tenon/api/v4${at}?order_by=ref&page=${page}&${rest}>`;
	expect(response.headers.get("link")).toBe(
		`${url(1)}; rel="prev", ${url(3)}; rel="next", ${url(1)}; rel="first", ${url(3)}; rel="last"`,
	);
});
