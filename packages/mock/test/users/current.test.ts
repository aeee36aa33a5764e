import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const administration = ["is_admin", "note", "namespace_id", "created_by"];

test("USER-295 the token's user", async () => {
	const { ask } = scene();
	for (const who of ["root", "developer", "outsider"]) {
		const { status, body } = await ask(who, "GET", "/user");
		expect([status, body.username, body.email]).toEqual([200, who, `${who}@example.com`]);
	}
});

test("USER-296 without credentials: 401", async () => {
	const { status, body } = await scene().ask(null, "GET", "/user");
	expect([status, body]).toEqual([401, { message: "401 Unauthorized" }]);
});

test("USER-115, USER-116 what administrators see of themselves, and others do not", async () => {
	const { ask } = scene();
	const regular = (await ask("developer", "GET", "/user")).body;
	const administrator = (await ask("root", "GET", "/user")).body;
	for (const key of administration) {
		expect(regular).not.toHaveProperty(key);
		expect(administrator).toHaveProperty(key);
	}
	expect(administrator.is_admin).toBe(true);
	expect(administrator.namespace_id).toBeGreaterThan(0);
});

test("USER-117 on Premium and Ultimate limits and provisioned identities, but not seat and audit", async () => {
	for (const tier of ["free", "premium", "ultimate"] as const) {
		const { ask } = scene({ tier });
		const keys = Object.keys((await ask("developer", "GET", "/user")).body);
		for (const key of ["shared_runners_minutes_limit", "extra_shared_runners_minutes_limit", "scim_identities"])
			expect(keys.includes(key), `${tier} ${key}`).toBe(tier !== "free");
		for (const key of ["is_auditor", "using_license_seat"]) expect(keys).not.toContain(key);
	}
});

describe("sudo", () => {
	test("USER-298 by number: the target's record", async () => {
		const { ask, user } = scene();
		const { id } = user("developer");
		const { status, body } = await ask("root", "GET", `/user?sudo=${id}`);
		expect([status, body.id]).toEqual([200, id]);
		expect(body).toEqual((await ask("developer", "GET", "/user")).body);
	});

	test("USER-299, USER-300 as the target would see it", async () => {
		const { ask, make } = scene();
		make.user({ username: "chief", admin: true });
		const as = async (who: string) => (await ask("root", "GET", "/user", { headers: { Sudo: who } })).body;
		for (const key of administration) {
			expect(await as("developer")).not.toHaveProperty(key);
			expect(await as("chief")).toHaveProperty(key);
		}
		expect((await as("chief")).username).toBe("chief");
	});

	test.each([
		["USER-301", "owner", 403, { message: "403 Forbidden - Must be admin to use sudo" }],
		["USER-303", null, 401, { message: "401 Unauthorized" }],
		[
			"USER-305",
			"plain",
			403,
			{
				error: "insufficient_scope",
				error_description: "The request requires higher privileges than provided by the access token.",
				scope: "sudo",
			},
		],
	])("%s by %s: %i", async (_claim, who, expected, told) => {
		const { ask, make, user } = scene();
		make.token({ user_id: user("root").id, text: "plain-token", scopes: ["api"] });
		const { status, body } = await ask(who, "GET", `/user?sudo=${user("developer").id}`);
		expect([status, body]).toEqual([expected, told]);
	});

	test("USER-302 an unknown user: 404, with what was sent", async () => {
		const { ask } = scene();
		for (const who of ["123456", "nobody"]) {
			const { status, body } = await ask("root", "GET", "/user", { headers: { Sudo: who } });
			expect([status, body]).toEqual([404, { message: `404 User with ID or username '${who}' Not Found` }]);
		}
	});

	test("USER-304 by name, in any case, and as a header", async () => {
		const { ask, user } = scene();
		for (const who of ["developer", "DEVELOPER", String(user("developer").id)])
			for (const told of [
				await ask("root", "GET", "/user", { headers: { Sudo: who } }),
				await ask("root", "GET", `/user?sudo=${who}`),
			])
				expect([told.status, told.body.username], who).toEqual([200, "developer"]);
	});

	test("USER-306, AUTH-038 elsewhere, too: the target's rights, and what is made is the target's", async () => {
		const { ask, platform, refused, user } = scene();
		const as = { headers: { Sudo: "developer" } };
		expect((await ask("root", "GET", "/user_counts", as)).body).toEqual(
			(await ask("developer", "GET", "/user_counts")).body,
		);
		const pin = await ask("root", "POST", "/user/support_pin?sudo=developer");
		expect((await ask("developer", "GET", "/user/support_pin")).body).toEqual(pin.body);
		expect((await ask("root", "GET", "/user/support_pin")).status).toBe(404);
		await ask("root", "PUT", "/user/status", { json: { message: "Here", sudo: "guest" } });
		expect((await ask("guest", "GET", "/user/status")).body.message).toBe("Here");
		const told = await refused("root", "GET", `/users/${user("guest").id}/memberships`, as);
		expect(told.status).toBe(403);
		const runner = await ask("root", "POST", "/user/runners?sudo=owner", {
			json: { runner_type: "group_type", group_id: platform.state.group("acme")?.id },
		});
		expect(runner.status).toBe(201);
		const shown = await ask("root", "GET", `/runners/${runner.body.id}`);
		expect(shown.body.created_by?.username).toBe("owner");
		const all = await ask("root", "GET", "/runners/all?sudo=developer");
		expect(all.status).toBe(403);
	});
});
