import { describe, expect, test, vi } from "vitest";
import { always, baseUrl, clientOn, failure, json, refusal, script, settle, token } from "../../test/support/script";
import { AuthenticationError, CredentialsError, UsageError } from "../errors/errors";
import { createClient, type Tenon } from "../index";

const get = (tenon: Tenon, options = {}) => tenon.runners.get({ id: 7 }, options);
const ok = () => json({ id: 7 });

describe("the credential's header", () => {
	test.each([
		["SDK-143", "private-token", token, "authorization"],
		["SDK-144", "bearer", `Bearer ${token}`, "private-token"],
	] as const)("%s as %s the token goes into its header, and into no other", async (_, as, value, other) => {
		const { fetch, requests } = script(ok());
		await get(clientOn(fetch, { auth: as === "bearer" ? { token, as } : { token } }));
		const headers = requests[0]?.headers;
		expect(headers?.get(as === "bearer" ? "authorization" : as)).toBe(value);
		expect(headers?.has(other)).toBe(false);
	});

	test("SDK-145, RUNNER-514 without auth no credential is sent, and the call works", async () => {
		const { fetch, requests } = script(json({ id: 1, token: "t", token_expires_at: null }));
		const tenon = createClient({ baseUrl, fetch });
		expect(await tenon.runners.verify({ token: "glrt-1" })).toMatchObject({ id: 1 });
		expect([...(requests[0]?.headers.keys() ?? [])].sort()).toEqual(["accept", "content-type", "user-agent"]);
	});

	test("SDK-307 headers merge regardless of case, a call's over the client's; the credential's cannot be overridden", async () => {
		const { fetch, requests } = script(ok());
		const tenon = clientOn(fetch, {
			headers: { "X-One": "client", "X-Two": "client", "Private-Token": "by accident" },
		});
		await get(tenon, { headers: { "x-one": "call", "PRIVATE-TOKEN": "by accident", Accept: null } });
		const headers = requests[0]?.headers;
		expect([headers?.get("x-one"), headers?.get("x-two"), headers?.get("private-token")]).toEqual([
			"call",
			"client",
			token,
		]);
		expect(headers?.has("accept")).toBe(false);
	});

	test("a header value with a line break is refused by name, without being shown", async () => {
		const { fetch, requests } = script();
		const error = await failure<UsageError>(get(clientOn(fetch), { headers: { "X-Key": "secret\r\nSudo: root" } }));
		expect(error).toBeInstanceOf(UsageError);
		expect(error.parameter).toBe("headers.X-Key");
		expect(error.message).not.toContain("secret");
		expect(() => createClient({ baseUrl, headers: { "X-Key": "secret\n" } })).toThrow("headers.X-Key");
		expect(requests).toEqual([]);
	});
});

