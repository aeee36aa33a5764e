import { describe, expect, test } from "vitest";
import { adminFields, cast, castOn, listFields, paidFields, profileFields, scene } from "./scene";

describe("anonymous", () => {
	test("USER-185, AUTH-029 the list without a name: 403", async () => {
		const { refused } = scene();
		for (const query of ["", "?search=dev", "?public_email=owner@example.com", "?pagination=keyset"]) {
			const told = await refused(null, "GET", `/users${query}`);
			expect([told.status, told.body]).toEqual([
				403,
				{ message: "403 Forbidden - Not authorized to access /api/v4/users" },
			]);
		}
	});

	test("USER-186, AUTH-029 by name: none or one, with the basics", async () => {
		const { ask } = scene();
		const { status, body } = await ask(null, "GET", "/users?username=developer");
		expect([status, body.length, body[0].username]).toEqual([200, 1, "developer"]);
		expect(Object.keys(body[0]).sort()).toEqual([...listFields, "public_email"].sort());
		expect((await ask(null, "GET", "/users?username=nobody")).body).toEqual([]);
	});
});

describe("what an item shows", () => {
	test("USER-035 addresses are absolute", async () => {
		const { ask, change } = scene();
		change("owner", { avatar: { name: "o.png", type: "image/png", base64: "" } });
		const [owner] = (await ask("guest", "GET", "/users?username=owner")).body;
		expect([owner.web_url, owner.avatar_url]).toEqual([
			"http://tenon.test/owner",
			"http://tenon.test/uploads/user/avatar/2/o.png",
		]);
		const elsewhere = scene({ externalUrl: "https://tenon.example.com" });
		const [same] = (await elsewhere.ask("guest", "GET", "/users?username=owner")).body;
		expect(same.web_url).toBe("https://tenon.example.com/owner");
	});

	test("USER-036 locked only after failed sign-ins", async () => {
		const { ask } = cast({ username: "fresh" }, { username: "shut", locked: true });
		const { body } = await ask("anna", "GET", "/users?sort=asc");
		expect(body.map((one: { locked: boolean }) => one.locked)).toEqual([false, false, false, true]);
	});

	test("USER-037 to a regular caller nothing that is for administrators", async () => {
		const { ask } = scene();
		const { body } = await ask("developer", "GET", "/users?per_page=100");
		expect(body.length).toBeGreaterThan(15);
		for (const one of body) expect(Object.keys(one).sort()).toEqual([...listFields, "public_email"].sort());
	});

	test("USER-087, USER-088 to an administrator all of it", async () => {
		const { ask } = scene();
		const { body } = await ask("root", "GET", "/users?per_page=100");
		for (const one of body)
			expect(Object.keys(one).sort()).toEqual([...listFields, ...profileFields, ...adminFields, ...paidFields].sort());
	});

	test("USER-098 plan, trial and the count of sign-ins are in the single record alone", async () => {
		const { ask } = cast({ username: "ben", plan: "premium", trial: true, sign_in_count: 4 });
		const [ben] = (await ask("root", "GET", "/users?username=ben")).body;
		for (const name of ["plan", "trial", "sign_in_count"]) expect(ben).not.toHaveProperty(name);
		const { body } = await ask("root", "GET", `/users/${ben.id}`);
		expect([body.plan, body.trial, body.sign_in_count]).toEqual(["premium", true, 4]);
	});

	test("USER-283 to an auditor the administrators' view, to read", async () => {
		const { ask, refused, user } = scene();
		const query = "/users?per_page=100";
		expect((await ask("auditor", "GET", query)).body).toEqual((await ask("root", "GET", query)).body);
		const told = await refused("auditor", "PUT", `/users/${user("guest").id}`, { json: { name: "Else" } });
		expect(told).toMatchObject({ status: 403, unchanged: true });
	});
});

describe("whom it shows", () => {
	const people = [
		{ username: "ok", state: "active" },
		{ username: "shut", state: "blocked" },
		{ username: "asleep", state: "deactivated" },
		{ username: "bad", state: "banned" },
		{ username: "ldap", state: "ldap_blocked" },
		{ username: "waiting", state: "blocked_pending_approval" },
		{ username: "alert", kind: "alert_bot" },
		{ username: "helper", kind: "project_bot" },
	] as const;

	test("USER-227 a regular caller's holds blocked users", async () => {
		const { names } = cast(...people);
		expect(await names("anna")).toContain("shut");
	});

	test("USER-228 banned and ldap_blocked users are in no regular or anonymous caller's", async () => {
		const { names } = cast(...people);
		expect(await names("anna", "sort=asc")).toEqual([
			"root",
			"anna",
			"ok",
			"shut",
			"asleep",
			"waiting",
			"alert",
			"helper",
		]);
		expect(await names(null, "username=bad")).toEqual([]);
		expect(await names(null, "username=ldap")).toEqual([]);
		expect(await names("anna", "username=ldap")).toEqual([]);
		expect(await names("anna", "pagination=keyset")).not.toContain("bad");
	});

	test("USER-229 an administrator's holds everyone", async () => {
		const { names } = cast(...people);
		expect(await names("root", "sort=asc")).toEqual(["root", "anna", ...people.map((one) => one.username)]);
	});

	test("USER-226 blocked=true is open to regular callers", async () => {
		const { ask } = cast(...people);
		const { status, body } = await ask("anna", "GET", "/users?blocked=true");
		expect([status, body.map((one: { state: string }) => one.state)]).toEqual([200, ["blocked"]]);
	});

	test("USER-225 blocked=true to an administrator: blocked and ldap_blocked, no others", async () => {
		const { names } = cast(...people);
		expect(await names("root", "blocked=true&sort=asc")).toEqual(["shut", "ldap"]);
	});
});

test("USER-284 parameters that there are not are ignored", async () => {
	const { names } = cast({ username: "ben" });
	expect(await names("anna", "colour=blue&state=blocked")).toEqual(["ben", "anna", "root"]);
});

test("USER-243, CONV-128 saml_provider_id: filters before 18.2; from then on it does not, and the answer names what does", async () => {
	const { ask } = cast();
	const { status, body } = await ask("anna", "GET", "/users?saml_provider_id=1");
	expect(status).toBe(403);
	expect(body.message).toMatch(/^403 Forbidden.*\/groups\/:id\/saml_users/);
	const older = castOn({ release: "18.1" }, { username: "ben" }, { username: "cleo" });
	for (const [username, saml_provider_id] of [
		["ben", 1],
		["cleo", 2],
	] as const)
		older.platform.state.identities.insert({
			user_id: older.user(username).id,
			provider: "group_saml",
			extern_uid: username,
			saml_provider_id,
			updated_at: older.platform.clock.iso(),
		});
	expect(await older.names("anna", "saml_provider_id=1")).toEqual(["ben"]);
	expect(await older.names("anna", "saml_provider_id=3")).toEqual([]);
});
