import { describe, expect, test } from "vitest";
import type { Asked } from "../support/world";
import { cast, type Scene, scene } from "./scene";

const twoFactor = async ({ ask, user }: Scene, username: string): Promise<boolean> =>
	(await ask("root", "GET", `/users/${user(username).id}`)).body.two_factor_enabled;

describe("who may", () => {
	const operations: [string, string, string, Asked?][] = [
		["create", "POST", "/users", { json: { username: "n", name: "N", email: "n@example.com", reset_password: true } }],
		["modify", "PUT", "/users/ID", { json: { name: "N" } }],
		["delete", "DELETE", "/users/ID"],
		["USER-610, USER-611, ERR-007 memberships", "GET", "/users/ID/memberships"],
		["USER-624, USER-625, ERR-008 two-factor", "PATCH", "/users/ID/disable_two_factor"],
		["USER-686, USER-687 identity", "DELETE", "/users/ID/identities/code_forge"],
		["USER-701 PIN", "GET", "/users/ID/support_pin"],
		["USER-704, USER-705 PIN revocation", "POST", "/users/ID/support_pin/revoke"],
	];

	test.each(operations)("%s; AUTH-065 administrators alone", async (_what, method, path, asked) => {
		const { ask, refused, user, platform } = scene();
		const { id } = user("careful");
		await ask("careful", "POST", "/user/support_pin");
		const at = path.replace("ID", String(id));
		expect(await refused(null, method, at, asked)).toMatchObject({ status: 401, unchanged: true });
		for (const who of ["owner", "auditor", "careful"]) {
			const told = await refused(who, method, at, asked);
			expect(told, who).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual({ message: "403 Forbidden" });
		}
		expect(platform.state.identities.in("user", id)).toHaveLength(2);
		expect((await ask("careful", "GET", "/user/support_pin")).status).toBe(200);
		expect((await ask("root", method, at, asked)).status).toBeLessThan(300);
	});

	test("USER-622 one's own memberships neither", async () => {
		const { ask, user } = scene();
		const { status, body } = await ask("developer", "GET", `/users/${user("developer").id}/memberships`);
		expect([status, body]).toEqual([403, { message: "403 Forbidden" }]);
	});

	test.each([
		["USER-613, USER-614, ERR-007", "GET", "/users/999999/memberships"],
		["USER-629, USER-630, ERR-008", "PATCH", "/users/999999/disable_two_factor"],
		["USER-690", "DELETE", "/users/999999/identities/ldapmain"],
		["USER-702", "GET", "/users/999999/support_pin"],
		["USER-706", "POST", "/users/999999/support_pin/revoke"],
		["USER-598", "GET", "/users/999999/associations_count"],
	])("%s %s %s: 404", async (_claim, method, path) => {
		const told = await scene().refused("root", method, path);
		expect(told).toMatchObject({ status: 404, unchanged: true });
		expect(told.body).toEqual({ message: "404 User Not Found" });
	});
});

