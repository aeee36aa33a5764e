import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { baseUrl, broken, clientOn, failure, refusal, script, token } from "../../test/support/script";
import { call } from "../calls/call";
import { type ApiError, createClient, isApiError } from "../index";
import { createRest } from "../rest";
import * as errors from "./errors";

const caught = (response: Response) =>
	failure<ApiError>(clientOn(script(response).fetch, { retries: 0 }).runners.get({ id: 7 }));

test("SDK-212 a refusal carries status, operation, method, path, headers, request ID and the parsed body", async () => {
	const body = { message: "404 Runner Not Found" };
	const error = await caught(refusal(404, body, { "x-request-id": "req-1", "x-other": "1" }));
	expect(error).toMatchObject({
		status: 404,
		operationId: "getRunner",
		method: "GET",
		path: "/api/v4/runners/7",
		requestId: "req-1",
		body,
	});
	expect(error.headers.get("x-other")).toBe("1");
});

test.each([
	[400, "BadRequestError"],
	[401, "AuthenticationError"],
	[403, "PermissionDeniedError"],
	[404, "NotFoundError"],
	[405, "MethodNotAllowedError"],
	[409, "ConflictError"],
	[410, "GoneError"],
	[412, "PreconditionFailedError"],
	[415, "UnsupportedMediaTypeError"],
	[422, "UnprocessableError"],
	[429, "RateLimitError"],
	[500, "ServerError"],
	[503, "ServerError"],
	[418, "ApiError"],
	[304, "ApiError"],
] as const)("SDK-213, RUNNER-513, PIPE-255 status %i is a %s", async (status, name) => {
	const error = await caught(new Response(status === 304 ? null : "{}", { status }));
	// biome-ignore lint/performance/noDynamicNamespaceImportAccess: the name is what is tested
	expect(error).toBeInstanceOf(errors[name]);
	expect(error).toBeInstanceOf(errors.ApiError);
	expect(error).toBeInstanceOf(Error);
	expect([error.constructor.name, error.name, error.stack?.split(":")[0]]).toEqual([name, name, name]);
});

test("SDK-215 the brand holds across two copies of the package", async () => {
	const error = await caught(refusal(404));
	expect(isApiError(error)).toBe(true);
	vi.resetModules();
	const copy = await import("../index");
	expect(copy.ApiError).not.toBe(errors.ApiError);
	expect(error instanceof copy.ApiError).toBe(false);
	expect(copy.isApiError(error)).toBe(true);
	for (const other of [new Error("x"), new errors.TenonError("x"), { status: 404 }, null, undefined, "404"])
		expect(isApiError(other)).toBe(false);
});

