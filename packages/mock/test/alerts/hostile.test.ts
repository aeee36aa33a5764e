import { beforeEach, expect, test } from "vitest";
import { type AlertWorld, alertWorld } from "../support/alerts";

let there: AlertWorld;
beforeEach(() => {
	there = alertWorld();
});

test.each<[string, string, Record<string, string>]>([
	["broken escapes in the address's password", ":%zz@", {}],
	["an escape in it that is no text", ":%ff@", {}],
	["a Basic pair without a colon", "", { authorization: "Basic KEY" }],
	["an empty password", ":@", {}],
])("AUTH-101 %s opens nothing", async (_what, userInfo, headers) => {
	const authorization = headers.authorization?.replace("KEY", btoa(there.intake.key));
	const before = there.state();
	const { status, body } = await there.platform.handle({
		method: "POST",
		url: there.addressOf(there.intake).replace("//", `//${userInfo}`),
		headers: authorization === undefined ? {} : { authorization },
		body: "{}",
	});
	expect([status, body]).toEqual([401, null]);
	expect(there.state()).toBe(before);
});

test("ALERT-017 bytes that are no text", async () => {
	expect((await there.send(null, { body: new Uint8Array([0x7b, 0xff, 0x7d]) })).status).toBe(400);
});

test("ALERT-024 a body of brackets alone", async () => {
	for (const part of ["[", '{"a":']) expect((await there.send(null, { body: part.repeat(100_000) })).status).toBe(400);
});

test("ALERT-049 members named like properties of all objects are details like others", async () => {
	const body = '{"title":"x","__proto__":{},"constructor":{"prototype":{"z":1}},"a":{"__proto__":[1]}}';
	expect((await there.send(null, { body })).status).toBe(200);
	const { details } = await there.last();
	expect(Object.entries(details)).toEqual([
		["__proto__", {}],
		["constructor.prototype.z", 1],
		["a.__proto__", [1]],
	]);
	expect({}).not.toHaveProperty("z");
	const { platform } = there;
	const before = there.state();
	platform.restore(platform.snapshot());
	expect(there.state()).toBe(before);
});

test("ALERT-026, ALERT-036, ALERT-038 values that are no text count as absent", async () => {
	const payload = { title: {}, description: [], service: {}, hosts: {}, severity: {}, fingerprint: { a: 1 } };
	expect((await there.send(payload)).body).toEqual([{ iid: 1, title: "New: Alert" }]);
	expect(await there.last()).toMatchObject({ description: null, service: null, hosts: [], severity: "CRITICAL" });
});

test("ALERT-029, ALERT-040 letters are not cut in two", async () => {
	await there.send({ title: "\u{1F525}".repeat(201), hosts: [`${"x".repeat(254)}\u{1F525}y`] });
	expect(await there.last()).toMatchObject({
		title: `${"\u{1F525}".repeat(197)}...`,
		hosts: [`${"x".repeat(254)}\u{1F525}`],
	});
});

test("ALERT-014 paths of the interfaces are none of the intake's", async () => {
	const { body } = await there.ask("root", "POST", "/projects/acme%2Fwatched/alerts/notify.json", { json: {} });
	expect(body).toEqual({ error: "404 Not Found" });
});

test("AUTH-016 a key is no access token", async () => {
	const { status } = await there.ask(null, "GET", "/user", { headers: { "PRIVATE-TOKEN": there.intake.key } });
	expect(status).toBe(401);
});
