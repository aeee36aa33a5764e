import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const personal = "personal_access_tokens";
const resource = "resource_access_tokens";
const revokedBody = {
	error: "invalid_token",
	error_description: "Token was revoked. You have to re-authorize from the user.",
};

describe("personal tokens", () => {
	test("CRED-045, CRED-047, CRED-140, CRED-141, CRED-031, ERR-012 revoked: 204 without a body, and still listed", async () => {
		const { ask, at, ids, listed, personal: token } = scene();
		const [gone, stays] = [token("gone"), token("stays")];
		const { body, status } = await ask("boss", "DELETE", `${at}/${personal}/${gone.id}`);
		expect([status, body]).toEqual([204, undefined]);
		expect(await ids(personal)).toEqual([gone.id, stays.id]);
		expect(await listed(personal, gone.id)).toMatchObject({ revoked: true, active: false });
		expect(await listed(personal, stays.id)).toMatchObject({ revoked: false, active: true });
	});

	test("CRED-143, AUTH-019 the token is refused with the next request", async () => {
		const { ask, at, employee, personal: token } = scene();
		const { id } = token("laptop");
		expect((await ask("laptop", "GET", "/user")).body.id).toBe(employee.id);
		await ask("boss", "DELETE", `${at}/${personal}/${id}`);
		const { body, status } = await ask("laptop", "GET", "/user");
		expect([status, body]).toEqual([401, revokedBody]);
	});

	test("CRED-142 the token of a service account too", async () => {
		const { ask, at, listed, make, robot } = scene();
		const { id } = make.token({ user_id: robot.id, text: "robot-token" });
		expect((await ask("boss", "DELETE", `${at}/${personal}/${id}`)).status).toBe(204);
		expect(await listed(personal, id)).toMatchObject({ revoked: true });
		expect((await ask("robot", "GET", "/user")).status).toBe(401);
	});

	test("CRED-145 self: the token of the request, of an owner who is an enterprise user", async () => {
		const { ask, at, listed, make, personal: token } = scene();
		make.member("employee", "corp", "owner");
		const [used, other] = [token("used"), token("other")];
		expect((await ask("used", "DELETE", `${at}/${personal}/self`)).status).toBe(204);
		expect((await ask("used", "GET", "/user")).status).toBe(401);
		expect(await listed(personal, used.id)).toMatchObject({ revoked: true });
		expect(await listed(personal, other.id)).toMatchObject({ revoked: false });
	});

	test("CRED-146 self, of an owner who is none of its enterprise users: 403", async () => {
		const { ask, at, refused } = scene();
		const told = await refused("boss", "DELETE", `${at}/${personal}/self`);
		expect(told).toMatchObject({ status: 403, unchanged: true });
		expect(told.body).toEqual({ message: "403 Forbidden" });
		expect((await ask("boss", "GET", "/user")).status).toBe(200);
	});

	test("CRED-147 one that is revoked or expired already: 204", async () => {
		const { ask, at, personal: token, refused } = scene();
		const revoked = token("revoked", { revoked: true });
		const told = await refused("boss", "DELETE", `${at}/${personal}/${revoked.id}`);
		expect(told).toMatchObject({ status: 204, unchanged: true });
		const expired = token("expired", { expires_at: "2026-01-01" });
		expect((await ask("boss", "DELETE", `${at}/${personal}/${expired.id}`)).status).toBe(204);
	});

	test("CRED-149, CRED-150, ERR-012 one that cannot be revoked: 400 with the reason", async () => {
		const { at, personal: token, refused } = scene();
		const { id } = token("held", { hold: "Failed to revoke the token" });
		const told = await refused("boss", "DELETE", `${at}/${personal}/${id}`);
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: "400 Bad request - Failed to revoke the token" });
	});

	test("CRED-154, ERR-012 the token of somebody else, or a bot's: 403", async () => {
		const { at, make, personal: token, refused, resource: bot } = scene();
		make.user({ username: "stranger" });
		make.enterpriseUser("stranger", "rival");
		const foreign = ["coder", "outsider", "stranger"].map((name) =>
			make.token({ user_id: make.userId(name), text: `${name}-other-token` }),
		);
		const impersonating = token("impersonation", { impersonation: true });
		for (const { id } of [...foreign, bot("group"), bot("project", "corp/app"), impersonating]) {
			const told = await refused("boss", "DELETE", `${at}/${personal}/${id}`);
			expect(told, String(id)).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({ message: "403 Forbidden" });
		}
	});

	test("CRED-155, CRED-151, ERR-012 a number that no token has: 401", async () => {
		const { at, employee, make, refused } = scene();
		const oauth = make.token({ user_id: employee.id, text: "oauth-token", kind: "oauth" });
		for (const id of [999_999, 0, -1, oauth.id]) {
			const told = await refused("boss", "DELETE", `${at}/${personal}/${id}`);
			expect(told, String(id)).toMatchObject({ status: 401, unchanged: true });
			expect(told.body).toEqual({ message: "401 Unauthorized" });
		}
	});
});

