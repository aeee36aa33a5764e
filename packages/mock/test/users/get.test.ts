import { describe, expect, test } from "vitest";
import { adminFields, cast, castOn, listFields, paidFields, profileFields, scene } from "./scene";

const hidden = ["created_at", "followers", "following", "is_followed"];

describe("who may", () => {
	test("USER-285, USER-286, AUTH-027, AUTH-028 without credentials: 403, whether there is such a user or not", async () => {
		const { ask, user } = scene();
		for (const id of [user("developer").id, 999_999]) {
			const { status, body } = await ask(null, "GET", `/users/${id}`);
			expect([status, body]).toEqual([403, { message: "403 Forbidden - Not authorized!" }]);
		}
	});

	test("USER-287 an unknown number: 404", async () => {
		const { ask } = scene();
		for (const who of ["root", "developer"]) {
			const { status, body } = await ask(who, "GET", "/users/999999");
			expect([status, body]).toEqual([404, { message: "404 User Not Found" }]);
		}
	});

	test("USER-288, ERR-059 no number: no such route", async () => {
		const { ask } = scene();
		for (const word of ["abc", "developer", "4x", "-4", "4.5"]) {
			const { status, body } = await ask("developer", "GET", `/users/${word}`);
			expect([status, body], word).toEqual([404, { error: "404 Not Found" }]);
		}
	});
});

describe("what it shows", () => {
	test("USER-057, USER-292 to a regular caller the profile; to an administrator the rest as well", async () => {
		const { ask, user, change } = scene();
		change("developer", { note: "Ask twice." });
		const { id } = user("developer");
		for (const who of ["guest", "developer", "auditor"]) {
			const { body } = await ask(who, "GET", `/users/${id}`);
			expect(Object.keys(body).sort(), who).toEqual([...listFields, ...profileFields].sort());
		}
		const { body } = await ask("root", "GET", `/users/${id}`);
		expect([body.email, body.is_admin, body.note]).toEqual(["developer@example.com", false, "Ask twice."]);
		expect(Object.keys(body).sort()).toEqual(
			[...listFields, ...profileFields, ...adminFields, ...paidFields, "plan", "trial", "sign_in_count"].sort(),
		);
	});

	test("USER-058, USER-060, USER-061 a private profile is hidden from others, not from administrators and its user", async () => {
		const { ask, user } = cast({ username: "shy", private_profile: true });
		const path = `/users/${user("shy").id}`;
		const keys = async (who: string) => Object.keys((await ask(who, "GET", path)).body);
		for (const key of hidden) {
			expect(await keys("anna")).not.toContain(key);
			for (const who of ["root", "shy"]) expect(await keys(who)).toContain(key);
		}
	});

	test("USER-059 so is that of a blocked user", async () => {
		const { ask, user } = cast({ username: "shut", state: "blocked" });
		const path = `/users/${user("shut").id}`;
		const seen = Object.keys((await ask("anna", "GET", path)).body);
		const all = Object.keys((await ask("root", "GET", path)).body);
		for (const key of hidden) {
			expect(seen).not.toContain(key);
			expect(all).toContain(key);
		}
		expect(seen).toContain("bio");
	});

	test("USER-063 bots of projects and groups say so", async () => {
		const { ask, make, platform } = scene();
		const project = make.resourceToken("acme/web", "developer", { text: "p" });
		const group = make.resourceToken("acme", "developer", { text: "g" });
		for (const [id, bot] of [
			[project.user_id, true],
			[group.user_id, true],
			[make.userId("guest"), false],
		] as const)
			expect((await ask("guest", "GET", `/users/${id}`)).body.bot, platform.state.users.get(id)?.username).toBe(bot);
	});

	test.each([
		["Engineer", "Acme", "Engineer at Acme"],
		["Engineer", null, "Engineer"],
		["", "Acme", "Acme"],
		["", null, null],
	])("USER-064 %j, %j: %j", async (job_title, organization, expected) => {
		const { ask, user } = cast({ username: "ben", job_title, organization });
		expect((await ask("anna", "GET", `/users/${user("ben").id}`)).body.work_information).toBe(expected);
	});

	test.each([
		[null, "2026-01-05T15:38:00Z", null],
		["UTC", "2026-01-05T15:38:00Z", "3:38 PM"],
		["UTC", "2026-01-05T00:05:00Z", "12:05 AM"],
		["Europe/Berlin", "2026-01-05T15:38:00Z", "4:38 PM"],
		["Asia/Kolkata", "2026-01-05T03:00:00Z", "8:30 AM"],
	])("USER-065 in %s at %s: %s", async (time_zone, clock, expected) => {
		const { ask, user } = castOn({ clock }, { username: "ben", time_zone });
		expect((await ask("anna", "GET", `/users/${user("ben").id}`)).body.local_time).toBe(expected);
	});

	test("USER-290, USER-291 custom attributes for administrators that ask", async () => {
		const custom_attributes = [{ key: "region", value: "emea" }];
		const { ask, user } = cast({ username: "ben", custom_attributes });
		const path = `/users/${user("ben").id}`;
		expect((await ask("root", "GET", `${path}?with_custom_attributes=true`)).body.custom_attributes).toEqual(
			custom_attributes,
		);
		expect((await ask("root", "GET", path)).body).not.toHaveProperty("custom_attributes");
		const told = await ask("anna", "GET", `${path}?with_custom_attributes=true`);
		expect(told.status).toBe(200);
		expect(told.body).toEqual((await ask("anna", "GET", path)).body);
	});
});

describe("plans", () => {
	test.each([
		["USER-100", "shared_runners_minutes_limit"],
		["USER-102", "extra_shared_runners_minutes_limit"],
		["USER-104", "is_auditor"],
		["USER-106", "using_license_seat"],
		["USER-108", "provisioned_by_group_id"],
		["USER-110", "scim_identities"],
		["USER-096", "plan"],
		["USER-096", "trial"],
	])("%s %s is there on Premium and Ultimate alone", async (_claim, key) => {
		for (const [tier, there] of [
			["free", false],
			["premium", true],
			["ultimate", true],
		] as const) {
			const { ask, user } = scene({ tier });
			const { body } = await ask("root", "GET", `/users/${user("developer").id}`);
			expect(Object.hasOwn(body, key), tier).toBe(there);
		}
	});

	test("USER-097 without a subscription no plan, and no trial", async () => {
		const { ask, user } = scene({ tier: "premium" });
		const { body } = await ask("root", "GET", `/users/${user("developer").id}`);
		expect([body.plan, body.trial]).toEqual([null, false]);
	});
});

describe("rate limit", () => {
	test("USER-293, USER-294 300 in ten minutes for a user; administrators are not counted", async () => {
		const { platform, user } = scene();
		const get = (who: string) =>
			platform.fetch(`http://tenon.test/api/v4/users/${user("developer").id}`, {
				headers: { "PRIVATE-TOKEN": `${who}-token` },
			});
		for (let at = 0; at < 300; at++) expect((await get("guest")).status).toBe(200);
		const refused = await get("guest");
		expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "600"]);
		expect(await refused.json()).toEqual({
			message: { error: "This endpoint has been requested too many times. Try again later." },
		});
		expect((await get("reporter")).status).toBe(200);
		for (let at = 0; at < 310; at++) expect((await get("root")).status).toBe(200);
		platform.clock.advance("10 minutes");
		expect((await get("guest")).status).toBe(200);
	});
});