describe("memberships", () => {
	/** A user with a role in a group and in a project. */
	function joined(): Scene {
		const made = cast({ username: "ben" });
		const { make } = made;
		make.group("realm", { name: "The Realm" });
		make.group("realm/sub");
		make.project("realm/sub/thing");
		make.project("realm/tool", { name: "Tool" });
		make.member("ben", "realm", "developer");
		make.member("ben", "realm/tool", "maintainer");
		return made;
	}
	const rows = async (made: Scene, query = "") =>
		made.ask("root", "GET", `/users/${made.user("ben").id}/memberships${query}`);

	test("USER-140, USER-141, USER-612, USER-618, ERR-007 the direct ones, of groups and projects", async () => {
		const made = joined();
		const { status, body } = await rows(made);
		const [group, project] = [made.platform.state.group("realm"), made.platform.state.project("realm/tool")];
		expect(status).toBe(200);
		expect(body).toEqual([
			{ source_id: group?.id, source_name: "The Realm", source_type: "Namespace", access_level: "30" },
			{ source_id: project?.id, source_name: "Tool", source_type: "Project", access_level: "40" },
		]);
	});

	test.each([
		["guest", "10"],
		["planner", "15"],
		["reporter", "20"],
		["developer", "30"],
		["maintainer", "40"],
		["owner", "50"],
	] as const)("USER-139 %s is %j", async (role, level) => {
		const made = cast({ username: "ben" });
		made.make.group("realm");
		made.make.member("ben", "realm", role);
		expect((await rows(made)).body[0].access_level).toBe(level);
	});

	test.each([
		["USER-616", "Project", ["Project"]],
		["USER-617", "Namespace", ["Namespace"]],
	])("%s type=%s", async (_claim, type, expected) => {
		const { body } = await rows(joined(), `?type=${type}`);
		expect(body.map((one: { source_type: string }) => one.source_type)).toEqual(expected);
	});

	test("USER-619, USER-620, ERR-007 another type: 400", async () => {
		for (const type of ["foo", "project"]) {
			const { status, body } = await rows(joined(), `?type=${type}`);
			expect([status, body]).toEqual([400, { error: "type does not have a valid value" }]);
		}
	});

	test("USER-621 twenty a page", async () => {
		const made = joined();
		for (let at = 0; at < 23; at++) {
			made.make.group(`g${at}`);
			made.make.member("ben", `g${at}`, "guest");
		}
		const first = await rows(made);
		expect([first.body.length, first.headers.get("x-total"), first.headers.get("x-next-page")]).toEqual([
			20,
			"25",
			"2",
		]);
		expect((await rows(made, "?page=2")).body).toHaveLength(5);
	});

	test("USER-623 what is asked for or offered is none, and gives no role", async () => {
		const made = joined();
		const { make, platform, user, ask } = made;
		const group = make.group("closed", { visibility: "private" });
		const created_at = platform.state.clock.iso();
		const grant = { user_id: user("ben").id, source: "group", source_id: group.id, created_at } as const;
		const { id } = platform.state.members.insert({ ...grant, expires_at: null, access_level: 50, pending: true });
		expect((await rows(made)).body).toHaveLength(2);
		expect((await ask("ben", "GET", "/groups/closed")).status).toBe(404);
		platform.state.members.update(id, { pending: false });
		expect((await rows(made)).body).toHaveLength(3);
		expect((await ask("ben", "GET", "/groups/closed")).status).toBe(200);
	});
});

describe("associations", () => {
	const get = ({ ask, user }: Scene, who: string | null, whose: string) =>
		ask(who, "GET", `/users/${user(whose).id}/associations_count`);

	test("USER-156 direct memberships, and what the user wrote", async () => {
		const made = cast({ username: "ben" });
		const { make, user } = made;
		make.group("realm");
		make.group("realm/sub");
		make.project("realm/tool");
		const project = make.project("realm/thing");
		make.member("ben", "realm", "developer");
		make.member("ben", "realm/tool", "developer");
		make.member("ben", "realm/thing", "developer");
		const [ben, anna] = [user("ben").id, user("anna").id];
		for (const state of ["opened", "opened", "closed", "opened"] as const)
			make.issue(project, { author_id: ben, assignee_ids: [anna], state });
		make.issue(project, { author_id: anna, assignee_ids: [ben] });
		make.mergeRequest(project, { author_id: ben, state: "merged" });
		expect((await get(made, "ben", "ben")).body).toEqual({
			groups_count: 1,
			projects_count: 2,
			issues_count: 4,
			merge_requests_count: 1,
		});
	});

	test("USER-594, USER-595 one's own, and an administrator anyone's", async () => {
		const made = scene();
		expect((await get(made, "developer", "developer")).status).toBe(200);
		expect((await get(made, "root", "developer")).body).toEqual((await get(made, "developer", "developer")).body);
	});

	test("USER-596, USER-597 no one else's: 403; without credentials 401", async () => {
		const made = scene();
		for (const who of ["owner", "auditor"]) {
			const { status, body } = await get(made, who, "developer");
			expect([status, body]).toEqual([403, { message: "403 Forbidden" }]);
		}
		expect((await get(made, null, "developer")).status).toBe(401);
	});
});