describe("what the server says", () => {
	test("SDK-216, GROUP-749, USER-740, LINK-091 the message family: text, fields, texts, or error", async () => {
		const text = await caught(refusal(404, { message: "404 Project Not Found" }));
		expect(text).toMatchObject({ reason: "404 Project Not Found", messages: ["404 Project Not Found"] });
		expect(text.message).toBe("404 getRunner: 404 Project Not Found");
		const fields = await caught(
			refusal(400, { message: { path: ["has already been taken", "is too long"], name: "is bad" } }),
		);
		expect(fields.fieldErrors).toEqual({ path: ["has already been taken", "is too long"], name: ["is bad"] });
		expect(fields.message).toBe("400 getRunner: path has already been taken; path is too long; name is bad");
		const list = await caught(refusal(422, { message: ["Url is blocked", "Name has already been taken"] }));
		expect(list.messages).toEqual(["Url is blocked", "Name has already been taken"]);
		expect(list.message).toBe("422 getRunner: Url is blocked; Name has already been taken");
		const limit = await caught(
			refusal(429, { message: { error: "This endpoint has been requested too many times." } }),
		);
		expect(limit.reason).toBe("This endpoint has been requested too many times.");
		expect(limit.fieldErrors).toBeUndefined();
	});

	test("SDK-217, SDK-218 the error family: text, or a token error with its description and scopes", async () => {
		const text = await caught(refusal(400, { error: "sort does not have a valid value" }));
		expect([text.reason, text.code]).toEqual(["sort does not have a valid value", undefined]);
		const scope = await caught(
			refusal(403, { error: "insufficient_scope", error_description: "Needs more.", scope: "api read_api" }),
		);
		expect(scope).toMatchObject({
			code: "insufficient_scope",
			reason: "Needs more.",
			requiredScopes: ["api", "read_api"],
		});
	});

	test("SDK-218 reports an invalid token as expired, revoked, or neither", async () => {
		const state = async (error_description: string) =>
			(await caught(refusal(401, { error: "invalid_token", error_description }))).tokenState;
		expect(await state("Token is expired. You can either do re-authorization or token refresh.")).toBe("expired");
		expect(await state("Token was revoked. You have to re-authorize from the user.")).toBe("revoked");
		expect(await state("Token is odd.")).toBeUndefined();
		expect(await caught(refusal(401, { error: "invalid_token", error_description: "x" }))).toMatchObject({
			code: "invalid_token",
		});
	});

	test("SDK-219 a body that is not JSON gives the same error, with its shortened text", async () => {
		const html = await caught(new Response("<html>Bad gateway</html>", { status: 502, statusText: "Bad Gateway" }));
		expect(html).toBeInstanceOf(errors.ServerError);
		expect(html).toMatchObject({ body: "<html>Bad gateway</html>", message: "502 getRunner: Bad Gateway" });
		const plain = await caught(new Response("Retry later\n", { status: 429 }));
		expect(plain).toMatchObject({ body: "Retry later\n", message: "429 getRunner: Retry later" });
		const empty = await caught(new Response(null, { status: 403 }));
		expect(empty).toMatchObject({ status: 403, body: undefined, message: "403 getRunner" });
		const long = await caught(new Response("x".repeat(100_000), { status: 500 }));
		expect(String(long.body).length).toBe(2000);
		expect(long.message.length).toBeLessThan(600);
	});

	test.each([
		"null",
		"7",
		'"text"',
		"[]",
		'["a"]',
		"true",
		'{"message":null}',
		'{"message":7}',
		'{"error":{}}',
		'{"error":"e","scope":3}',
		'{"message":{"__proto__":["x"]}}',
	])("SDK-220 the body %s does not break the error", async (body) => {
		const error = await caught(new Response(body, { status: 409 }));
		expect(error).toBeInstanceOf(errors.ConflictError);
		expect(error.body).toEqual(JSON.parse(body));
		expect(error.message).toMatch(/^409 getRunner/);
	});

	test("SDK-223 a 429 exposes the wait in seconds, and the limit's headers", async () => {
		const error = await caught(
			refusal(429, {}, { "retry-after": "60", "ratelimit-limit": "300", "ratelimit-remaining": "0" }),
		);
		expect(error.retryAfter).toBe(60);
		expect(error.headers.get("ratelimit-limit")).toBe("300");
		expect((await caught(refusal(429))).retryAfter).toBeUndefined();
	});

	test("SDK-221 a success that is not JSON is a parse error with status and request ID, without the text", async () => {
		const error = await caught(new Response("<p>secret</p>", { status: 201, headers: { "x-request-id": "req-2" } }));
		expect(error).toBeInstanceOf(errors.ResponseParseError);
		expect(error).toMatchObject({ status: 201, requestId: "req-2", operationId: "getRunner" });
		expect(inspect(error, { showHidden: true })).not.toContain("secret");
	});
});

