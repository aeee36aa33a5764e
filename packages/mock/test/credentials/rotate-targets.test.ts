import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const personal = "personal_access_tokens";
const resource = "resource_access_tokens";
const unauthorized = { message: "401 Unauthorized" };

describe("personal tokens", () => {
	test("CRED-203, CRED-204 self, or its number: a token with scope api rotates itself", async () => {
		for (const by of ["self", "number"]) {
			const { ask, at, employee, make, personal: token } = scene();
			make.member("employee", "corp", "owner");
			const used = token("used");
			const other = token("other");
			const { body, status } = await ask("used", "POST", `${at}/${personal}/${by === "self" ? by : used.id}/rotate`);
			expect([status, body.name, body.user_id]).toEqual([200, "used", employee.id]);
			expect((await ask("used", "GET", "/user")).status).toBe(401);
			expect((await ask("other", "GET", "/user")).status).toBe(200);
			expect(body.id).not.toBe(other.id);
		}
	});

	test("CRED-202, ERR-017 the own token of an owner who is none of its enterprise users: 403, and it stays", async () => {
		const { ask, at, platform, refused } = scene();
		for (const id of ["self", platform.state.tokens.one("text", "boss-token")?.id]) {
			const told = await refused("boss", "POST", `${at}/${personal}/${id}/rotate`);
			expect(told).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({ message: "403 Forbidden" });
		}
		expect((await ask("boss", "GET", "/user")).status).toBe(200);
	});

	test.each([
		["CRED-196", { revoked: true }],
		["CRED-197", { expires_at: "2026-01-05" }],
		["CRED-197", { expires_at: "2025-06-30" }],
	])("%s, ERR-016, CRED-201 a target that is not active any more: 401", async (_claim, given) => {
		const { at, personal: token, refused } = scene();
		const told = await refused("boss", "POST", `${at}/${personal}/${token("old", given).id}/rotate`);
		expect(told).toMatchObject({ status: 401, unchanged: true });
		expect(told.body).toEqual(unauthorized);
	});

	test("CRED-198, ERR-016, CRED-201 a target of somebody who is none of its enterprise users: 401, and it stays", async () => {
		const { at, make, personal: token, refused } = scene();
		make.user({ username: "stranger" });
		make.enterpriseUser("stranger", "rival");
		const foreign = ["coder", "outsider", "stranger"].map((name) =>
			make.token({ user_id: make.userId(name), text: `${name}-other-token` }),
		);
		for (const { id } of [...foreign, token("impersonation", { impersonation: true })]) {
			const told = await refused("boss", "POST", `${at}/${personal}/${id}/rotate`);
			expect(told, String(id)).toMatchObject({ status: 401, unchanged: true });
			expect(told.body).toEqual(unauthorized);
		}
	});

	test("CRED-199, CRED-201, ERR-016 a number that no token has, asked by somebody who is no owner: 401", async () => {
		const { at, refused } = scene();
		for (const who of ["chief", "visitor", "outsider", "rivalboss"]) {
			const told = await refused(who, "POST", `${at}/${personal}/999999/rotate`);
			expect(told, who).toMatchObject({ status: 401, unchanged: true });
			expect(told.body).toEqual(unauthorized);
		}
	});

	test("CRED-205 the token of a service account: 403, and it stays", async () => {
		const { ask, at, make, refused, robot } = scene();
		make.member("robot", "corp", "owner");
		const { id } = make.token({ user_id: robot.id, text: "robot-token" });
		for (const [who, which] of [
			["boss", id],
			["robot", "self"],
		] as const) {
			const told = await refused(who, "POST", `${at}/${personal}/${which}/rotate`);
			expect(told).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({ message: "403 Forbidden" });
		}
		expect((await ask("robot", "GET", "/user")).status).toBe(200);
	});

	test("CRED-206, CRED-207, CRED-209, ERR-020 a target that is no personal token: 405, before whose it is", async () => {
		const { at, make, refused, resource: token } = scene();
		const own = make.resourceToken("corp", "owner", { text: "bot-token" });
		const targets = [token("group"), token("project", "corp/app"), token("foreign", "rival"), own];
		for (const { id } of [...targets, token("revoked", "corp", { revoked: true })]) {
			const told = await refused("boss", "POST", `${at}/${personal}/${id}/rotate`);
			expect(told, String(id)).toMatchObject({ status: 405, unchanged: true });
			expect(told.body).toEqual({ message: "405 Method Not Allowed" });
		}
		expect(await refused("bot", "POST", `${at}/${personal}/self/rotate`)).toMatchObject({
			status: 405,
			unchanged: true,
		});
	});

	test("CRED-208 an administrator rotates like an owner", async () => {
		const { ask, at, listed, personal: token } = scene();
		const { id } = token("old");
		expect((await ask("root", "POST", `${at}/${personal}/${id}/rotate`)).status).toBe(200);
		expect(await listed(personal, id)).toMatchObject({ revoked: true });
	});
});

