import type { Params } from "../../rule/address";
import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { mustList, nameOf, one, sample } from "./listed";
import { type Person, person } from "./person";

const writes = { effect: "writes" } as const;

/** A user with an identity of a directory. */
async function identified(t: Context): Promise<Person & { readonly provider: string; readonly extern_uid: string }> {
	const [provider, extern_uid] = ["ldapmain", `uid=${t.unique("uid")}`];
	return { ...(await person(t, { provider, extern_uid })), provider, extern_uid };
}

/** The usernames that the administrator's list gives. */
const names = async (t: Context, params: Params): Promise<readonly unknown[]> =>
	(await t.as("administrator").call("listUsers", params)).is(200).pluck("username");

/** One with custom attributes; skips where there is none. */
async function attributed(t: Context): Promise<{ username: string; attributes: Record<string, string>; first: string }> {
	const has = ({ custom_attributes }: Fields) => Array.isArray(custom_attributes) && custom_attributes.length > 0;
	const user = one(t, await sample(t), "has custom attributes", has);
	const pairs = Array.isArray(user.custom_attributes) ? user.custom_attributes.map(Object) : [];
	const attributes = Object.fromEntries(pairs.map(({ key, value }) => [String(key), String(value)]));
	return { username: nameOf(user), attributes, first: Object.keys(attributes)[0] ?? "" };
}

const withTwoFactor = async (t: Context): Promise<string> =>
	nameOf(one(t, await sample(t), "has two-factor authentication", (user) => user.two_factor_enabled === true));

