import type { SceneField } from "../../bench/scene";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { unknownGroup } from "./refusals";

type GroupField = Extract<SceneField, `${string}group`>;

const get = async (t: Trial, caller: Caller, field: GroupField = "group", query = {}) =>
	(await caller.call("getGroup", { id: t.scene(field), with_projects: false, ...query })).is(200);

const notOwners = (t: Trial): readonly Caller[] => [
	t.anonymous,
	...(["outsider", "guest", "reporter", "developer", "maintainer"] as const).map((who) => t.as(who)),
];

const access = ["runners_token", "enabled_git_access_protocol"] as const;

const paid = [
	"shared_runners_minutes_limit",
	"extra_shared_runners_minutes_limit",
	"marked_for_deletion_on",
	"membership_lock",
	"wiki_access_level",
	"assist_features_enabled",
	"lock_assist_features_enabled",
	"assist_availability",
	"experiment_features_enabled",
] as const;

const lacks = (claim: string, name: (typeof access)[number]): Check =>
	check(claim, async (t) => {
		for (const caller of notOwners(t)) (await get(t, caller)).lacks(name);
	});

/** Who reads a group. */
export const getAccess: readonly Check[] = [
	check("GROUP-153", async (t) => {
		(await get(t, t.anonymous)).has({ full_path: t.scene("group"), visibility: "public" });
	}),
	check("GROUP-154", async (t) => {
		for (const field of ["private_group", "internal_group"] as const)
			(await t.anonymous.call("getGroup", { id: t.scene(field) })).refuses(404, unknownGroup);
	}),
	check(
		"GROUP-155",
		async (t) => {
			// No role of the scene is Guest of a private group of its own: one that is public is made private meanwhile.
			const id = t.scene("leaf_group");
			const owner = t.as("owner");
			const { visibility } = (await get(t, owner, "leaf_group")).fields;
			t.undo("visibility of the group", () => owner.call("updateGroup", { id, visibility }));
			(await owner.call("updateGroup", { id, visibility: "private" })).is(200);
			(await get(t, t.as("guest"), "leaf_group")).has({ full_path: id, visibility: "private" });
			(await t.as("outsider").call("getGroup", { id })).refuses(404, unknownGroup);
		},
		{ effect: "writes" },
	),
	check("GROUP-156", async (t) => {
		for (const field of ["group", "private_group", "internal_group"] as const)
			(await get(t, t.as("administrator"), field)).has({ full_path: t.scene(field) });
	}),
];

