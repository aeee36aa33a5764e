import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { lastPart, lists, omits } from "./listed";

/** The groups that have something of this path, as far as the caller is shown them. */
const list = (caller: Caller, path: string, query: Params = {}): Promise<Answer> =>
	caller.call("listGroups", { search: lastPart(path), per_page: 100, ...query });

type Roles = readonly (readonly ["guest" | "reporter" | "developer" | "maintainer" | "owner", number])[];
const roles: Roles = [
	["guest", 10],
	["reporter", 20],
	["developer", 30],
	["maintainer", 40],
	["owner", 50],
];
const levels = [5, 10, 15, 20, 30, 40, 50];

/** A new administrator, who is a member of nothing. */
async function newAdministrator(t: Context): Promise<Caller> {
	return t.as("administrator").sudo((await t.given.user({ admin: true })).number("id"));
}

/** Which groups a caller is shown. */
export const listScope: readonly Rule[] = [
	rule("GROUP-169", "Anonymous → 200 with public groups only.", "listGroups", async (t) => {
		(await t.anonymous.call("listGroups", { per_page: 100 })).is(200).every("public", (one) => one.visibility === "public");
		lists(t, await list(t.anonymous, t.scene("group")), t.scene("group"));
		for (const field of ["internal_group", "private_group"] as const) omits(t, await list(t.anonymous, t.scene(field)), t.scene(field));
	}),
	rule("GROUP-170", "Signed-in user → 200 with groups visible to that user.", "listGroups", async (t) => {
		lists(t, await list(t.as("developer"), t.scene("group")), t.scene("group"), t.scene("subgroup"));
		omits(t, await list(t.as("outsider"), t.scene("private_group")), t.scene("private_group"));
	}),
	rule("GROUP-171", "Default for a regular user is all_available=false: a public group the user is no member of is not listed.", "listGroups", async (t) => {
		for (const query of [{}, { all_available: false }]) omits(t, await list(t.as("outsider"), t.scene("group"), query), t.scene("group"));
	}),
	assumed(
		"GROUP-172",
		"Regular user default list = groups with direct, inherited or share-derived membership, plus the ancestors of those groups.",
		"listGroups",
		async (t) => {
			// Roles are held in the group: what is below it comes by inheritance.
			const guest = t.as("guest");
			lists(t, await list(guest, t.scene("group")), t.scene("group"), t.scene("subgroup"));
			omits(t, await list(guest, t.scene("internal_group")), t.scene("internal_group"));
			const root = t.as("administrator");
			const hosts = (await root.call("listGroupSharedGroups", { id: t.scene("group"), per_page: 100 })).is(200);
			const host = hosts
				.pluck("full_path")
				.map(String)
				.find((path) => path.includes("/"));
			if (host === undefined) return t.skip("the scene's group is invited into no group that lies below another");
			lists(t, await list(guest, host), host);
			const above = host.slice(0, host.lastIndexOf("/"));
			lists(t, await list(guest, above), above);
		},
	),
	rule("GROUP-173", "Default for an administrator is all_available=true: every group of the instance is listed.", "listGroups", async (t) => {
		const root = t.as("administrator");
		for (const field of ["group", "internal_group", "private_group", "leaving_group"] as const) lists(t, await list(root, t.scene(field)), t.scene(field));
	}),
	rule("GROUP-175", "all_available=true for a regular user adds every group accessible to them.", "listGroups", async (t) => {
		const outsider = t.as("outsider");
		omits(t, await list(outsider, t.scene("group")), t.scene("group"));
		lists(t, await list(outsider, t.scene("group"), { all_available: true }), t.scene("group"));
	}),
	assumed(
		"GROUP-176",
		"all_available=true adds public and internal groups for a signed-in user, never private groups without membership.",
		"listGroups",
		async (t) => {
			const all = (path: string) => list(t.as("outsider"), path, { all_available: true });
			for (const field of ["group", "internal_group"] as const) lists(t, await all(t.scene(field)), t.scene(field));
			omits(t, await all(t.scene("private_group")), t.scene("private_group"));
		},
	),
	rule("GROUP-177", "Anonymous with all_available=false still gets all public groups.", "listGroups", async (t) => {
		const path = t.scene("group");
		const [with_, without] = [await list(t.anonymous, path, { all_available: false }), await list(t.anonymous, path)];
		lists(t, with_, path);
		t.same("the groups", with_.json, without.is(200).json, with_);
	}),
	assumed(
		"GROUP-178",
		"Administrator with all_available=false gets only groups with own membership.",
		"listGroups",
		async (t) => {
			const root = await newAdministrator(t);
			const path = t.scene("group");
			lists(t, await list(root, path), path);
			omits(t, await list(root, path, { all_available: false }), path);
		},
		{ effect: "writes" },
	),
	rule("GROUP-179", "owned=true together with all_available=true: owned wins, only owned groups are returned.", "listGroups", async (t) => {
		const path = t.scene("group");
		const query = { owned: true, all_available: true };
		lists(t, await list(t.as("owner"), path, query), path);
		for (const who of ["maintainer", "outsider"] as const) omits(t, await list(t.as(who), path, query), path);
	}),
	rule(
		"GROUP-180",
		"min_access_level=40 together with all_available=true: min_access_level wins, groups below Maintainer are not returned.",
		"listGroups",
		async (t) => {
			const path = t.scene("group");
			const query = { min_access_level: 40, all_available: true };
			lists(t, await list(t.as("maintainer"), path, query), path);
			for (const who of ["developer", "outsider"] as const) omits(t, await list(t.as(who), path, query), path);
		},
	),
	rule("GROUP-218", "owned=true → only groups the caller owns; a group where the caller is Maintainer is left out.", "listGroups", async (t) => {
		const path = t.scene("group");
		lists(t, await list(t.as("owner"), path, { owned: true }), path);
		lists(t, await list(t.as("maintainer"), path), path);
		omits(t, await list(t.as("maintainer"), path, { owned: true }), path);
	}),
	assumed("GROUP-219", "owned=true from an anonymous caller → 200 [].", "listGroups", async (t) => {
		const response = await t.anonymous.call("listGroups", { owned: true });
		t.same("the groups", response.is(200).json, [], response);
		lists(t, await list(t.anonymous, t.scene("group")), t.scene("group"));
	}),
	rule(
		"GROUP-222",
		"min_access_level=40 returns groups where the caller is Maintainer or Owner and leaves out one where the caller is Developer.",
		"listGroups",
		async (t) => {
			const path = t.scene("group");
			for (const who of ["owner", "maintainer"] as const) lists(t, await list(t.as(who), path, { min_access_level: 40 }), path);
			omits(t, await list(t.as("developer"), path, { min_access_level: 40 }), path);
		},
	),
	assumed("GROUP-223", "min_access_level also returns the descendants of groups where the level is reached.", "listGroups", async (t) => {
		const response = await list(t.as("maintainer"), t.scene("group"), { min_access_level: 40 });
		lists(t, response, t.scene("group"), t.scene("subgroup"));
	}),
	assumed("GROUP-224", 'min_access_level=42 → 400 {"error":"min_access_level does not have a valid value"}.', "listGroups", async (t) => {
		const response = await t.as("owner").call("listGroups", { min_access_level: 42 });
		response.refuses(400, { error: "min_access_level does not have a valid value" });
	}),
	assumed("GROUP-225", "min_access_level from an anonymous caller is ignored: public groups are returned.", "listGroups", async (t) => {
		const path = t.scene("group");
		lists(t, await list(t.anonymous, path, { min_access_level: 40 }), path);
	}),
	assumed(
		"GROUP-025",
		"Role levels: 5 minimal, 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner; min_access_level=n keeps what the caller holds with level n or higher.",
		["listGroups"],
		async (t) => {
			const path = t.scene("group");
			for (const [who, level] of roles) {
				const response = (min_access_level: number) => list(t.as(who), path, { min_access_level });
				lists(t, await response(level), path);
				const higher = levels.find((one) => one > level);
				if (higher !== undefined) omits(t, await response(higher), path);
			}
		},
		{ effect: "reads" },
	),
];
