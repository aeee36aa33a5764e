import { beforeEach, expect, test } from "vitest";
import { type AlertWorld, alertWorld } from "../support/alerts";

let there: AlertWorld;
beforeEach(() => {
	there = alertWorld();
});

/** Posts an empty payload to the intake, with this user information in the URL. */
const withUserInfo = (userInfo: string, headers: Record<string, string> = {}) =>
	there.platform.handle({
		method: "POST",
		url: there.addressOf(there.intake).replace("//", `//${userInfo}`),
		headers,
		body: "{}",
	});

test.each<[string, string, Record<string, string>]>([
	["broken escapes in the address's password", ":%zz@", {}],
	["an escape in it that is not UTF-8", ":%ff@", {}],
	["a wrong password in it", ":wrong@", {}],
	["a Basic pair without a colon", "", { authorization: "Basic KEY" }],
	["an empty password", ":@", {}],
])("AUTH-101 %s is refused", async (_what, userInfo, headers) => {
	const authorization = headers.authorization?.replace("KEY", btoa(there.intake.key));
	const before = there.state();
	const { status, body } = await withUserInfo(userInfo, authorization === undefined ? {} : { authorization });
	expect([status, body]).toEqual([401, null]);
	expect(there.state()).toBe(before);
});

test("AUTH-098 the key may be in the URL, with any name", async () => {
	for (const userInfo of [`:${there.intake.key}@`, `anyone:${there.intake.key}@`])
		expect((await withUserInfo(userInfo)).status).toBe(200);
});

test("AUTH-102 the header is read before the address", async () => {
	const { status } = await withUserInfo(`:${there.intake.key}@`, { authorization: "Bearer wrong" });
	expect(status).toBe(401);
});

test("a snapshot keeps details that are named like properties of all objects", async () => {
	const body = '{"title":"x","__proto__":{},"constructor":{"prototype":{"z":1}},"a":{"__proto__":[1]}}';
	expect((await there.send(null, { body })).status).toBe(200);
	expect({}).not.toHaveProperty("z");
	const { platform } = there;
	const before = there.state();
	platform.restore(platform.snapshot());
	expect(there.state()).toBe(before);
});

test("paths of the interfaces are not the intake's", async () => {
	const { body } = await there.ask("root", "POST", "/projects/acme%2Fwatched/alerts/notify.json", { json: {} });
	expect(body).toEqual({ error: "404 Not Found" });
});

test("other methods are refused with those that are allowed", async () => {
	const { status, headers } = await there.send({}, { method: "PUT" });
	expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
});

test.each<[string, object, string]>([
	["a blank name", { name: " " }, "Name can't be blank"],
	[
		"a mapping without a path",
		{ payloadAttributeMappings: [{ fieldName: "TITLE", path: [], type: "STRING" }] },
		"Payload attribute mapping title has no path",
	],
])("an integration is refused %s", async (_what, fields, error) => {
	const query = "mutation($i: HttpIntegrationCreateInput!) { httpIntegrationCreate(input: $i) { errors } }";
	const input = { projectPath: "acme/watched", name: "New", active: true, ...fields };
	const { data } = await there.gql("maintainer", query, { i: input });
	expect(data.httpIntegrationCreate.errors).toEqual([error]);
});

test("a payload as metrics systems really send it fires and resolves", async () => {
	const labels = { alertname: "HighErrorRate", instance: "web-1:9100", job: "web", severity: "page" };
	const item = {
		status: "firing",
		labels,
		annotations: { description: "More than 5 % fail.", summary: "High error rate" },
		startsAt: "2026-01-05T09:12:03.421Z",
		endsAt: "0001-01-01T00:00:00Z",
		generatorURL: "http://metrics-1:9090/graph?g0.expr=rate%28errors%5B5m%5D%29+%3E+0.05&g0.tab=1",
		fingerprint: "c4fca5e6a2c9b1a8",
	};
	const payload = {
		receiver: "platform",
		status: "firing",
		alerts: [item],
		groupLabels: { alertname: "HighErrorRate" },
		commonLabels: labels,
		commonAnnotations: { summary: "High error rate" },
		externalURL: "http://alerts-1:9093",
		version: "4",
		groupKey: '{}:{alertname="HighErrorRate"}',
		truncatedAlerts: 0,
	};
	expect((await there.send(payload)).body).toEqual([{ iid: 1, title: "High error rate" }]);
	expect(await there.last()).toMatchObject({
		status: "TRIGGERED",
		severity: "HIGH",
		startedAt: "2026-01-05T09:12:03Z",
		description: "More than 5 % fail.",
		details: { metric_query: "rate(errors[5m]) > 0.05" },
	});
	const over = { ...item, status: "resolved", endsAt: "2026-01-05T09:20:00Z" };
	expect((await there.send({ ...payload, status: "resolved", alerts: [over] })).body).toHaveLength(1);
	expect(await there.last()).toMatchObject({ status: "RESOLVED", endedAt: "2026-01-05T09:20:00Z" });
});