/** What a group's own record tells, and whom. */
export const getFields: readonly Check[] = [
	...(
		[
			["GROUP-051", "administrator"],
			["GROUP-052", "owner"],
		] as const
	).map(([claim, who]) =>
		check(claim, async (t) => {
			const told = await get(t, t.as(who));
			t.holds("runners_token should be a text", told.string("runners_token") !== "", told);
		}),
	),
	lacks("GROUP-053", "runners_token"),
	check("GROUP-054", async (t) => {
		for (const who of ["administrator", "owner"] as const)
			(await get(t, t.as(who))).shows("enabled_git_access_protocol");
	}),
	lacks("GROUP-055", "enabled_git_access_protocol"),
	check("GROUP-057", async (t) => {
		(await get(t, t.as("owner"), "subgroup")).shows("runners_token").lacks("enabled_git_access_protocol");
	}),
	check("GROUP-062", async (t) => {
		const root = t.as("administrator");
		const told = await get(t, root, "subgroup");
		const entries = (list: unknown): readonly unknown[] =>
			Array.isArray(list) ? list.map((one) => Object(one).group_id) : [];
		const invited = entries(told.field("shared_with_groups"));
		const hidden: unknown[] = [];
		for (const id of invited) {
			const { visibility } = (await root.call("getGroup", { id, with_projects: false })).is(200).fields;
			if (visibility !== "private") continue;
			if ((await t.as("owner").call("getGroup", { id, with_projects: false })).status === 200) hidden.push(id);
		}
		if (hidden.length === 0) t.skip("no private group that the owner is a member of is invited into the subgroup");
		const [nobody, member] = [await get(t, t.anonymous, "subgroup"), await get(t, t.as("owner"), "subgroup")];
		for (const id of hidden) {
			t.holds("a private group should not show", !entries(nobody.field("shared_with_groups")).includes(id), nobody);
			t.holds("a member should see it", entries(member.field("shared_with_groups")).includes(id), member);
		}
	}),
	check("GROUP-063", async (t) => {
		for (const field of ["leaving_group", "archived_group", "leaf_group", "internal_group"] as const) {
			const query = { id: t.scene(field), relation: ["direct"], per_page: 1 };
			const invited = (await t.as("auditor").call("listInvitedGroups", query)).is(200);
			if (invited.items.length > 0) continue;
			(await get(t, t.as("administrator"), field)).has({ shared_with_groups: [] });
			return;
		}
		t.skip("every group of the scene has invited groups");
	}),
	check("GROUP-064", async (t) => {
		for (const caller of [t.as("owner"), t.anonymous]) {
			const told = await get(t, caller);
			const value = told.field("prevent_sharing_groups_outside_hierarchy");
			t.holds("prevent_sharing_groups_outside_hierarchy should be a boolean", typeof value === "boolean", told);
		}
	}),
	check("GROUP-065", async (t) => {
		for (const caller of [t.as("owner"), t.anonymous])
			(await get(t, caller, "subgroup")).lacks("prevent_sharing_groups_outside_hierarchy");
	}),
	check(
		"GROUP-087",
		async (t) => {
			for (const caller of [t.as("owner"), t.anonymous]) (await get(t, caller)).shows(...paid);
		},
		{ tier: "premium" },
	),
	check(
		"GROUP-088",
		async (t) => {
			for (const who of ["owner", "administrator"] as const) (await get(t, t.as(who))).lacks(...paid);
		},
		{ maxTier: "free" },
	),
];

/** What is asked for beside the record. */
export const getQuery: readonly Check[] = [
	check("GROUP-158", async (t) => {
		const told = await get(t, t.as("administrator"), "group", { with_custom_attributes: true });
		t.holds("custom_attributes should be a list", Array.isArray(told.field("custom_attributes")), told);
	}),
	check("GROUP-160", async (t) => {
		for (const caller of [t.as("owner"), t.as("outsider"), t.anonymous])
			(await get(t, caller, "group", { with_custom_attributes: true })).lacks("custom_attributes");
	}),
	check("GROUP-161", async (t) => {
		for (const query of [{}, { with_custom_attributes: false }])
			(await get(t, t.as("administrator"), "group", query)).lacks("custom_attributes");
	}),
	check("GROUP-163", async (t) => {
		for (const with_projects of [undefined, true])
			(await get(t, t.as("owner"), "group", { with_projects })).shows("projects", "shared_projects");
	}),
	check("GROUP-164", async (t) => {
		const told = await get(t, t.as("owner"));
		for (const name of ["projects", "shared_projects"]) {
			const there = told.field(name);
			t.holds(`there should be no ${name}`, !Array.isArray(there) || there.length === 0, told);
		}
	}),
	check("GROUP-165", async (t) => {
		(await get(t, t.as("owner"))).lacks("projects", "shared_projects");
	}),
	check("GROUP-166", async (t) => {
		const { projects, shared_projects, ...rest } = (await get(t, t.as("owner"), "group", { with_projects: true }))
			.fields;
		const told = await get(t, t.as("owner"));
		t.same("the record without projects", told.json, rest, told);
		told.shows("runners_token");
	}),
	check("GROUP-167", async (t) => {
		const answer = await t.as("owner").call("getGroup", { id: t.scene("group"), with_projects: "maybe" });
		answer.refuses(400, { error: "with_projects is invalid" });
	}),
];
