import { describe, expect, test } from "vitest";
import { baseUrl, broken, clientOn, failure, json, refusal, script, token } from "../../test/support/script";
import { ConnectionError, type Middleware, type MiddlewareContext } from "../index";
import { createRest } from "../rest";

const ok = () => json({ id: 7, key: "k", value: "v" });

describe("middleware", () => {
	test("SDK-306 middleware sees and changes the request, in order, and the response on the way back", async () => {
		const seen: string[] = [];
		const marking =
			(name: string): Middleware =>
			async (request, next, { operationId, path, attempt }) => {
				seen.push(`${name} ${request.method} ${request.headers.get("x-mark")} ${operationId} ${path} ${attempt}`);
				const headers = new Headers(request.headers);
				headers.set("x-mark", name);
				const response = await next(new Request(request, { headers }));
				seen.push(`${name} ${response.status}`);
				return new Response(response.body, { status: response.status, headers: { "x-by": name } });
			};
		const { fetch, requests } = script(ok);
		const tenon = clientOn(fetch, { middleware: [marking("outer"), marking("inner")] });
		const { data, response } = await tenon.groups.get({ id: "acme" }).withResponse();
		expect(data).toEqual({ id: 7, key: "k", value: "v" });
		expect(response.headers.get("x-by")).toBe("outer");
		expect(requests[0]?.headers.get("x-mark")).toBe("inner");
		expect(requests[0]?.headers.get("private-token")).toBe(token);
		expect(seen).toEqual([
			"outer GET null getGroup /groups/{id} 1",
			"inner GET outer getGroup /groups/{id} 1",
			"inner 200",
			"outer 200",
		]);
	});

	test("SDK-306 they are called once an attempt, and see a request with its body each time", async () => {
		const seen: [number, string, string][] = [];
		const watching: Middleware = async (request, next, { attempt }) => {
			seen.push([attempt, request.method, await request.clone().text()]);
			return next(request);
		};
		const { fetch } = script(refusal(429), refusal(429), json({ id: 7 }, { status: 201 }));
		await clientOn(fetch, { middleware: [watching] }).pipelines.create({ id: 7, ref: "main" });
		expect(seen).toEqual([1, 2, 3].map((attempt) => [attempt, "POST", '{"ref":"main"}']));
	});

	test("SDK-306 a middleware may return a response without a request", async () => {
		const { fetch, requests } = script();
		const tenon = clientOn(fetch, { middleware: [() => json({ id: 1, full_path: "cached" })] });
		expect(await tenon.groups.get({ id: 7 })).toEqual({ id: 1, full_path: "cached" });
		expect(requests).toEqual([]);
	});

	test("SDK-306 what one throws ends the attempt as a broken connection does", async () => {
		const cause = new Error("out of order");
		const { fetch, requests } = script();
		let calls = 0;
		const throwing: Middleware = () => {
			calls++;
			throw cause;
		};
		const error = await failure(clientOn(fetch, { middleware: [throwing] }).groups.get({ id: 7 }));
		expect(error).toBeInstanceOf(ConnectionError);
		expect(error.cause).toBe(cause);
		expect([calls, requests.length]).toEqual([3, 0]);
	});

	test("SDK-230 a request that a middleware sends to another origin goes without credentials", async () => {
		const { fetch, requests } = script(ok, ok);
		const elsewhere: Middleware = (request, next) =>
			next(new Request(request.url.replace("platform.test", "cache.test"), request));
		const tenon = clientOn(fetch, { middleware: [elsewhere], sudo: "owner", headers: { "x-own": "secret" } });
		await tenon.groups.get({ id: 7 });
		expect(requests[0]?.url).toBe("https://cache.test/api/v4/groups/7");
		expect([...(requests[0]?.headers.keys() ?? [])].sort()).toEqual(["accept", "user-agent"]);
	});

	test("SDK-231 redirects are followed within next", async () => {
		const moved = new Response(null, { status: 301, headers: { location: `${baseUrl}/api/v4/groups/8` } });
		const { fetch, requests } = script(moved, ok);
		const statuses: number[] = [];
		const watching: Middleware = async (request, next) => {
			const response = await next(request);
			statuses.push(response.status);
			return response;
		};
		await clientOn(fetch, { middleware: [watching] }).groups.get({ id: 7 });
		expect(statuses).toEqual([200]);
		expect(requests.map(({ path, headers }) => [path, headers.get("private-token")])).toEqual([
			["/api/v4/groups/7", token],
			["/api/v4/groups/8", token],
		]);
	});

	test("middleware also runs for the raw client, GraphQL and every page of a list", async () => {
		const seen: MiddlewareContext[] = [];
		const watching: Middleware = (request, next, context) => {
			seen.push(context);
			return next(request);
		};
		const { fetch } = script(
			json([{ id: 1 }], { headers: { "x-next-page": "2" } }),
			json([{ id: 2 }], { headers: { "x-next-page": "" } }),
			ok,
		);
		const tenon = clientOn(fetch, { middleware: [watching] });
		await tenon.pipelines.list({ id: 7 }).all();
		await createRest(tenon).PUT("/groups/{id}", { params: { path: { id: 7 } }, body: { name: "n" } });
		expect(seen.map(({ operationId }) => operationId)).toEqual([
			"listPipelines",
			"listPipelines",
			"PUT /api/v4/groups/7",
		]);
	});

	test("the connection's own failure passes through them", async () => {
		const { fetch } = script(broken("ECONNRESET"));
		let met: unknown;
		const watching: Middleware = async (request, next) => {
			try {
				return await next(request);
			} catch (error) {
				met = error;
				throw error;
			}
		};
		const error = await failure(clientOn(fetch, { middleware: [watching], retries: 0 }).groups.get({ id: 7 }));
		expect(error.cause).toBe(met);
	});
});