describe("tokens of groups and projects", () => {
	test.each([
		["group", "corp"],
		["group", "corp/team"],
		["project", "corp/app"],
		["project", "corp/team/lib"],
	])("CRED-210, CRED-215 of a %s below the group: 200, with its place and role: %s", async (type, place) => {
		const { ask, at, platform, resource: token } = scene();
		const { id } = token("old", place);
		const { body, status } = await ask("boss", "POST", `${at}/${resource}/${id}/rotate`);
		const of = platform.state.group(place) ?? platform.state.project(place);
		expect(status).toBe(200);
		expect(body).toMatchObject({ access_level: 40, resource_type: type, resource_id: of?.id });
	});

	test("CRED-213 the new text has the old one's role, there and nowhere else", async () => {
		const { ask, at, make } = scene();
		const { id } = make.resourceToken("corp", "owner", { text: "old-token", scopes: ["api"] });
		const { body } = await ask("boss", "POST", `${at}/${resource}/${id}/rotate`);
		const headers = { "private-token": body.token };
		expect((await ask(null, "GET", `${at}/${resource}`, { headers })).status).toBe(200);
		expect((await ask(null, "GET", `/groups/rival/manage/${resource}`, { headers })).status).toBe(403);
	});

	test.each([
		["CRED-224", "revoked", { revoked: true, expires_at: "2026-01-05" }],
		["CRED-210", "expired", { expires_at: "2026-01-05" }],
	])("%s a target that is %s already: 400", async (_claim, what, given) => {
		const { at, refused, resource: token } = scene();
		const { id } = token("old", "corp", given);
		const told = await refused("boss", "POST", `${at}/${resource}/${id}/rotate`);
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: `400 Bad request - Token already ${what}` });
	});

	test("CRED-225, CRED-226, ERR-018 the personal token of a human, the caller's own too: 403, and it stays", async () => {
		const { at, personal: token, refused } = scene();
		for (const id of [token("laptop").id, "self"]) {
			const told = await refused("boss", "POST", `${at}/${resource}/${id}/rotate`);
			expect(told).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({
				message: "403 Forbidden - Cannot rotate resource access token: Token does not belong to bot user",
			});
		}
	});

	test("CRED-226 self: a token of the group with the owner's level may rotate itself, one with less may not", async () => {
		const { ask, at, make, refused, resource: token } = scene();
		const { id } = make.resourceToken("corp", "owner", { text: "used-token" });
		token("lower");
		const told = await refused("lower", "POST", `${at}/${resource}/self/rotate`);
		expect(told).toMatchObject({ status: 403, unchanged: true });
		const { body, status } = await ask("used", "POST", `${at}/${resource}/self/rotate`);
		expect([status, body.id === id]).toEqual([200, false]);
		expect((await ask("used", "GET", "/user")).status).toBe(401);
	});

	test("CRED-227 a target outside the hierarchy: 403", async () => {
		const { at, refused, resource: token } = scene();
		for (const place of ["rival", "rival/thing"]) {
			const told = await refused("boss", "POST", `${at}/${resource}/${token(place, place).id}/rotate`);
			expect(told).toMatchObject({ status: 403, unchanged: true });
		}
	});

	test("CRED-228 a maintainer, with a number that no token has: 403", async () => {
		const { at, refused } = scene();
		const told = await refused("chief", "POST", `${at}/${resource}/999999/rotate`);
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body).toEqual({ message: "403 Forbidden" });
	});
});

describe("what bots may", () => {
	test("AUTH-017 a project's token is its bot user, with the token's level in that project alone", async () => {
		const { ask, make, platform } = scene();
		const token = make.resourceToken("corp/app", "developer", { text: "bot-token" });
		make.project("corp/secret", { visibility: "private" });
		const me = await ask("bot", "GET", "/user");
		expect([me.body.id, me.body.bot]).toEqual([token.user_id, true]);
		const run = (place: string) => ask("bot", "POST", `/projects/${place}/pipeline`, { json: { ref: "develop" } });
		expect((await run("corp%2Fapp")).status).toBe(201);
		expect((await run("corp%2Fteam%2Flib")).status).toBe(403);
		expect((await run("corp%2Fsecret")).status).toBe(404);
		expect(platform.state.users.get(token.user_id)?.kind).toBe("project_bot");
		const guest = make.resourceToken("corp/app", "guest", { text: "guest-bot-token" });
		expect((await ask("guest-bot", "GET", "/user")).body.id).toBe(guest.user_id);
		const told = await ask("guest-bot", "POST", "/projects/corp%2Fapp/pipeline", { json: { ref: "develop" } });
		expect(told.status).toBe(403);
	});

	test("AUTH-017 a group's token has its level in that group and below", async () => {
		const { ask, make } = scene();
		make.resourceToken("corp/team", "developer", { text: "bot-token" });
		const run = (place: string) => ask("bot", "POST", `/projects/${place}/pipeline`, { json: { ref: "develop" } });
		expect((await run("corp%2Fteam%2Flib")).status).toBe(201);
		expect((await run("corp%2Fapp")).status).toBe(403);
		expect((await run("rival%2Fthing")).status).toBe(403);
	});
});