describe("the token", () => {
	test("SDK-147 calls a token function for each request, so that the next request uses a changed token", async () => {
		const { fetch, requests } = script(ok(), ok(), ok());
		let current = "first-token";
		const plain = clientOn(fetch, { auth: { token: () => current } });
		await get(plain);
		current = "second-token";
		await get(plain);
		await get(clientOn(fetch, { auth: { token: async () => "third-token" } }));
		expect(requests.map(({ headers }) => headers.get("private-token"))).toEqual([
			"first-token",
			"second-token",
			"third-token",
		]);
	});

	test("SDK-148 requests that wait for an async token at the same time share one call", async () => {
		const { fetch, requests } = always(ok);
		const ask = vi.fn(async () => {
			await settle();
			return "shared-token";
		});
		const tenon = clientOn(fetch, { auth: { token: ask } });
		await Promise.all([get(tenon), get(tenon), get(tenon)]);
		expect(requests).toHaveLength(3);
		expect(ask).toHaveBeenCalledTimes(1);
		await get(tenon);
		expect(ask).toHaveBeenCalledTimes(2);
	});

	const cause = new Error("the vault is sealed");
	const sealed = () => Promise.reject(cause);
	test.each([
		["token function that throws", 0, { token: (): string => expect.fail(cause.message) }],
		["token function that rejects", 0, { token: sealed }],
		["refresh hook that rejects", 1, { token, refresh: sealed }],
	])("SDK-150 a %s makes the call reject with that cause; %i requests are sent", async (_, sent, auth) => {
		const { fetch, requests } = script(refusal(401));
		const error = await failure<CredentialsError>(get(clientOn(fetch, { auth })));
		expect(error).toBeInstanceOf(CredentialsError);
		expect(error).toMatchObject({ operationId: "getRunner", cause: { message: cause.message } });
		expect(requests).toHaveLength(sent);
	});

	test.each(["", "se cret", "secret\n", "secret\r\nSudo: 1", "secret\u0000", "sécret", "秘密"])(
		"SDK-151 the token %j is refused at configuration, without being shown",
		async (bad) => {
			const error = await failure(Promise.resolve().then(() => createClient({ baseUrl, auth: { token: bad } })));
			expect(error).toBeInstanceOf(UsageError);
			expect(error.message).not.toMatch(/se ?cret|秘/);
			const { fetch, requests } = script();
			const later = await failure(get(clientOn(fetch, { auth: { token: () => bad } })));
			expect(later).toMatchObject({ name: "CredentialsError", cause: expect.any(UsageError) });
			expect(later.message + String(later.cause)).not.toMatch(/se ?cret|秘/);
			expect(requests).toEqual([]);
		},
	);

	test("SDK-149 a 401 calls the refresh hook once, and the request is sent once more with the new token", async () => {
		const { fetch, requests } = script(refusal(401), ok());
		let current = "old-token";
		const refresh = vi.fn(async () => {
			current = "new-token";
		});
		await get(clientOn(fetch, { auth: { token: () => current, refresh } }));
		expect(requests.map(({ headers }) => headers.get("private-token"))).toEqual(["old-token", "new-token"]);
		expect(refresh).toHaveBeenCalledTimes(1);
	});

	test("SDK-149 a second 401 is raised, and requests refused together share one refresh", async () => {
		const { fetch, requests } = always(() => refusal(401));
		const refresh = vi.fn(settle);
		const tenon = clientOn(fetch, { auth: { token, refresh } });
		const errors = await Promise.all([failure(get(tenon)), failure(get(tenon))]);
		for (const error of errors) expect(error).toBeInstanceOf(AuthenticationError);
		expect(requests).toHaveLength(4);
		expect(refresh).toHaveBeenCalledTimes(1);
	});

	test("SDK-127 two clients that are used at once never mix their tokens", async () => {
		const { fetch, requests } = always(ok);
		const clients = ["one", "two"].map((name) =>
			clientOn(fetch, { auth: { token: async () => `${name}-token` }, headers: { "x-client": name } }),
		);
		await Promise.all(Array.from({ length: 20 }, (_, i) => get(clients[i % 2] as Tenon))); // there are two
		expect(requests).toHaveLength(20);
		for (const { headers } of requests) expect(headers.get("private-token")).toBe(`${headers.get("x-client")}-token`);
	});
});

describe("sudo", () => {
	test("SDK-157, SDK-158, USER-731 of a call or a client, by number or name, is sent as the Sudo header", async () => {
		const { fetch, requests } = always(ok);
		const tenon = clientOn(fetch);
		await get(tenon, { sudo: 42 });
		await get(tenon.sudo("owner"));
		await get(clientOn(fetch, { sudo: "root" }));
		await get(tenon);
		expect(requests.map(({ headers }) => headers.get("sudo"))).toEqual(["42", "owner", "root", null]);
	});

	test("SDK-157 retries and following pages carry it", async () => {
		const { fetch, requests } = script(
			refusal(503),
			json([{ id: 1 }], { headers: { "x-next-page": "2" } }),
			json([{ id: 2 }], { headers: { "x-next-page": "" } }),
		);
		await clientOn(fetch).sudo("owner").runners.list().all();
		expect(requests.map(({ headers }) => headers.get("sudo"))).toEqual(["owner", "owner", "owner"]);
	});

	test.each(["", " ", "a b", "root\r\nX: 1", Number.NaN])(
		"SDK-158 %j is refused before anything is sent",
		async (user) => {
			const { fetch, requests } = script();
			const tenon = clientOn(fetch);
			expect(await failure(get(tenon, { sudo: user }))).toBeInstanceOf(UsageError);
			expect(() => tenon.sudo(user)).toThrow(UsageError);
			expect(requests).toEqual([]);
		},
	);

	test("SDK-159 a call's overrides the client's, and null removes it", async () => {
		const { fetch, requests } = always(ok);
		const tenon = clientOn(fetch).sudo("owner");
		await get(tenon, { sudo: "guest" });
		await get(tenon, { sudo: null });
		await get(tenon, { sudo: undefined });
		await get(tenon.sudo(null));
		expect(requests.map(({ headers }) => headers.get("sudo"))).toEqual(["guest", null, "owner", null]);
	});

	test("SDK-160 of one call is not sent by others that run at the same time", async () => {
		const { fetch, requests } = always(ok);
		const tenon = clientOn(fetch);
		await Promise.all([
			tenon.runners.get({ id: 1 }, { sudo: "one" }),
			tenon.runners.get({ id: 2 }),
			tenon.runners.get({ id: 3 }, { sudo: 3 }),
		]);
		const byRunner = new Map(requests.map(({ path, headers }) => [path.at(-1), headers.get("sudo")]));
		expect(byRunner).toEqual(
			new Map([
				["1", "one"],
				["2", null],
				["3", "3"],
			]),
		);
	});
});