/** Filters that are the administrator's alone. */
export const administratorFilters: readonly Rule[] = [
	rule(
		"USER-246",
		"extern_uid with provider returns the one user holding that identity; an unknown pair returns [].",
		"listUsers",
		async (t) => {
			const { username, provider, extern_uid } = await identified(t);
			const other = await identified(t);
			t.same("the user of that identity", await names(t, { provider, extern_uid }), [username]);
			t.same("the user of another's", await names(t, { provider, extern_uid: other.extern_uid }), [other.username]);
			t.same("the users of none", await names(t, { provider, extern_uid: `${extern_uid}x` }), []);
			t.same("the users of another provider", await names(t, { provider: t.unique("none"), extern_uid }), []);
		},
		writes,
	),
	assumed(
		"USER-247",
		'extern_uid without provider, or provider without extern_uid, answers 400 {"error":"extern_uid, provider provide all or none of parameters"}.',
		"listUsers",
		async (t) => {
			for (const params of [{ extern_uid: "1" }, { provider: "ldapmain" }])
				(await t.as("administrator").call("listUsers", params)).refuses(400, {
					error: "extern_uid, provider provide all or none of parameters",
				});
		},
	),
	assumed("USER-248", 'extern_uid with provider by a non-administrator answers 403 {"message":"403 Forbidden"}; anonymously 401.', "listUsers", async (t) => {
		const params = { extern_uid: "1", provider: "ldapmain" };
		for (const who of ["outsider", "owner"] as const) (await t.as(who).call("listUsers", params)).refuses(403, { message: "403 Forbidden" });
		(await t.anonymous.call("listUsers", params)).refuses(401);
	}),
	rule(
		"USER-249",
		"provider=scim with extern_uid finds the user holding that scim identity on Premium/Ultimate.",
		"listUsers",
		async (t) => {
			const isProvisioned = ({ scim_identities }: Fields) => Array.isArray(scim_identities) && scim_identities.length > 0;
			const user = one(t, await sample(t), "has a provisioned (scim) identity", isProvisioned);
			const { extern_uid } = Object(Array.isArray(user.scim_identities) ? user.scim_identities[0] : undefined);
			const found = await names(t, { provider: "scim", extern_uid });
			t.holds("the provisioned user should be found", found.includes(user.username));
			t.same("the users of none", await names(t, { provider: "scim", extern_uid: `${String(extern_uid)}-none` }), []);
		},
		{ tier: "premium" },
	),
	assumed(
		"USER-250",
		"provider=scim on a Free instance returns 200 [].",
		"listUsers",
		async (t) => {
			t.same("the provisioned users", await names(t, { provider: "scim", extern_uid: t.user("developer").username }), []);
		},
		{ maxTier: "free" },
	),
	rule(
		"USER-263",
		"Administrator: two_factor=enabled returns only users with two-factor authentication; two_factor=disabled only users without it; omitted returns both.",
		"listUsers",
		async (t) => {
			const safe = await withTwoFactor(t);
			const users = await sample(t);
			const plain = nameOf(one(t, users, "has no two-factor authentication", (user) => user.two_factor_enabled === false));
			const administrator = t.as("administrator");
			await mustList(t, administrator, { two_factor: "enabled" }, [safe]);
			await mustList(t, administrator, { two_factor: "enabled" }, [plain], false);
			await mustList(t, administrator, { two_factor: "disabled" }, [plain]);
			await mustList(t, administrator, { two_factor: "disabled" }, [safe], false);
			await mustList(t, administrator, {}, [safe, plain]);
			for (const [two_factor, expected] of [
				["enabled", true],
				["disabled", false],
			] as const)
				(await administrator.call("listUsers", { two_factor, per_page: 100 }))
					.is(200)
					.every(`of two-factor authentication ${two_factor}`, (user) => user.two_factor_enabled === expected);
		},
	),
	assumed("USER-264", "two_factor by a regular caller is ignored.", "listUsers", async (t) => {
		const safe = await withTwoFactor(t);
		for (const two_factor of ["enabled", "disabled"]) await mustList(t, t.as("outsider"), { two_factor }, [safe, t.user("outsider").username]);
	}),
	rule(
		"USER-266",
		"Administrator: without_projects=true returns only users with no project; false or omitted returns users with and without projects.",
		"listUsers",
		async (t) => {
			const { username } = await person(t);
			const member = t.user("developer").username;
			const administrator = t.as("administrator");
			await mustList(t, administrator, { without_projects: true }, [username]);
			await mustList(t, administrator, { without_projects: true }, [member], false);
			for (const params of [{}, { without_projects: false }]) await mustList(t, administrator, params, [username, member]);
		},
		writes,
	),
	assumed(
		"USER-267",
		"without_projects by a regular caller is ignored.",
		"listUsers",
		async (t) => {
			const { username } = await person(t);
			const both = [username, t.user("developer").username];
			await mustList(t, t.as("outsider"), { without_projects: true }, both);
		},
		writes,
	),
	rule("USER-269", "Administrator: admins=true returns only administrators.", "listUsers", async (t) => {
		const administrator = t.as("administrator");
		await mustList(t, administrator, { admins: true }, [t.user("administrator").username]);
		await mustList(t, administrator, { admins: true }, [t.user("developer").username], false);
		(await administrator.call("listUsers", { admins: true })).is(200).every("an administrator", (user) => user.is_admin === true);
	}),
	assumed("USER-270", "admins=true by a regular caller is ignored (no administrator can be singled out).", "listUsers", async (t) => {
		const both = [t.user("administrator").username, t.user("developer").username];
		await mustList(t, t.as("outsider"), { admins: true }, both);
	}),
	rule(
		"USER-272",
		"Administrator on Premium/Ultimate: auditors=true returns only auditor users.",
		"listUsers",
		async (t) => {
			const administrator = t.as("administrator");
			await mustList(t, administrator, { auditors: true }, [t.user("auditor").username]);
			await mustList(t, administrator, { auditors: true }, [t.user("developer").username], false);
			(await administrator.call("listUsers", { auditors: true })).is(200).every("an auditor", (user) => user.is_auditor === true);
		},
		{ tier: "premium" },
	),
	assumed(
		"USER-273",
		"auditors=true on a Free instance is ignored: the full list is returned with 200.",
		"listUsers",
		async (t) => {
			await mustList(t, t.as("administrator"), { auditors: true }, [t.user("developer").username]);
		},
		{ maxTier: "free" },
	),
	rule(
		"USER-275",
		"Administrator on Premium/Ultimate: skip_ldap=true leaves out users holding an LDAP identity.",
		"listUsers",
		async (t) => {
			const [fromDirectory, other] = [await identified(t), await person(t)];
			const administrator = t.as("administrator");
			await mustList(t, administrator, { skip_ldap: true }, [other.username]);
			await mustList(t, administrator, { skip_ldap: true }, [fromDirectory.username], false);
			await mustList(t, administrator, {}, [fromDirectory.username]);
		},
		{ ...writes, tier: "premium" },
	),
	assumed(
		"USER-276",
		"skip_ldap=true on a Free instance is ignored (200, full list).",
		"listUsers",
		async (t) => {
			const [fromDirectory, other] = [await identified(t), await person(t)];
			await mustList(t, t.as("administrator"), { skip_ldap: true }, [fromDirectory.username, other.username]);
		},
		{ ...writes, maxTier: "free" },
	),
	rule(
		"USER-278",
		"Administrator: custom_attributes[a]=1&custom_attributes[b]=2 returns only users having both attributes with those values.",
		"listUsers",
		async (t) => {
			const { username, attributes, first } = await attributed(t);
			if (Object.keys(attributes).length < 2) t.skip("the user with custom attributes needs two of them");
			const administrator = t.as("administrator");
			await mustList(t, administrator, { custom_attributes: attributes }, [username]);
			await mustList(t, administrator, { custom_attributes: attributes }, [t.user("outsider").username], false);
			const other = { custom_attributes: { ...attributes, [first]: `${attributes[first] ?? ""}-not` } };
			await mustList(t, administrator, other, [username], false);
		},
	),
	assumed("USER-279", "custom_attributes by a regular caller is ignored.", "listUsers", async (t) => {
		const { username, attributes } = await attributed(t);
		const both = [username, t.user("outsider").username];
		await mustList(t, t.as("outsider"), { custom_attributes: attributes }, both);
	}),
	rule("USER-281", "Administrator: with_custom_attributes=true adds custom_attributes to every item; without it the key is absent.", "listUsers", async (t) => {
		const asked = await t.as("administrator").call("listUsers", { with_custom_attributes: true, per_page: 100 });
		asked.is(200).every("with custom_attributes", ({ custom_attributes }) => Array.isArray(custom_attributes));
		for (const params of [{}, { with_custom_attributes: false }])
			(await t.as("administrator").call("listUsers", { per_page: 100, ...params }))
				.is(200)
				.every("without custom_attributes", (user) => !Object.hasOwn(user, "custom_attributes"));
	}),
	assumed("USER-282", "with_custom_attributes=true by a regular caller adds nothing.", "listUsers", async (t) => {
		(await t.as("outsider").call("listUsers", { with_custom_attributes: true, per_page: 100 }))
			.is(200)
			.every("without custom_attributes", (user) => !Object.hasOwn(user, "custom_attributes"));
	}),
	rule("USER-290", "Administrator: with_custom_attributes=true adds custom_attributes to the record.", "getUser", async (t) => {
		const { username, attributes } = await attributed(t);
		const [user] = (await t.as("administrator").call("listUsers", { username })).is(200).items;
		const response = (await t.as("administrator").call("getUser", { id: user?.id, with_custom_attributes: true })).is(200);
		const shown = response.field("custom_attributes");
		const pairs = Array.isArray(shown) ? shown.map((pair) => [Object(pair).key, Object(pair).value]) : [];
		t.same("the custom attributes", Object.fromEntries(pairs), attributes, response);
		(await t.as("administrator").call("getUser", { id: user?.id })).is(200).lacks("custom_attributes");
	}),
	assumed("USER-291", "with_custom_attributes=true by a regular caller adds nothing (200).", "getUser", async (t) => {
		const { id } = t.user("developer");
		(await t.as("outsider").call("getUser", { id, with_custom_attributes: true })).is(200).lacks("custom_attributes");
	}),
];