describe("activities", () => {
	const list = (made: Scene, who: string | null, query = "") => made.ask(who, "GET", `/user/activities${query}`);
	const active = (username: string, last_activity_on: string | null, more = {}) => ({
		username,
		last_activity_on,
		...more,
	});
	const names = async (made: Scene, who: string, query = "") =>
		(await list(made, who, query)).body.map((one: { username: string }) => one.username);
	/** The clock stands on 5 January 2026. */
	const people = [
		active("new", "2026-01-05"),
		active("mid", "2025-10-01"),
		active("edge", "2025-07-05"),
		active("old", "2025-07-04"),
		active("never", null),
		active("shy", "2025-12-01", { private_profile: true }),
	];

	test("USER-600, USER-601, USER-606 of six months, the oldest first, without those who never were", async () => {
		expect(await names(cast(...people), "anna")).toEqual(["edge", "mid", "new"]);
	});

	test("USER-160 both names of the day say the same", async () => {
		const { body } = await list(cast(...people), "anna");
		expect(body[1]).toEqual({ username: "mid", last_activity_on: "2025-10-01", last_activity_at: "2025-10-01" });
		for (const one of body) expect(one.last_activity_at).toBe(one.last_activity_on);
	});

	test.each([
		["USER-602", "2020-01-01", ["old", "edge", "mid", "new"]],
		["USER-602", "2025-12-31", ["new"]],
		["USER-603", "2025-10-01", ["mid", "new"]],
		["USER-603", "2025-10-02", ["new"]],
	])("%s from %s", async (_claim, from, expected) => {
		expect(await names(cast(...people), "anna", `?from=${from}`)).toEqual(expected);
	});

	test("USER-604, USER-605 private profiles for administrators alone; anyone with credentials", async () => {
		const made = cast(...people, { username: "audit", auditor: true });
		expect(await names(made, "root")).toEqual(["edge", "mid", "shy", "new"]);
		for (const who of ["anna", "audit", "shy"]) expect(await names(made, who)).toEqual(["edge", "mid", "new"]);
		expect((await list(made, null)).status).toBe(401);
	});

	test("USER-607 no date: 400", async () => {
		const { status, body } = await list(cast(), "anna", "?from=notadate");
		expect([status, body]).toEqual([400, { error: "from is invalid" }]);
	});

	test("USER-608, USER-609 twenty a page, with headers", async () => {
		const made = cast(...Array.from({ length: 25 }, (_, at) => active(`u${at}`, "2026-01-01")));
		const { body, headers } = await list(made, "anna");
		expect(body).toHaveLength(20);
		for (const [name, value] of Object.entries({
			"x-total": "25",
			"x-total-pages": "2",
			"x-page": "1",
			"x-next-page": "2",
		}))
			expect(headers.get(name)).toBe(value);
	});
});

