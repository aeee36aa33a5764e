import type { User } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { scene } from "./scene";

const saml = "/groups/top/saml_users";
const provisioned = "/groups/top/provisioned_users";
const both = [saml, provisioned];

/** The top-level group `top` with one of each role. */
function roles(options: Parameters<typeof scene>[0] = {}) {
	const made = scene(options);
	made.make.group("top");
	for (const role of ["owner", "maintainer", "developer", "reporter", "guest"] as const)
		made.make.member(role, "top", role);
	return made;
}

/** `roles` with users that `top` set up itself and lets sign in by SAML. */
function brought(given: { readonly [username: string]: Partial<User> }, options: Parameters<typeof scene>[0] = {}) {
	const made = roles(options);
	const provisioned_by_group_id = made.platform.state.group("top")?.id ?? 0;
	for (const [username, fields] of Object.entries(given)) {
		made.make.user({ username, ...fields, provisioned_by_group_id });
		made.make.samlUser(username, "top");
	}
	return made;
}

describe("who may list the SAML users", () => {
	test("GROUP-348, GROUP-350 owners and administrators get those, and no other members", async () => {
		const { list } = brought({ first: {}, second: {} });
		for (const who of ["owner", "root"]) expect(await list(who, saml, "username")).toEqual(["second", "first"]);
	});

	test("GROUP-349 nobody without credentials", async () => {
		const { told } = brought({ first: {} });
		expect(await told(null, saml)).toEqual([401, { message: "401 Unauthorized" }]);
	});

	test("GROUP-350 lower roles are refused", async () => {
		const { told } = brought({ first: {} });
		for (const who of ["maintainer", "developer", "reporter", "guest", "outsider"])
			expect(await told(who, saml)).toEqual([403, { message: "403 Forbidden" }]);
	});

	test("GROUP-351 not of a subgroup", async () => {
		const { make, told } = roles();
		make.group("top/low");
		const refusal = { message: "400 Bad request - Must be a top-level group" };
		expect(await told("owner", "/groups/top%2Flow/saml_users")).toEqual([400, refusal]);
	});

	test("GROUP-352 a group without a provider has none", async () => {
		const { told } = roles();
		expect(await told("owner", saml)).toEqual([200, []]);
	});

	test("GROUP-372 the identity names the group's provider", async () => {
		const { ask, platform } = brought({ first: {} });
		platform.state.groups.update(platform.state.group("top")?.id ?? 0, { name: "Renamed" });
		const { body } = await ask("owner", "GET", saml);
		const saml_provider_id = platform.state.group("top")?.saml_provider_id;
		expect(saml_provider_id).toEqual(expect.any(Number));
		expect(body[0].identities).toEqual([{ provider: "group_saml", extern_uid: "first@top", saml_provider_id }]);
		expect(body[0]).not.toHaveProperty("is_admin");
		expect(body[0]).not.toHaveProperty("note");
	});

	test("an identity elsewhere has no provider of a group", async () => {
		const { ask, make, platform } = brought({ first: {} });
		const updated_at = platform.clock.iso();
		const elsewhere = { provider: "ldapmain", extern_uid: "uid=first", saml_provider_id: null };
		platform.state.identities.insert({ ...elsewhere, user_id: make.userId("first"), updated_at });
		const { body } = await ask("owner", "GET", saml);
		expect(body[0].identities).toMatchObject([{ provider: "group_saml" }, elsewhere]);
	});

	test("users of another group's provider are left out", async () => {
		const { list, make } = brought({ first: {} });
		make.group("other");
		make.samlUser("developer", "other");
		make.member("owner", "other", "owner");
		expect(await list("owner", saml, "username")).toEqual(["first"]);
		expect(await list("owner", "/groups/other/saml_users", "username")).toEqual(["developer"]);
	});
});

describe("who may list the provisioned users", () => {
	test("GROUP-373, GROUP-374, GROUP-379 maintainers, owners and administrators; other members are left out", async () => {
		const { list } = brought({ first: {}, second: {} });
		for (const who of ["maintainer", "owner", "root"])
			expect(await list(who, provisioned, "username")).toEqual(["second", "first"]);
	});

	test("GROUP-375, GROUP-376, AUTH-056 lower roles are refused", async () => {
		const { told } = brought({ first: {} });
		for (const who of ["developer", "reporter", "guest", "outsider"])
			expect(await told(who, provisioned)).toEqual([403, { message: "403 Forbidden" }]);
	});

	test("GROUP-377 without credentials it is refused, or the group unknown", async () => {
		const { make, told } = brought({ first: {} });
		make.group("closed", { visibility: "private" });
		expect(await told(null, provisioned)).toEqual([403, { message: "403 Forbidden" }]);
		expect(await told(null, "/groups/closed/provisioned_users")).toEqual([404, { message: "404 Group Not Found" }]);
	});

	test("GROUP-378, GROUP-388 those of a subgroup are listed there, and not above", async () => {
		const { list, make } = brought({ first: {} });
		const low = make.group("top/low");
		make.user({ username: "deep", provisioned_by_group_id: low.id });
		expect(await list("owner", provisioned, "username")).toEqual(["first"]);
		expect(await list("owner", "/groups/top%2Flow/provisioned_users", "username")).toEqual(["deep"]);
	});
});

