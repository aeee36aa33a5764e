import { describe, expect, test } from "vitest";
import {
	clientOn,
	failure,
	json,
	refusal,
	type SentRequest,
	script,
	settle,
	token,
	until,
} from "../../test/support/script";
import { adoptToken, createClient } from "../index";

const ok = () => json({ id: 7 });
const tokens = (requests: readonly SentRequest[]) => requests.map(({ headers }) => headers.get("private-token"));
const params = { id: "acme", token_id: 7 };

describe("adopting a rotated token", () => {
	test("SDK-155 requests that begin after the rotation use the new token", async () => {
		const { fetch, requests } = script(ok, json({ id: 8, token: "new-token", expires_at: "2027-01-01" }), ok, ok);
		const tenon = clientOn(fetch);
		await tenon.groups.get({ id: 7 });
		const rotated = await adoptToken(tenon, tenon.groups.rotatePersonalAccessToken(params));
		expect(rotated).toMatchObject({ id: 8, expires_at: "2027-01-01" });
		await tenon.groups.get({ id: 7 });
		await tenon.sudo("owner").groups.get({ id: 7 });
		expect(tokens(requests)).toEqual([token, token, "new-token", "new-token"]);
	});

	test("SDK-155 a request that was refused because the old token is gone goes again with the new one", async () => {
		let rotate = (_: Response) => {};
		const slow = new Promise<Response>((resolve) => {
			rotate = resolve;
		});
		const { fetch, requests } = script(() => slow, refusal(401, { error: "invalid_token" }), ok);
		const tenon = clientOn(fetch);
		const adopted = adoptToken(tenon, tenon.groups.rotatePersonalAccessToken(params));
		const read = tenon.groups.get({ id: 7 });
		await until(() => requests.length === 2);
		rotate(json({ token: "new-token" }));
		expect(await read).toEqual({ id: 7 });
		await adopted;
		expect(tokens(requests)).toEqual([token, token, "new-token"]);
	});

	test("SDK-126 clients that were derived before keep the old one", async () => {
		const { fetch, requests } = script(json({ token: "new-token" }), ok);
		const tenon = clientOn(fetch);
		const before = tenon.sudo("owner");
		await adoptToken(tenon, tenon.groups.rotatePersonalAccessToken(params));
		await before.groups.get({ id: 7 });
		expect(tokens(requests)).toEqual([token, token]);
	});

	test("it takes the place of a function that gives tokens", async () => {
		const { fetch, requests } = script(json({ token: "new-token" }), ok);
		const tenon = clientOn(fetch, { auth: { token: async () => "of-the-vault", as: "bearer" } });
		await adoptToken(tenon, tenon.groups.rotateResourceAccessToken(params));
		await tenon.groups.get({ id: 7 });
		expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
			"Bearer of-the-vault",
			"Bearer new-token",
		]);
	});

	test("a rotation that fails leaves the old one, and so does a token that no header can carry", async () => {
		const { fetch, requests } = script(refusal(403), json({ token: "a\nb" }), ok);
		const tenon = clientOn(fetch);
		const rotate = () => adoptToken(tenon, tenon.groups.rotatePersonalAccessToken(params));
		expect(await failure(rotate())).toMatchObject({ status: 403 });
		const error = await failure(rotate());
		expect(error.name).toBe("UsageError");
		expect(error.message).not.toContain("a\nb");
		await tenon.groups.get({ id: 7 });
		expect(tokens(requests)).toEqual([token, token, token]);
	});

	test("a client without a token has none to replace", async () => {
		const tenon = createClient({ baseUrl: "https://platform.test" });
		expect(await failure(adoptToken(tenon, Promise.resolve({ token: "t" })))).toMatchObject({ parameter: "auth" });
	});
});

describe("a token that was refused", () => {
	test("SDK-149 calls the token function again, and tries a new token once", async () => {
		let asks = 0;
		const auth = { token: async () => `token-${++asks}` };
		const { fetch, requests } = script(refusal(401), ok, refusal(401), refusal(401));
		const tenon = clientOn(fetch, { auth });
		expect(await tenon.groups.get({ id: 7 })).toEqual({ id: 7 });
		expect(tokens(requests)).toEqual(["token-1", "token-2"]);
		expect(await failure(tenon.groups.get({ id: 7 }))).toMatchObject({ status: 401, attempts: 2 });
		expect(asks).toBe(4);
	});

	test("SDK-149 the same token is not tried again", async () => {
		let asks = 0;
		const auth = {
			token: () => {
				asks++;
				return "the-only-one";
			},
		};
		const { fetch, requests } = script(refusal(401));
		expect(await failure(clientOn(fetch, { auth }).groups.get({ id: 7 }))).toMatchObject({ status: 401, attempts: 1 });
		expect([asks, requests.length]).toEqual([2, 1]);
	});

	test("SDK-148 calls that are refused at the same time ask once", async () => {
		let asks = 0;
		const auth = {
			token: async () => {
				await settle();
				return asks++ === 0 ? "old-token" : "new-token";
			},
		};
		const { fetch, requests } = script(
			...Array(6).fill(({ headers }: SentRequest) =>
				headers.get("private-token") === "new-token" ? ok() : refusal(401),
			),
		);
		const tenon = clientOn(fetch, { auth });
		await Promise.all([1, 2, 3].map((id) => tenon.groups.get({ id })));
		expect(tokens(requests)).toEqual([...Array(3).fill("old-token"), ...Array(3).fill("new-token")]);
		expect(asks).toBe(2);
	});

	test("SDK-209 a function that hangs does not outlast the call", async () => {
		let asks = 0;
		const token = () => (asks++ === 0 ? "old-token" : new Promise<string>(() => {}));
		const { fetch } = script(refusal(401));
		const tenon = clientOn(fetch, { auth: { token }, timeout: 20, retries: 1 });
		expect(await failure(tenon.pipelines.create({ id: 7, ref: "main" }))).toMatchObject({ name: "TimeoutError" });
	});
});
