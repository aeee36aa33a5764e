import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { baseUrl, broken, clientOn, failure, json, refusal, script, token } from "../../test/support/script";
import { ApiError, ConnectionError, RedirectError, UsageError } from "../errors/errors";
import { sendAlert } from "../generated/operations";
import type { RequestOptions } from "../index";

const url = "https://alerts.test/acme/web/alerts/notify/disk/0123.json?x=1";
const key = "alert-key-9876";

function send(steps: Parameters<typeof script>, to: { url?: string; key?: string } = {}, options?: RequestOptions) {
	const { fetch, requests } = script(...steps);
	const tenon = clientOn(fetch, { sudo: "owner", headers: { "x-proxy-key": "proxy-secret" } });
	return { requests, sent: sendAlert(tenon, { url, key, payload: { title: "Disk full" }, ...to }, options) };
}

describe("the alert intake", () => {
	test("SDK-285, SDK-112 JSON is posted to the address as it stands, with the key; the alerts are given", async () => {
		const { requests, sent } = send([json([{ iid: 1, title: "Disk full" }])]);
		expect(await sent).toEqual([{ iid: 1, title: "Disk full" }]);
		expect([requests[0]?.method, requests[0]?.url, requests[0]?.body]).toEqual(["POST", url, '{"title":"Disk full"}']);
		expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${key}`);
		expect(requests[0]?.headers.get("content-type")).toBe("application/json");
		for (const odd of ["https://alerts.test/a/", "https://alerts.test/%7Ba%7D/b%2Fc", "https://alerts.test/{a}"]) {
			const other = send([json([])], { url: odd });
			await other.sent;
			expect(other.requests[0]?.url).toBe(new URL(odd).href);
		}
	});

	test("SDK-293 the client's token, sudo and headers do not go there, even on the client's own host", async () => {
		for (const address of [url, `${baseUrl}/api/v4/alerts`]) {
			const { requests, sent } = send([json([])], { url: address }, { headers: { "x-own": "1" } });
			await sent;
			const headers = [...(requests[0]?.headers ?? [])];
			expect(headers.map(([name]) => name).sort()).toEqual(["accept", "authorization", "content-type", "x-own"]);
			expect(JSON.stringify(headers)).not.toContain(token);
		}
	});

	test("SDK-287 a key within the address is taken out of it and sent in the header", async () => {
		const { requests, sent } = send([json([])], { url: "https://user:k%2Fey@alerts.test/x", key: "" });
		await sent;
		expect(requests[0]?.url).toBe("https://alerts.test/x");
		expect(requests[0]?.headers.get("authorization")).toBe("Bearer k/ey");
	});

	test("SDK-235, SDK-239 no error shows the key", async () => {
		const embedded = { url: "https://user:sesame-key@alerts.test/x", key: "" };
		const found = [
			await failure(send([refusal(401, { message: `no ${key}` })]).sent),
			await failure(send([refusal(401, { message: "no sesame-key" })], embedded).sent),
			await failure(send([broken()], embedded).sent),
			await failure(send([], { url: "ftp://user:sesame-key@alerts.test" }).sent),
			await failure(send([], { url: "https://user:sesame-key@[bad" }).sent),
		];
		for (const error of found) {
			const shown =
				inspect(error, { depth: 9, showHidden: true }) + error.message + error.stack + JSON.stringify(error);
			expect(shown).not.toMatch(/sesame|alert-key/);
		}
		expect(found.slice(3)).toEqual([expect.any(UsageError), expect.any(UsageError)]);
	});

	test.each([400, 401, 403])("SDK-294 a %i without a body rejects with the error of its status", async (status) => {
		const error = await failure(send([new Response(null, { status })]).sent);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({ status, operationId: "sendAlert" });
	});

	test("SDK-295 an alert is sent again on 429, not on a 5xx or a broken connection", async () => {
		const limited = send([refusal(429), json([])]);
		expect(await limited.sent).toEqual([]);
		expect(limited.requests).toHaveLength(2);
		for (const step of [refusal(503), broken()]) {
			const { requests, sent } = send([step]);
			expect(await failure(sent)).toMatchObject({ outcomeUnknown: true });
			expect(requests).toHaveLength(1);
		}
		expect(await failure(send([broken()]).sent)).toBeInstanceOf(ConnectionError);
	});

	test("SDK-233 a redirect is refused: the key goes nowhere else", async () => {
		const { requests, sent } = send([
			new Response(null, { status: 307, headers: { location: "https://elsewhere.test" } }),
		]);
		expect(await failure(sent)).toBeInstanceOf(RedirectError);
		expect(requests).toHaveLength(1);
	});
});