describe("tokens of groups and projects", () => {
	test("CRED-046, CRED-047, CRED-156, CRED-157, ERR-013 revoked: 204 without a body, and still listed", async () => {
		const { ask, at, ids, listed, resource: token } = scene();
		const [gone, stays] = [token("gone"), token("stays", "corp/app")];
		const { body, status } = await ask("boss", "DELETE", `${at}/${resource}/${gone.id}`);
		expect([status, body]).toEqual([204, undefined]);
		expect(await ids(resource)).toEqual([gone.id, stays.id]);
		expect(await listed(resource, gone.id)).toMatchObject({ revoked: true, active: false });
		expect(await listed(resource, stays.id)).toMatchObject({ revoked: false, active: true });
	});

	test.each(["corp", "corp/team", "corp/app", "corp/team/lib"])(
		"CRED-158, CRED-159, AUTH-019 of %s: refused with the next request; the bot stays",
		async (place) => {
			const { ask, at, listed, platform, resource: token } = scene();
			const { id, user_id } = token("bot", place);
			expect((await ask("bot", "GET", "/user")).body.id).toBe(user_id);
			expect((await ask("boss", "DELETE", `${at}/${resource}/${id}`)).status).toBe(204);
			expect(await listed(resource, id)).toMatchObject({ revoked: true });
			const { body, status } = await ask("bot", "GET", "/user");
			expect([status, body]).toEqual([401, revokedBody]);
			expect(platform.state.users.get(user_id)).toMatchObject({ state: "active" });
		},
	);

	test("CRED-161 self: a token of the group with the owner's level", async () => {
		const { ask, at, listed, make } = scene();
		const { id } = make.resourceToken("corp", "owner", { text: "bot-token" });
		const { id: other } = make.resourceToken("corp", "owner", { text: "other-token" });
		expect((await ask("bot", "DELETE", `${at}/${resource}/self`)).status).toBe(204);
		expect((await ask("bot", "GET", "/user")).status).toBe(401);
		expect(await listed(resource, id)).toMatchObject({ revoked: true });
		expect(await listed(resource, other)).toMatchObject({ revoked: false });
	});

	test("CRED-161 self, with a lower level: 403", async () => {
		const { at, refused, resource: token } = scene();
		token("bot");
		expect(await refused("bot", "DELETE", `${at}/${resource}/self`)).toMatchObject({ status: 403, unchanged: true });
	});

	test("CRED-162, CRED-168, ERR-013 the personal token of a human, by self or by number: 403", async () => {
		const { at, personal: token, platform, refused } = scene();
		const used = platform.state.tokens.one("text", "boss-token");
		for (const id of ["self", used?.id, token("laptop").id]) {
			const told = await refused("boss", "DELETE", `${at}/${resource}/${id}`);
			expect(told, String(id)).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({
				message: "403 Forbidden - Cannot revoke resource access token: Token does not belong to bot user",
			});
		}
	});

	test("CRED-163 one that is revoked already: 204", async () => {
		const { at, refused, resource: token } = scene();
		const { id } = token("bot", "corp/app", { revoked: true });
		const told = await refused("boss", "DELETE", `${at}/${resource}/${id}`);
		expect(told).toMatchObject({ status: 204, unchanged: true });
	});

	test("CRED-165, ERR-013 one that cannot be revoked: 400", async () => {
		const { at, refused, resource: token } = scene();
		const { id } = token("bot", "corp", { hold: "Failed to revoke the token" });
		const told = await refused("boss", "DELETE", `${at}/${resource}/${id}`);
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({ message: "400 Bad request - Failed to revoke the token" });
	});

	test("CRED-169, ERR-013 of another hierarchy: 403", async () => {
		const { at, refused, resource: token } = scene();
		for (const place of ["rival", "rival/thing"]) {
			const told = await refused("boss", "DELETE", `${at}/${resource}/${token(place, place).id}`);
			expect(told, place).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({
				message:
					"403 Forbidden - Cannot access resource access token: Token belongs to a resource outside group's hierarchy",
			});
		}
	});

	test("CRED-170, CRED-166, ERR-013 a number that no token has: 401", async () => {
		const { at, refused } = scene();
		const told = await refused("boss", "DELETE", `${at}/${resource}/999999`);
		expect(told).toMatchObject({ status: 401, unchanged: true });
		expect(told.body).toEqual({ message: "401 Unauthorized" });
	});
});

describe("the token's place in the path", () => {
	test.each([personal, resource])("CRED-155, CRED-170 neither a number nor self: no token: 401: %s", async (path) => {
		const { at, refused } = scene();
		for (const id of ["Self", "mine", "1.5", "__proto__"]) {
			const told = await refused("boss", "DELETE", `${at}/${path}/${id}`);
			expect(told, id).toMatchObject({ status: 401, unchanged: true });
		}
	});
});
