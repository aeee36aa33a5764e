import { beforeEach, describe, expect, test } from "vitest";
import { type AlertWorld, alertWorld, item, metricsPayload } from "../support/alerts";

let there: AlertWorld;
beforeEach(() => {
	there = alertWorld();
});

const nested = (levels: number): object => {
	let value: object = {};
	for (let level = 1; level < levels; level++) value = { a: value };
	return value;
};

describe("the address", () => {
	test("ALERT-011, ALERT-016, ERR-029 a JSON body makes an alert, also an empty object", async () => {
		expect(await there.send({ title: "Disk full" })).toMatchObject({
			status: 200,
			body: [{ iid: 1, title: "Disk full" }],
		});
		expect(await there.send({})).toMatchObject({ status: 200, body: [{ iid: 2, title: "New: Alert" }] });
		expect(await there.alerts()).toMatchObject([
			{ iid: "1", title: "Disk full" },
			{
				iid: "2",
				title: "New: Alert",
				description: null,
				service: null,
				monitoringTool: null,
				severity: "CRITICAL",
				status: "TRIGGERED",
				hosts: [],
				startedAt: "2026-01-05T09:30:00Z",
				endedAt: null,
				eventCount: 1,
				details: {},
				environment: null,
			},
		]);
	});

	test("ALERT-012..013 numbers count in each project, and alerts land in the integration's own", async () => {
		const other = there.make.project("acme/also-watched");
		const to = there.make.alertIntegration(other, { name: "Other" });
		for (const [intake, iid] of [
			[there.intake, 1],
			[there.intake, 2],
			[to, 1],
			[there.intake, 3],
			[to, 2],
		] as const)
			expect((await there.send({ title: `${iid}` }, {}, intake)).body).toEqual([{ iid, title: `${iid}` }]);
		expect((await there.alerts()).map(({ iid }) => iid)).toEqual(["1", "2", "3"]);
		expect((await there.alerts(other)).map(({ iid }) => iid)).toEqual(["1", "2"]);
	});

	test("ALERT-013 below another project's path it is no address", async () => {
		const url = there.addressOf(there.intake).replace("acme/watched", "acme/web");
		const headers = { authorization: `Bearer ${there.intake.key}` };
		const before = there.state();
		expect((await there.platform.fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(403);
		expect(there.state()).toBe(before);
	});

	test("ALERT-014 its form; without .json or with an unknown project it is none", async () => {
		const { data } = await there.gql(
			"maintainer",
			'{ project(fullPath: "acme/watched") { alertManagementHttpIntegrations { nodes { url token } } } }',
		);
		const [{ url, token }] = data.project.alertManagementHttpIntegrations.nodes;
		expect(url).toMatch(/^http:\/\/tenon\.test\/acme\/watched\/alerts\/notify\/watcher\/[0-9a-f]{16}\.json$/);
		expect(url).toBe(there.addressOf(there.intake));
		const post = async (address: string): Promise<number> =>
			(
				await there.platform.fetch(address, {
					method: "POST",
					headers: { authorization: `Bearer ${token}` },
					body: "{}",
				})
			).status;
		expect(await post(url)).toBe(200);
		expect(await post(url.replace(".json", ""))).toBe(404);
		expect(await post(url.replace("acme/watched", "acme/nowhere"))).toBe(404);
	});

	test.each(["GET", "PUT", "DELETE", "PATCH"])("ALERT-015 %s is refused and stores nothing", async (method) => {
		const before = there.state();
		const { status, headers } = await there.send({}, { method });
		expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
		expect(there.state()).toBe(before);
	});
});

describe("what is refused, always without a body", () => {
	test.each<[string, string]>([
		["ALERT-017", "{"],
		["ALERT-017", "[]"],
		["ALERT-017", '"text"'],
		["ALERT-017", "null"],
		["ALERT-017", "1"],
		["ALERT-017", ""],
	])("%s the body %j", async (_claim, body) => {
		const before = there.state();
		expect(await there.send(null, { body })).toMatchObject({ status: 400, body: "" });
		expect(there.state()).toBe(before);
	});

	test.each<[string, Record<string, string>]>([
		["a form", { "content-type": "application/x-www-form-urlencoded" }],
		["plain text", { "content-type": "text/plain" }],
	])("ALERT-018 %s", async (_what, headers) => {
		const before = there.state();
		expect(await there.send(null, { body: "title=x", headers })).toMatchObject({ status: 400, body: "" });
		expect(there.state()).toBe(before);
	});

	test("ALERT-023 1 MiB is taken, a byte more is not", async () => {
		const payload = (bytes: number): string => {
			const empty = JSON.stringify({ title: "big", filler: "" });
			return JSON.stringify({ title: "big", filler: "x".repeat(bytes - empty.length) });
		};
		expect((await there.send(null, { body: payload(1_048_577) })).status).toBe(400);
		expect((await there.send(null, { body: payload(1_048_576) })).status).toBe(200);
		expect(await there.alerts()).toHaveLength(1);
	});

	test("ALERT-024 a hundred levels are taken, one more is not", async () => {
		expect((await there.send(nested(101))).status).toBe(400);
		expect((await there.send(nested(100))).status).toBe(200);
		expect((await there.send({ list: [nested(99)] })).status).toBe(400);
	});

	test.each<[string, object, number]>([
		["ALERT-021 generic", {}, 403],
		["ALERT-022 metrics", metricsPayload(item()), 401],
	])("%s to an inactive and to an unknown integration", async (_what, payload, status) => {
		const inactive = there.make.alertIntegration(there.project, { name: "Off", active: false });
		const before = there.state();
		for (const to of [inactive, { ...there.intake, endpoint: "0123456789abcdef" }])
			expect(await there.send(payload, {}, to)).toMatchObject({ status, body: "" });
		expect(there.state()).toBe(before);
	});

	test("ALERT-020 first the body, then the integration, then the key, then what the payload says", async () => {
		const inactive = there.make.alertIntegration(there.project, { name: "Off", active: false });
		const over = { fingerprint: "none", end_time: "2026-01-05T09:00:00Z" };
		expect((await there.send(null, { body: "{", key: "wrong" }, inactive)).status).toBe(400);
		expect((await there.send(over, { key: "wrong" }, inactive)).status).toBe(403);
		expect((await there.send(over, { key: "wrong" })).status).toBe(401);
		expect((await there.send(over)).status).toBe(400);
	});

	test("ALERT-019, ALERT-141 and nothing is changed by it", async () => {
		await there.send({ title: "kept", fingerprint: "f" });
		const before = there.state();
		for (const [payload, key, status] of [
			[{ fingerprint: "other", end_time: "2026-01-05T09:00:00Z" }, undefined, 400],
			[{ fingerprint: "f" }, "wrong", 401],
		] as const)
			expect(await there.send(payload, key === undefined ? {} : { key })).toMatchObject({ status, body: "" });
		expect(there.state()).toBe(before);
		expect((await there.send({ title: "next" })).body).toEqual([{ iid: 2, title: "next" }]);
	});

	test("ALERT-025 past the project's limit, where there is one", async () => {
		there.platform.settings.alertLimit = { requests: 2, period: 3_600 };
		expect((await there.send({})).status).toBe(200);
		expect((await there.send({})).status).toBe(200);
		const { status, body, headers } = await there.send({});
		expect([status, body, headers.get("retry-after")]).toEqual([429, "Retry later", "3600"]);
		const other = there.make.project("acme/also-watched");
		expect((await there.send({}, {}, there.make.alertIntegration(other, { name: "Other" }))).status).toBe(200);
		there.platform.clock.advance("1 hour");
		expect((await there.send({})).status).toBe(200);
	});
});

describe("credentials", () => {
	const basic = (pair: string): string => `Basic ${btoa(pair)}`;

	test.each<[string, (key: string) => string, number]>([
		["AUTH-096 as a bearer", (key) => `Bearer ${key}`, 200],
		["AUTH-097 as the password of no one", (key) => basic(`:${key}`), 200],
		["AUTH-099 as the password of anyone", (key) => basic(`someone:${key}`), 200],
		["AUTH-099 as the name", (key) => basic(`${key}:`), 401],
		["AUTH-101 wrong", () => "Bearer 0123456789abcdef0123456789abcdef", 401],
		["AUTH-101 wrong password", () => basic(":nothing"), 401],
		["AUTH-101 another scheme", (key) => `Token ${key}`, 401],
		["AUTH-101 no Base64", () => "Basic ???", 401],
		["AUTH-103 a user's token", () => "Bearer maintainer-token", 401],
		["AUTH-103 an administrator's token", () => "Bearer root-token", 401],
	])("%s", async (_what, header, status) => {
		const before = there.state();
		const told = await there.send({}, { key: null, headers: { authorization: header(there.intake.key) } });
		expect(told.status).toBe(status);
		if (status === 200) return;
		expect(told.body).toBe("");
		expect(there.state()).toBe(before);
	});

	test("AUTH-101 none at all", async () => {
		expect(await there.send({}, { key: null })).toMatchObject({ status: 401, body: "" });
	});

	test("AUTH-098 in the address", async () => {
		const url = there.addressOf(there.intake);
		const ask = async (userInfo: string, headers: Record<string, string> = {}): Promise<number> =>
			(await there.platform.handle({ method: "POST", url: url.replace("//", `//${userInfo}@`), headers, body: "{}" }))
				.status;
		expect(await ask(`:${there.intake.key}`)).toBe(200);
		expect(await ask(`anyone:${there.intake.key}`)).toBe(200);
		expect(await ask(":wrong")).toBe(401);
	});

	test("AUTH-102 the header is read before the address", async () => {
		const url = there.addressOf(there.intake).replace("//", `//:${there.intake.key}@`);
		const ask = (authorization: string) =>
			there.platform.handle({ method: "POST", url, headers: { authorization }, body: "{}" });
		expect((await ask("Bearer wrong")).status).toBe(401);
	});

	test("AUTH-104 the key of another integration", async () => {
		const other = there.make.alertIntegration(there.project, { name: "Other" });
		expect((await there.send({}, { key: other.key })).status).toBe(401);
		expect((await there.send({}, { key: other.key }, other)).status).toBe(200);
	});

	test("AUTH-105, GQL-274 a key has 32 hexadecimal digits; once reset only the new one opens", async () => {
		expect(there.intake.key).toMatch(/^[0-9a-f]{32}$/);
		const id = `gid://service/AlertManagement::HttpIntegration/${there.intake.id}`;
		const { data } = await there.gql(
			"maintainer",
			`mutation { httpIntegrationResetToken(input: { id: "${id}" }) { integration { token } errors } }`,
		);
		const { token } = data.httpIntegrationResetToken.integration;
		expect(token).toMatch(/^[0-9a-f]{32}$/);
		expect((await there.send({})).status).toBe(401);
		expect((await there.send({}, { key: token })).status).toBe(200);
	});
});