describe("what an error does not say", () => {
	const secrets = { token, param: "glrt-param-secret", password: "hunter2-long" };
	/** Everything about an error that a log could show. */
	const shown = (error: Error) =>
		[
			error.message,
			error.stack,
			JSON.stringify(error),
			String(error),
			inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
			inspect({ ...error, cause: error.cause }, { depth: Number.POSITIVE_INFINITY }),
		].join("\n");
	const quoting = () => refusal(422, { message: `bad: ${Object.values(secrets).join(" ")}`, token: secrets.token });

	test("SDK-235, RUNNER-516, GROUP-746 no token or password, even where the server quotes it", async () => {
		const route = { id: "createThing", verb: "POST", path: "/things" } as const;
		for (const as of ["private-token", "bearer"] as const) {
			const tenon = clientOn(script(quoting()).fetch, { auth: { token, as } });
			const error = await failure<ApiError>(call(tenon, route, { token: secrets.param, password: secrets.password }));
			expect(error.message).toBe("422 createThing: bad: … … …");
			for (const secret of Object.values(secrets)) expect(shown(error)).not.toContain(secret);
		}
	});

	test("SDK-235 nor do connection, timeout, abort, parse and usage errors", async () => {
		const controller = new AbortController();
		const { fetch } = script(broken(), new Response("x"), () => {
			controller.abort();
			return new Promise<Response>(() => {});
		});
		const tenon = clientOn(fetch, { retries: 0 });
		const found = [
			await failure(tenon.runners.verify({ token: secrets.param })),
			await failure(tenon.runners.verify({ token: secrets.param })),
			await failure(tenon.runners.verify({ token: secrets.param }, { signal: controller.signal })),
			await failure(tenon.runners.verify({ token: secrets.param }, { sudo: "" })),
		];
		expect(found.map(({ name }) => name)).toEqual([
			"ConnectionError",
			"ResponseParseError",
			"AbortError",
			"UsageError",
		]);
		for (const error of found) for (const secret of [token, secrets.param]) expect(shown(error)).not.toContain(secret);
	});

	test("SDK-222 the text begins with status and operation, and holds no query value and no body", async () => {
		const { fetch } = script(
			refusal(400, { error: "status does not have a valid value" }),
			refusal(400, { error: "ref is missing" }),
		);
		const tenon = clientOn(fetch);
		const list = await failure<ApiError>(tenon.pipelines.list({ id: "acme/web", ref: "query-value" }));
		expect(list.message).toBe("400 listPipelines: status does not have a valid value");
		expect(list.path).toBe("/api/v4/projects/acme%2Fweb/pipelines");
		expect(shown(list)).not.toContain("query-value");
		const create = await failure(tenon.pipelines.create({ id: 7, ref: "body-value" }));
		expect(create.message).toBe("400 createPipeline: ref is missing");
		expect(shown(create)).not.toContain("body-value");
	});

	test("SDK-225 as JSON it is status, code, message, operation and request ID, nothing else", async () => {
		const error = await caught(
			refusal(403, { error: "insufficient_scope", error_description: "More.", scope: "api" }, { "x-request-id": "r" }),
		);
		expect(JSON.parse(JSON.stringify(error))).toEqual({
			status: 403,
			code: "insufficient_scope",
			message: "403 getRunner: More.",
			operationId: "getRunner",
			requestId: "r",
		});
	});

	test("SDK-239 credentials in a base address are refused without being shown", async () => {
		const error = await failure(
			Promise.resolve().then(() => createClient({ baseUrl: "https://user:sesame@host.test" })),
		);
		expect(error).toBeInstanceOf(errors.UsageError);
		expect(shown(error)).not.toContain("sesame");
	});

	test("SDK-236 a client shows no token, however it is inspected", () => {
		for (const auth of [{ token }, { token, as: "bearer" as const }, { token: () => token }]) {
			const tenon = createClient({ baseUrl, auth, headers: { "x-proxy-key": "proxy-secret" } });
			// Reading a resource makes it a plain property.
			void tenon.runners.get;
			void createRest(tenon);
			const all = [
				inspect(tenon, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
				inspect(tenon.sudo("x"), { depth: Number.POSITIVE_INFINITY }),
				JSON.stringify(tenon),
				String(tenon),
				JSON.stringify(Object.getOwnPropertyDescriptors(tenon)),
			].join("\n");
			expect(all).not.toContain(token);
			expect(all).not.toContain("proxy-secret");
			expect(String(tenon)).toBe("[object Tenon]");
		}
	});
});
