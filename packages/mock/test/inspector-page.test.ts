/** Serving the inspector's page. test/inspector tests its content. */
import { createWorlds, demo } from "@tenon/mock";
import { type ListenOptions, listen } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

async function serve(options?: ListenOptions) {
	const server = await listen(createWorlds({ seed: demo }), options);
	onTestFinished(() => server.close({ grace: 0 }));
	return (path: string, init?: RequestInit) => fetch(server.url + path, { redirect: "manual", ...init });
}

test.each([
	"/_mock/",
	"/_mock/requests/00000000007b",
	"/_mock/worlds",
	"/_mock/coverage?world=one",
	"/code/_mock/requests",
])("%s is a page to a browser, which may load nothing from elsewhere", async (path) => {
	const response = await (await serve())(path, { headers: html });
	// 503 if the inspector is not built.
	expect([200, 503]).toContain(response.status);
	expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
	expect(response.headers.get("vary")).toBe("Accept");
	expect(response.headers.get("content-security-policy")).toMatch(
		/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';.*frame-ancestors 'none'/,
	);
	const text = await response.text();
	expect(text.match(/(?:src|href)="(?!(?:\/code)?\/_mock\/assets\/)/)).toBeNull();
	expect(text).not.toContain("./assets/");
});

test("the same paths are the control API to everybody else, and caches know", async () => {
	const call = await serve();
	for (const path of ["/_mock/worlds", "/_mock/coverage", "/_mock/health"]) {
		const response = await call(path);
		expect([path, response.status, response.headers.get("vary")]).toEqual([path, 200, "Accept"]);
		expect(response.headers.get("content-type")).toContain("application/json");
	}
	expect((await call("/_mock/worlds", { method: "POST", headers: html, body: '{"world":"new"}' })).status).toBe(201);
	expect((await call("/_mock/assets/..%2f..%2fpackage.json")).status).toBe(404);
	expect((await call("/_mock/assets/none.js")).status).toBe(404);
});

test("a world's own path leads to the page of that world", async () => {
	const call = await serve();
	const moved = async (path: string) => (await call(path, { headers: html })).headers.get("location");
	expect(await moved("/_world/one/_mock/requests")).toBe("/_mock/requests?world=one");
	expect(await moved("/_mock")).toBe("/_mock/");
});

test("with a control token the page comes from anywhere, since it holds nothing; the control API asks for the token", async () => {
	const elsewhere = { host: "mock.example.org" };
	const status = async (options: ListenOptions, headers: Record<string, string>, path = "/_mock/requests") => {
		const server = await listen(createWorlds({ seed: demo }), options);
		onTestFinished(() => server.close({ grace: 0 }));
		const { request } = await import("node:http");
		return new Promise((resolve, reject) => {
			request(server.url + path, { headers: { ...elsewhere, ...headers } }, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
				.on("error", reject)
				.end();
		});
	};
	expect(await status({}, html)).toBe(403);
	expect([200, 503]).toContain(await status({ controlToken: "secret" }, html));
	expect(await status({ controlToken: "secret" }, {}, "/_mock/settings")).toBe(403);
});
