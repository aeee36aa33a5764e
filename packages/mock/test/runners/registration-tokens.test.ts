import { describe, expect, test } from "vitest";
import { type Scene, scene, unauthorized } from "./scene";

const forbidden = { message: "403 Forbidden" };
const registers = async ({ ask }: Scene, token: string) =>
	(await ask(null, "POST", "/runners", { json: { token } })).status;

type Level = "instance" | "project" | "group";
const token: { [level in Level]: string } = {
	instance: "instance-registration-token",
	project: "lab/app-registration-token",
	group: "lab-registration-token",
};
const reset: { [level in Level]: string } = {
	instance: "/runners/reset_registration_token",
	project: "/projects/lab%2Fapp/runners/reset_registration_token",
	group: "/groups/lab/runners/reset_registration_token",
};

const levels: [claims: string, level: Level, who: string][] = [
	["RUNNER-451, RUNNER-453", "instance", "root"],
	["RUNNER-457, RUNNER-459", "project", "maintainer"],
	["RUNNER-463, RUNNER-465", "group", "owner"],
];

test.each(levels)("%s %s: the new token registers, the old one no more", async (_claims, level, who) => {
	const made = scene();
	expect(await registers(made, token[level])).toBe(201);
	const told = await made.ask(who, "POST", reset[level]);
	expect(told.status).toBe(201);
	expect(told.body).toEqual({ token: expect.any(String), token_expires_at: null });
	expect(told.body.token.startsWith(made.platform.settings.registrationTokenPrefix)).toBe(true);
	expect(await registers(made, token[level])).toBe(403);
	expect(await registers(made, told.body.token)).toBe(201);
});

const rights: [claim: string, level: Level, may: string[], mayNot: string[]][] = [
	["RUNNER-454", "instance", ["root"], ["owner", "maintainer", "auditor", "outsider"]],
	["RUNNER-460", "project", ["root", "owner", "maintainer"], ["developer", "reporter", "guest", "auditor"]],
	["RUNNER-466", "group", ["root", "owner"], ["maintainer", "developer", "guest", "auditor"]],
];

test.each(rights)("%s %s: who may", async (_claim, level, may, mayNot) => {
	for (const who of may) expect((await scene().ask(who, "POST", reset[level])).status, who).toBe(201);
	const made = scene();
	for (const who of mayNot) {
		const told = await made.refused(who, "POST", reset[level]);
		expect([told.status, told.body, told.unchanged], who).toEqual([403, forbidden, true]);
	}
	const anonymous = await made.refused(null, "POST", reset[level]);
	expect([anonymous.status, anonymous.body, anonymous.unchanged]).toEqual([401, unauthorized, true]);
	expect(await registers(made, token[level])).toBe(201);
});

describe("switched off", () => {
	test.each([
		["RUNNER-455", "instance"],
		["RUNNER-461", "project"],
		["RUNNER-467", "group"],
	] as const)("%s for the instance: reset of the %s's refused", async (_claim, level) => {
		const made = scene();
		made.make.runnerRule(null, { registration_enabled: false });
		const told = await made.refused("root", "POST", reset[level]);
		expect([told.status, told.body, told.unchanged]).toEqual([403, forbidden, true]);
	});

	test("RUNNER-461, RUNNER-467 for a group: there and below, not for the instance", async () => {
		const made = scene();
		made.make.runnerRule(made.group, { registration_enabled: false });
		for (const level of ["project", "group"] as const) {
			const told = await made.refused("root", "POST", reset[level]);
			expect([told.status, told.body, told.unchanged]).toEqual([403, forbidden, true]);
		}
		expect((await made.ask("root", "POST", reset.instance)).status).toBe(201);
	});
});

test.each([
	["RUNNER-456", "instance"],
	["RUNNER-462", "project"],
	["RUNNER-468", "group"],
] as const)("%s %s: two resets, two tokens", async (_claim, level) => {
	const made = scene();
	const [first, second] = [await made.ask("root", "POST", reset[level]), await made.ask("root", "POST", reset[level])];
	expect([first?.status, second?.status]).toEqual([201, 201]);
	expect(second?.body.token).not.toBe(first?.body.token);
	expect(await registers(made, first?.body.token)).toBe(403);
	expect(await registers(made, second?.body.token)).toBe(201);
});

test.each([
	["RUNNER-469", "project", "lab%2Fapp", "404 Project Not Found"],
	["RUNNER-470", "group", "lab", "404 Group Not Found"],
] as const)("%s %s unknown or unseen: 404; by number or encoded path", async (_claim, level, path, message) => {
	const made = scene();
	const at = (place: number | string) => `/${level}s/${place}/runners/reset_registration_token`;
	const id = level === "project" ? made.project.id : made.group.id;
	for (const place of [id, path, 999_999, "no%2Fsuch"]) {
		const told = await made.refused("outsider", "POST", at(place));
		expect([told.status, told.body, told.unchanged]).toEqual([404, { message }, true]);
	}
	for (const place of [id, path]) expect((await made.ask("owner", "POST", at(place))).status).toBe(201);
});

test("RUNNER-471 a group's detail shows the new token to its owners", async () => {
	const { ask } = scene();
	const shown = async () => (await ask("owner", "GET", "/groups/lab")).body.runners_token;
	expect(await shown()).toBe(token.group);
	const { body } = await ask("owner", "POST", reset.group);
	expect(await shown()).toBe(body.token);
});

test.each(levels)("RUNNER-472 the other tokens stay valid (%s %s)", async (_claims, level, who) => {
	const made = scene();
	expect((await made.ask(who, "POST", reset[level])).status).toBe(201);
	const others = [...Object.values(token), "elsewhere-registration-token", "elsewhere/app-registration-token"];
	for (const other of others) expect(await registers(made, other), other).toBe(other === token[level] ? 403 : 201);
});

test("RUNNER-472 what was registered with the old token goes on", async () => {
	const made = scene();
	const { body } = await made.ask(null, "POST", "/runners", { json: { token: token.instance } });
	await made.ask("root", "POST", reset.instance);
	expect((await made.ask(null, "POST", "/runners/verify", { json: { token: body.token } })).status).toBe(200);
});
