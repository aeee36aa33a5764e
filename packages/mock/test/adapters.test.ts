import { connect, type Socket } from "node:net";
import { createPlatform, demo } from "@tenon/mock";
import { handlers } from "@tenon/mock/msw";
import { listen } from "@tenon/mock/node";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";

const headers = { "PRIVATE-TOKEN": "developer-token" };
const clock = "2026-01-05T09:30:00Z";

function intercept(...more: Parameters<typeof setupServer>) {
	const server = setupServer(...more, ...handlers(createPlatform({ seed: demo, clock })));
	server.listen({ onUnhandledRequest: "bypass" });
	onTestFinished(() => server.close());
	return server;
}

test("a user's own handler overrides one operation, the platform handles the rest", async () => {
	const address = "https://code.example.org/api/v4/projects/acme%2Fweb/pipelines";
	const server = intercept();
	server.use(http.get(`${address}/latest`, () => HttpResponse.json({ mine: true })));
	expect(await (await fetch(`${address}/latest`, { headers })).json()).toEqual({ mine: true });
	expect((await fetch(address, { headers })).headers.get("x-total")).toBe("60");
	server.resetHandlers();
	expect((await fetch(`${address}/latest`, { headers })).status).not.toBe(404);
});

test("requests that are not the platform's pass by", async () => {
	intercept();
	const other = await listen(createPlatform({ clock }), { port: 0 });
	onTestFinished(() => other.close());
	// A URL outside the platform's paths reaches the real server, which has nothing there.
	expect((await fetch(`${other.url}/elsewhere`)).headers.get("x-request-id")).not.toBeNull();
});

test("with a base URL, handles only requests to it", async () => {
	const platform = createPlatform({ seed: demo, clock });
	const real = await listen(createPlatform({ clock }));
	const server = setupServer(...handlers(platform, { baseUrl: "https://one.example.org/code" }));
	server.listen({ onUnhandledRequest: "bypass" });
	onTestFinished(async () => {
		server.close();
		await real.close();
	});
	platform.settings.externalUrl = "https://one.example.org/code";
	const there = await fetch("https://one.example.org/code/api/v4/projects/acme%2Fweb/pipelines", { headers });
	expect(there.headers.get("link")).toContain(
		"https://one.example.org/code/api/v4/projects/acme%2Fweb/pipelines?page=2",
	);
	// The response comes from the real, empty server, which does not know the token.
	expect((await fetch(`${real.url}/api/v4/projects/acme%2Fweb/pipelines`, { headers })).status).toBe(401);
});

test("a body over the limit is refused with 413, and a request that is not HTTP does no harm", async () => {
	const server = await listen(createPlatform({ seed: demo, clock }), { maxBody: 1000 });
	onTestFinished(() => server.close());
	const large = await fetch(`${server.url}/api/v4/projects/acme%2Fweb/issues/1/notes`, {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify({ body: "x".repeat(2000) }),
	});
	expect(large.status).toBe(413);
	await new Promise<void>((resolve) => {
		const socket = connect(server.port, "127.0.0.1", () => socket.end("not http\r\n\r\n"));
		socket
			.on("close", () => resolve())
			.on("error", () => resolve())
			.resume();
	});
	expect((await fetch(`${server.url}/api/v4/projects/acme%2Fweb/pipelines`, { headers })).status).toBe(200);
});

test("a request with two Host headers is refused with 400", async () => {
	const server = await listen(createPlatform({ seed: demo }));
	onTestFinished(() => server.close());
	const reply = await new Promise<string>((resolve, reject) => {
		const lines = ["GET /api/v4/groups HTTP/1.1", "Host: one.test", "host: two.test", "Connection: close", "", ""];
		let text = "";
		connect(server.port, "127.0.0.1", function (this: Socket) {
			this.end(lines.join("\r\n"));
		})
			.on("data", (part) => (text += String(part)))
			.on("end", () => resolve(text))
			.on("error", reject);
	});
	expect(reply).toMatch(/^HTTP\/1\.1 400 /);
});

test("every entry point gives the same status, headers and body", async () => {
	const path = "/api/v4/projects/acme%2Fweb/issues/1/notes?per_page=3&page=2";
	const seen: unknown[] = [];
	const look = async (response: Response, origin: string) => {
		const names = [
			"content-type",
			"link",
			"x-total",
			"x-page",
			"x-next-page",
			"x-prev-page",
			"x-per-page",
			"x-total-pages",
		];
		seen.push({
			status: response.status,
			headers: names.map((name) => [name, response.headers.get(name)?.replaceAll(origin, "")]),
			body: (await response.text()).replaceAll(origin, ""),
		});
	};
	const platform = createPlatform({ seed: demo, clock });
	await look(await platform.fetch(`https://a.example.org${path}`, { headers }), "https://a.example.org");
	const server = await listen(createPlatform({ seed: demo, clock }));
	await look(await fetch(server.url + path, { headers }), server.url);
	await server.close();
	intercept();
	await look(await fetch(`https://b.example.org${path}`, { headers }), "https://b.example.org");
	expect(seen[1]).toEqual(seen[0]);
	expect(seen[2]).toEqual(seen[0]);
});
