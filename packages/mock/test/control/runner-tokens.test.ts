import { expect, test } from "vitest";
import { world } from "../support/world";

const instance = { json: { runner_type: "instance_type" } };

test("the settings name and change the prefix of each kind of token", async () => {
	const { ask } = world({
		runnerTokenPrefix: "new:",
		registeredRunnerTokenPrefix: "old:",
		registrationTokenPrefix: "reg:",
	});
	const created = await ask("root", "POST", "/user/runners", instance);
	const registration = await ask("root", "POST", "/runners/reset_registration_token");
	const registered = await ask(null, "POST", "/runners", { json: { token: registration.body.token } });
	const texts = [created, registration, registered].map(({ body }) => body.token.slice(0, 4));
	expect(texts).toEqual(["new:", "reg:", "old:"]);
	const reset = await ask("root", "POST", `/runners/${registered.body.id}/reset_authentication_token`);
	expect(reset.body.token.startsWith("old:")).toBe(true);
});

test("by default every kind of token has a prefix of its own", () => {
	const { settings } = world().platform;
	const { runnerTokenPrefix, registeredRunnerTokenPrefix, registrationTokenPrefix, accessTokenPrefix } = settings;
	const all = [runnerTokenPrefix, registeredRunnerTokenPrefix, registrationTokenPrefix, accessTokenPrefix];
	expect(new Set(all).size).toBe(4);
	expect(registeredRunnerTokenPrefix.startsWith(runnerTokenPrefix)).toBe(false);
});

test("the same state and the same requests give the same tokens", async () => {
	const run = async () => {
		const { ask } = world();
		const { body } = await ask("root", "POST", "/user/runners", instance);
		const reset = await ask("root", "POST", `/runners/${body.id}/reset_authentication_token`);
		return [body.token, reset.body.token];
	};
	const [first, second] = [await run(), await run()];
	expect(second).toEqual(first);
	expect(new Set(first).size).toBe(2);
});

test("a manager shows the address that its last request came from, and its runner shows none", async () => {
	const { ask, make, platform } = world();
	const runner = make.runner();
	make.runnerManager(runner, { system_id: "s_1", ip_address: "192.0.2.17" });
	const address = async () => (await ask("root", "GET", `/runners/${runner.id}/managers`)).body[0].ip_address;
	expect(await address()).toBe("192.0.2.17");
	const body = JSON.stringify({ token: `runner-${runner.id}-token`, system_id: "s_1" });
	const headers = { "content-type": "application/json" };
	const request = { method: "POST", url: "http://tenon.test/api/v4/runners/verify", headers, body };
	expect((await platform.handle({ ...request, ip: "198.51.100.4" })).status).toBe(200);
	expect(await address()).toBe("198.51.100.4");
	expect((await ask("root", "GET", `/runners/${runner.id}`)).body.ip_address).toBe("");
});
