import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
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
async function newAdministrator(t: Trial): Promise<Caller> {
	return t.as("administrator").sudo((await t.make.user({ admin: true })).number("id"));
}

/** Which groups a caller is shown. */
export const listScope: readonly Check[] = [
	check("GROUP-169", async (t) => {
		(await t.anonymous.call("listGroups", { per_page: 100 }))
			.is(200)
			.every("public", (one) => one.visibility === "public");
		lists(t, await list(t.anonymous, t.scene("group")), t.scene("group"));
		for (const field of ["internal_group", "private_group"] as const)
			omits(t, await list(t.anonymous, t.scene(field)), t.scene(field));
	}),
	check("GROUP-170", async (t) => {
		lists(t, await list(t.as("developer"), t.scene("group")), t.scene("group"), t.scene("subgroup"));
		omits(t, await list(t.as("outsider"), t.scene("private_group")), t.scene("private_group"));
	}),
	check("GROUP-171", async (t) => {
		for (const query of [{}, { all_available: false }])
			omits(t, await list(t.as("outsider"), t.scene("group"), query), t.scene("group"));
	}),
	check("GROUP-172", async (t) => {
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
	}),
	check("GROUP-173", async (t) => {
		const root = t.as("administrator");
		for (const field of ["group", "internal_group", "private_group", "leaving_group"] as const)
			lists(t, await list(root, t.scene(field)), t.scene(field));
	}),
	check("GROUP-175", async (t) => {
		const outsider = t.as("outsider");
		omits(t, await list(outsider, t.scene("group")), t.scene("group"));
		lists(t, await list(outsider, t.scene("group"), { all_available: true }), t.scene("group"));
	}),
	check("GROUP-176", async (t) => {
		const all = (path: string) => list(t.as("outsider"), path, { all_available: true });
		for (const field of ["group", "internal_group"] as const) lists(t, await all(t.scene(field)), t.scene(field));
		omits(t, await all(t.scene("private_group")), t.scene("private_group"));
	}),
	check("GROUP-177", async (t) => {
		const path = t.scene("group");
		const [with_, without] = [await list(t.anonymous, path, { all_available: false }), await list(t.anonymous, path)];
		lists(t, with_, path);
		t.same("the groups", with_.json, without.is(200).json, with_);
	}),
	check(
		"GROUP-178",
		async (t) => {
			const root = await newAdministrator(t);
			const path = t.scene("group");
			lists(t, await list(root, path), path);
			omits(t, await list(root, path, { all_available: false }), path);
		},
		{ effect: "writes" },
	),
	check("GROUP-179", async (t) => {
		const path = t.scene("group");
		const query = { owned: true, all_available: true };
		lists(t, await list(t.as("owner"), path, query), path);
		for (const who of ["maintainer", "outsider"] as const) omits(t, await list(t.as(who), path, query), path);
	}),
	check("GROUP-180", async (t) => {
		const path = t.scene("group");
		const query = { min_access_level: 40, all_available: true };
		lists(t, await list(t.as("maintainer"), path, query), path);
		for (const who of ["developer", "outsider"] as const) omits(t, await list(t.as(who), path, query), path);
	}),
	check("GROUP-218", async (t) => {
		const path = t.scene("group");
		lists(t, await list(t.as("owner"), path, { owned: true }), path);
		lists(t, await list(t.as("maintainer"), path), path);
		omits(t, await list(t.as("maintainer"), path, { owned: true }), path);
	}),
	check("GROUP-219", async (t) => {
		const told = await t.anonymous.call("listGroups", { owned: true });
		t.same("the groups", told.is(200).json, [], told);
		lists(t, await list(t.anonymous, t.scene("group")), t.scene("group"));
	}),
	check("GROUP-222", async (t) => {
		const path = t.scene("group");
		for (const who of ["owner", "maintainer"] as const)
			lists(t, await list(t.as(who), path, { min_access_level: 40 }), path);
		omits(t, await list(t.as("developer"), path, { min_access_level: 40 }), path);
	}),
	check("GROUP-223", async (t) => {
		const told = await list(t.as("maintainer"), t.scene("group"), { min_access_level: 40 });
		lists(t, told, t.scene("group"), t.scene("subgroup"));
	}),
	check("GROUP-224", async (t) => {
		const told = await t.as("owner").call("listGroups", { min_access_level: 42 });
		told.refuses(400, { error: "min_access_level does not have a valid value" });
	}),
	check("GROUP-225", async (t) => {
		const path = t.scene("group");
		lists(t, await list(t.anonymous, path, { min_access_level: 40 }), path);
	}),
	check(
		"GROUP-025",
		async (t) => {
			const path = t.scene("group");
			for (const [who, level] of roles) {
				const told = (min_access_level: number) => list(t.as(who), path, { min_access_level });
				lists(t, await told(level), path);
				const higher = levels.find((one) => one > level);
				if (higher !== undefined) omits(t, await told(higher), path);
			}
		},
		{ effect: "reads", operations: ["listGroups"] },
	),
];