describe("two-factor authentication", () => {
	const disable = (made: Scene, username: string) =>
		made.refused("root", "PATCH", `/users/${made.user(username).id}/disable_two_factor`);

	test("USER-626, USER-634, ERR-008 off: 204; the second time 400", async () => {
		const made = cast({ username: "ben", two_factor_enabled: true });
		const told = await disable(made, "ben");
		expect([told.status, told.body]).toEqual([204, undefined]);
		expect(await twoFactor(made, "ben")).toBe(false);
		expect(await disable(made, "ben")).toMatchObject({ status: 400, unchanged: true });
	});

	test("USER-627, USER-628, ERR-008 without it: 400", async () => {
		const told = await disable(cast({ username: "ben" }), "ben");
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual({
			message: "400 Bad request - Two-factor authentication is not enabled for this user",
		});
	});

	test("USER-631..633 not an administrator's, nor one's own: 403", async () => {
		const made = cast({ username: "chief", admin: true, two_factor_enabled: true });
		made.change("root", { two_factor_enabled: true });
		for (const username of ["root", "chief"]) {
			const told = await disable(made, username);
			expect(told).toMatchObject({ status: 403, unchanged: true });
			expect(told.body.message).toMatch(
				/^403 Forbidden - Two-factor authentication for admins cannot be disabled via the API/,
			);
			expect(await twoFactor(made, username)).toBe(true);
		}
	});
});

describe("identities", () => {
	const path = ({ user }: Scene, provider: string) => `/users/${user("careful").id}/identities/${provider}`;

	test("USER-689, USER-691 one is taken away, others stay; then there is none: 404", async () => {
		const made = scene();
		const { ask, user, refused } = made;
		expect((await ask("root", "DELETE", path(made, "ldapmain"))).status).toBe(204);
		const { body } = await ask("root", "GET", `/users/${user("careful").id}`);
		expect(body.identities).toEqual([{ provider: "code_forge", extern_uid: "4711" }]);
		for (const provider of ["ldapmain", "never"]) {
			const told = await refused("root", "DELETE", path(made, provider));
			expect(told).toMatchObject({ status: 404, unchanged: true });
			expect(told.body).toEqual({ message: "404 Identity Not Found" });
		}
	});

	test("USER-692 changed since: 412", async () => {
		const made = scene();
		const { ask, refused, platform, user } = made;
		const before = new Date(platform.clock.now() - 60_000).toUTCString();
		const json = { provider: "ldapmain", extern_uid: "uid=else" };
		await ask("root", "PUT", `/users/${user("careful").id}`, { json });
		const since = { headers: { "If-Unmodified-Since": before } };
		const told = await refused("root", "DELETE", path(made, "ldapmain"), since);
		expect(told).toMatchObject({ status: 412, unchanged: true });
		expect((await ask("root", "DELETE", path(made, "code_forge"), since)).status).toBe(204);
	});
});

describe("somebody's support PIN", () => {
	const at = ({ user }: Scene, more = "") => `/users/${user("anna").id}/support_pin${more}`;

	test("USER-700 the one that the user sees", async () => {
		const made = cast();
		const { body } = await made.ask("anna", "POST", "/user/support_pin");
		const told = await made.ask("root", "GET", at(made));
		expect([told.status, told.body]).toEqual([200, body]);
		expect((await made.ask("anna", "GET", "/user/support_pin")).body).toEqual(body);
	});

	test("USER-702 none: 404", async () => {
		const made = cast();
		const { status, body } = await made.ask("root", "GET", at(made));
		expect([status, body]).toEqual([404, { message: "404 Support PIN not found or expired Not Found" }]);
	});

	test("USER-165, USER-703, USER-706, USER-708, ERR-010 revoked: 202 and gone at once; then 404; a new one may be made", async () => {
		const made = cast();
		const { ask, refused } = made;
		const missing = { message: "404 Support PIN not found or already expired Not Found" };
		expect((await refused("root", "POST", at(made, "/revoke"))).body).toEqual(missing);
		await ask("anna", "POST", "/user/support_pin");
		expect((await ask("root", "POST", at(made, "/revoke"))).status).toBe(202);
		expect((await ask("anna", "GET", "/user/support_pin")).status).toBe(404);
		expect((await ask("root", "GET", at(made))).status).toBe(404);
		const told = await refused("root", "POST", at(made, "/revoke"));
		expect(told).toMatchObject({ status: 404, unchanged: true });
		expect(told.body).toEqual(missing);
		expect((await ask("anna", "POST", "/user/support_pin")).status).toBe(201);
	});
});