test.each(both)("GROUP-353, GROUP-380 without a paid plan there is no %s", async (path) => {
	const { told } = brought({ first: {} }, { tier: "free" });
	for (const who of ["owner", "root"]) expect(await told(who, path)).toEqual([404, { error: "404 Not Found" }]);
	const paid = brought({ first: {} }, { tier: "premium" });
	expect((await paid.told("owner", path))[0]).toBe(200);
});

describe.each(both)("filters of %s", (path) => {
	test("GROUP-355, GROUP-356, GROUP-382 username: the whole of it, in any case", async () => {
		const { list } = brought({ first: {}, first2: {} });
		expect(await list("owner", `${path}?username=first`, "username")).toEqual(["first"]);
		expect(await list("owner", `${path}?username=FIRST`, "username")).toEqual(["first"]);
		expect(await list("owner", `${path}?username=firs`, "username")).toEqual([]);
	});

	test("GROUP-357, GROUP-358, GROUP-359, GROUP-360, GROUP-383 search in names, usernames and addresses", async () => {
		const { list } = brought({
			alpha: { name: "Robin Redbreast", email: "one@mail.example", public_email: null },
			beta: { name: "Other", email: "two@post.example", public_email: null },
		});
		const found = (search: string) => list("owner", `${path}?search=${search}`, "username");
		expect(await found("redBREAST")).toEqual(["alpha"]);
		expect(await found("lph")).toEqual(["alpha"]);
		expect(await found("two%40post")).toEqual(["beta"]);
		expect(await found("a")).toEqual(["beta", "alpha"]);
		expect(await found("nothing")).toEqual([]);
	});

	test("GROUP-361, GROUP-362, GROUP-363, GROUP-384, GROUP-385 active and blocked", async () => {
		const { list } = brought({ on: {}, off: { state: "blocked" }, asleep: { state: "deactivated" } });
		const found = (query: string) => list("owner", `${path}?${query}`, "username");
		expect(await found("active=true")).toEqual(["on"]);
		expect(await found("blocked=true")).toEqual(["off"]);
		expect(await found("")).toEqual(["asleep", "off", "on"]);
		expect(await found("active=false&blocked=false")).toEqual(["asleep", "off", "on"]);
	});

	test("GROUP-364, GROUP-365, GROUP-386, GROUP-387 created_after and created_before count the moment itself", async () => {
		const at = (day: number) => ({ created_at: `2026-01-0${day}T12:00:00.000Z` });
		const { list } = brought({ early: at(1), middle: at(2), late: at(3) });
		const found = (query: string) => list("owner", `${path}?${query}`, "username");
		expect(await found("created_after=2026-01-02T12:00:00Z")).toEqual(["late", "middle"]);
		expect(await found("created_before=2026-01-02T12:00:00Z")).toEqual(["middle", "early"]);
		expect(await found("created_after=2026-01-02T12:00:01Z")).toEqual(["late"]);
		expect(await found("created_before=2026-01-02T11:59:59Z")).toEqual(["early"]);
		expect(await found("created_after=2026-01-02&created_before=2026-01-03")).toEqual(["middle"]);
	});

	test("GROUP-366 a time that is none is refused", async () => {
		const { told } = brought({ first: {} });
		expect(await told("owner", `${path}?created_after=not-a-date`)).toEqual([
			400,
			{ error: "created_after is invalid" },
		]);
		expect(await told("owner", `${path}?created_before=not-a-date`)).toEqual([
			400,
			{ error: "created_before is invalid" },
		]);
	});

	test("GROUP-367, GROUP-368, GROUP-389 pages, the highest number first", async () => {
		const { ask, list } = brought({ a: {}, c: {}, b: {} });
		expect(await list("owner", path, "username")).toEqual(["b", "c", "a"]);
		const first = await ask("owner", "GET", `${path}?per_page=2&page=1`);
		expect(first.body.map((one: { username: string }) => one.username)).toEqual(["b", "c"]);
		const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
		expect(names.map((name) => first.headers.get(name))).toEqual(["1", "2", "3", "2", "2", ""]);
		expect(first.headers.get("link")).toContain('rel="next"');
		expect(await list("owner", `${path}?per_page=2&page=2`, "username")).toEqual(["a"]);
	});
});
