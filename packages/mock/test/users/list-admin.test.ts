import { describe, expect, test } from "vitest";
import { cast, castOn, type Scene } from "./scene";

/** Gives somebody an account elsewhere. */
function identify(made: Scene, username: string, provider: string, extern_uid: string): void {
	made.platform.state.identities.insert({
		user_id: made.user(username).id,
		provider,
		extern_uid,
		saml_provider_id: null,
		updated_at: made.platform.clock.iso(),
	});
}

describe("extern_uid and provider", () => {
	test("USER-246 find the one user with that identity", async () => {
		const made = cast({ username: "ben" }, { username: "cleo" });
		identify(made, "ben", "ldapmain", "uid=1");
		identify(made, "cleo", "forge", "uid=1");
		expect(await made.names("root", "provider=ldapmain&extern_uid=uid%3D1")).toEqual(["ben"]);
		expect(await made.names("root", "provider=forge&extern_uid=uid%3D1")).toEqual(["cleo"]);
		expect(await made.names("root", "provider=forge&extern_uid=uid%3D2")).toEqual([]);
		expect(await made.names("root", "provider=other&extern_uid=uid%3D1")).toEqual([]);
	});

	test("USER-247 one without the other: 400", async () => {
		const { ask } = cast();
		for (const who of ["root", "anna"])
			for (const query of ["extern_uid=1", "provider=ldapmain"]) {
				const { status, body } = await ask(who, "GET", `/users?${query}`);
				expect([status, body]).toEqual([400, { error: "extern_uid, provider provide all or none of parameters" }]);
			}
	});

	test("USER-248 for administrators alone: 403, anonymously 401", async () => {
		const made = cast({ username: "ben" }, { username: "audit", auditor: true });
		identify(made, "ben", "ldapmain", "1");
		const query = "/users?extern_uid=1&provider=ldapmain";
		for (const who of ["anna", "ben", "audit"]) {
			const { status, body } = await made.ask(who, "GET", query);
			expect([status, body]).toEqual([403, { message: "403 Forbidden" }]);
		}
		for (const more of ["", "&username=ben"]) expect((await made.ask(null, "GET", `${query}${more}`)).status).toBe(401);
	});

	test.each(["premium", "ultimate"] as const)(
		"USER-249 provider=scim finds provisioned identities on %s",
		async (tier) => {
			const { make, names, platform, user } = castOn({ tier }, { username: "ben" }, { username: "cleo" });
			const group_id = make.group("acme").id;
			for (const username of ["ben", "cleo"])
				platform.state.scimIdentities.insert({
					user_id: user(username).id,
					group_id,
					extern_uid: `s-${username}`,
					active: true,
				});
			expect(await names("root", "provider=scim&extern_uid=s-cleo")).toEqual(["cleo"]);
			expect(await names("root", "provider=scim&extern_uid=s-dora")).toEqual([]);
		},
	);

	test("USER-250 provider=scim on Free: nobody", async () => {
		const { make, names, platform, user } = castOn({ tier: "free" }, { username: "ben" });
		const group_id = make.group("acme").id;
		platform.state.scimIdentities.insert({ user_id: user("ben").id, group_id, extern_uid: "s", active: true });
		expect(await names("root", "provider=scim&extern_uid=s")).toEqual([]);
	});
});

describe("filters that others' requests may carry without effect", () => {
	test("USER-263, USER-264 two_factor", async () => {
		const { names } = cast({ username: "safe", two_factor_enabled: true });
		expect(await names("root", "two_factor=enabled")).toEqual(["safe"]);
		expect(await names("root", "two_factor=disabled")).toEqual(["anna", "root"]);
		const all = ["safe", "anna", "root"];
		expect(await names("root")).toEqual(all);
		for (const value of ["enabled", "disabled"]) expect(await names("anna", `two_factor=${value}`)).toEqual(all);
	});

	test("USER-266, USER-267 without_projects", async () => {
		const { make, names } = cast(
			{ username: "maker" },
			{ username: "member" },
			{ username: "grouped" },
			{ username: "idle" },
		);
		make.project("maker/things");
		make.group("acme");
		make.group("acme/sub");
		make.group("empty");
		make.project("acme/sub/web");
		make.project("acme/sub/api");
		make.member("member", "acme/sub/web", "guest");
		make.member("grouped", "acme", "guest");
		make.member("idle", "empty", "owner");
		expect(await names("root", "without_projects=true")).toEqual(["idle", "anna", "root"]);
		const all = ["idle", "grouped", "member", "maker", "anna", "root"];
		expect(await names("root", "without_projects=false")).toEqual(all);
		expect(await names("root")).toEqual(all);
		expect(await names("anna", "without_projects=true")).toEqual(all);
	});

	test("USER-269, USER-270 admins", async () => {
		const { names } = cast({ username: "chief", admin: true });
		expect(await names("root", "admins=true")).toEqual(["chief", "root"]);
		expect(await names("anna", "admins=true")).toEqual(["chief", "anna", "root"]);
	});

	test.each(["premium", "ultimate"] as const)("USER-272, USER-275 auditors and skip_ldap on %s", async (tier) => {
		const made = castOn({ tier }, { username: "audit", auditor: true }, { username: "dir" });
		identify(made, "dir", "ldapmain", "1");
		expect(await made.names("root", "auditors=true")).toEqual(["audit"]);
		expect(await made.names("root", "skip_ldap=true")).toEqual(["audit", "anna", "root"]);
		expect(await made.names("anna", "auditors=true&skip_ldap=true")).toHaveLength(4);
	});

	test("USER-273, USER-276 auditors and skip_ldap on Free: the full list", async () => {
		const made = castOn({ tier: "free" }, { username: "audit", auditor: true }, { username: "dir" });
		identify(made, "dir", "ldapmain", "1");
		for (const query of ["auditors=true", "skip_ldap=true"])
			expect(await made.names("root", query)).toEqual(["dir", "audit", "anna", "root"]);
	});
});

describe("custom attributes", () => {
	const attributes = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }));
	const people = [
		{ username: "both", custom_attributes: attributes({ a: "1", b: "2" }) },
		{ username: "one", custom_attributes: attributes({ a: "1", b: "3" }) },
		{ username: "none" },
	];

	test("USER-278, USER-279 all of the given ones have to be there; from others ignored", async () => {
		const { names, change } = cast(...people);
		expect(await names("root", "custom_attributes[a]=1&custom_attributes[b]=2")).toEqual(["both"]);
		expect(await names("root", "custom_attributes[a]=1")).toEqual(["one", "both"]);
		expect(await names("root", "custom_attributes[c]=1")).toEqual([]);
		change("none", { auditor: true });
		for (const who of ["anna", "none"])
			expect(await names(who, "custom_attributes[a]=1&custom_attributes[b]=2"), who).toHaveLength(5);
	});

	test("USER-281, USER-282 are shown to administrators that ask", async () => {
		const { ask } = cast(...people);
		const { body } = await ask("root", "GET", "/users?with_custom_attributes=true&sort=asc");
		expect(body.map((one: { custom_attributes: unknown }) => one.custom_attributes)).toEqual([
			[],
			[],
			people[0]?.custom_attributes,
			people[1]?.custom_attributes,
			[],
		]);
		for (const [who, query] of [
			["root", ""],
			["root", "?with_custom_attributes=false"],
			["anna", "?with_custom_attributes=true"],
		] as const)
			for (const one of (await ask(who, "GET", `/users${query}`)).body)
				expect(one).not.toHaveProperty("custom_attributes");
	});
});
