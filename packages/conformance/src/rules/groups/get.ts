import type { SceneField } from "../../bench/scene";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { unknownGroup } from "./refusals";

type GroupField = Extract<SceneField, `${string}group`>;

const get = async (t: Context, caller: Caller, field: GroupField = "group", query = {}) =>
	(await caller.call("getGroup", { id: t.scene(field), with_projects: false, ...query })).is(200);

const notOwners = (t: Context): readonly Caller[] => [
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

const lacks = (claim: string, name: (typeof access)[number]): Rule =>
	byClaim(claim, async (t) => {
		for (const caller of notOwners(t)) (await get(t, caller)).lacks(name);
	});

/** Who reads a group. */
export const getAccess: readonly Rule[] = [
	rule("GROUP-153", "Anonymous GET of a public group → 200 with the record.", "getGroup", async (t) => {
		(await get(t, t.anonymous)).has({ full_path: t.scene("group"), visibility: "public" });
	}),
	assumed("GROUP-154", 'Anonymous GET of a private or internal group → 404 {"message":"404 Group Not Found"}.', "getGroup", async (t) => {
		for (const field of ["private_group", "internal_group"] as const) (await t.anonymous.call("getGroup", { id: t.scene(field) })).refuses(404, unknownGroup);
	}),
	assumed(
		"GROUP-155",
		"Guest member of a private group → 200; signed-in non-member of it → 404.",
		"getGroup",
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
	assumed("GROUP-156", "An administrator reads any existing group, private ones included → 200.", "getGroup", async (t) => {
		for (const field of ["group", "private_group", "internal_group"] as const) (await get(t, t.as("administrator"), field)).has({ full_path: t.scene(field) });
	}),
];

/** What a group's own record tells, and whom. */
export const getFields: readonly Rule[] = [
	...(
		[
			["GROUP-051", "administrator"],
			["GROUP-052", "owner"],
		] as const
	).map(([claim, who]) =>
		byClaim(claim, async (t) => {
			const response = await get(t, t.as(who));
			t.holds("runners_token should be a text", response.string("runners_token") !== "", response);
		}),
	),
	lacks("GROUP-053", "runners_token"),
	rule("GROUP-054", "enabled_git_access_protocol is present for an administrator or an Owner.", "getGroup", async (t) => {
		for (const who of ["administrator", "owner"] as const) (await get(t, t.as(who))).shows("enabled_git_access_protocol");
	}),
	lacks("GROUP-055", "enabled_git_access_protocol"),
	assumed("GROUP-057", "enabled_git_access_protocol is absent from the record of a subgroup, even for its Owner.", "getGroup", async (t) => {
		(await get(t, t.as("owner"), "subgroup")).shows("runners_token").lacks("enabled_git_access_protocol");
	}),
	assumed(
		"GROUP-062",
		"shared_with_groups lists only invited groups the caller may read: an anonymous caller does not see a private invited group, a member of it (direct or inherited) does.",
		"getGroup",
		async (t) => {
			const root = t.as("administrator");
			const response = await get(t, root, "subgroup");
			const entries = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list.map((one) => Object(one).group_id) : []);
			const invited = entries(response.field("shared_with_groups"));
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
		},
	),
	assumed("GROUP-063", "A group shared with nobody has shared_with_groups equal to [].", "getGroup", async (t) => {
		for (const field of ["leaving_group", "archived_group", "leaf_group", "internal_group"] as const) {
			const query = { id: t.scene(field), relation: ["direct"], per_page: 1 };
			const invited = (await t.as("auditor").call("listInvitedGroups", query)).is(200);
			if (invited.items.length > 0) continue;
			(await get(t, t.as("administrator"), field)).has({ shared_with_groups: [] });
			return;
		}
		t.skip("every group of the scene has invited groups");
	}),
	rule("GROUP-064", "prevent_sharing_groups_outside_hierarchy (boolean) is present on a top-level group.", "getGroup", async (t) => {
		for (const caller of [t.as("owner"), t.anonymous]) {
			const response = await get(t, caller);
			const value = response.field("prevent_sharing_groups_outside_hierarchy");
			t.holds("prevent_sharing_groups_outside_hierarchy should be a boolean", typeof value === "boolean", response);
		}
	}),
	rule("GROUP-065", "prevent_sharing_groups_outside_hierarchy is absent on a subgroup.", "getGroup", async (t) => {
		for (const caller of [t.as("owner"), t.anonymous]) (await get(t, caller, "subgroup")).lacks("prevent_sharing_groups_outside_hierarchy");
	}),
	rule(
		"GROUP-087",
		"On a Premium or Ultimate instance the single-group record has all nine paid fields: both minutes limits, marked_for_deletion_on, membership_lock, wiki_access_level, assist_features_enabled, lock_assist_features_enabled, assist_availability, experiment_features_enabled.",
		"getGroup",
		async (t) => {
			for (const caller of [t.as("owner"), t.anonymous]) (await get(t, caller)).shows(...paid);
		},
		{ tier: "premium" },
	),
	rule(
		"GROUP-088",
		"On a Free instance none of the paid-only fields (minutes limits, marked_for_deletion_on, membership_lock, wiki_access_level, assist_*, lock_assist_*, experiment_features_enabled) is present.",
		"getGroup",
		async (t) => {
			for (const who of ["owner", "administrator"] as const) (await get(t, t.as(who))).lacks(...paid);
		},
		{ maxTier: "free" },
	),
];

/** What is asked for beside the record. */
export const getQuery: readonly Rule[] = [
	rule("GROUP-158", "Administrator with with_custom_attributes=true → record has custom_attributes.", "getGroup", async (t) => {
		const response = await get(t, t.as("administrator"), "group", { with_custom_attributes: true });
		t.holds("custom_attributes should be a list", Array.isArray(response.field("custom_attributes")), response);
	}),
	assumed("GROUP-160", "with_custom_attributes=true from a non-administrator is ignored: 200 without custom_attributes.", "getGroup", async (t) => {
		for (const caller of [t.as("owner"), t.as("outsider"), t.anonymous])
			(await get(t, caller, "group", { with_custom_attributes: true })).lacks("custom_attributes");
	}),
	assumed("GROUP-161", "Without with_custom_attributes the key custom_attributes is absent, also for administrators.", "getGroup", async (t) => {
		for (const query of [{}, { with_custom_attributes: false }]) (await get(t, t.as("administrator"), "group", query)).lacks("custom_attributes");
	}),
	rule("GROUP-163", "with_projects omitted or true → keys projects and shared_projects are present.", "getGroup", async (t) => {
		for (const with_projects of [undefined, true]) (await get(t, t.as("owner"), "group", { with_projects })).shows("projects", "shared_projects");
	}),
	rule("GROUP-164", "with_projects=false → no projects in the response.", "getGroup", async (t) => {
		const response = await get(t, t.as("owner"));
		for (const name of ["projects", "shared_projects"]) {
			const there = response.field(name);
			t.holds(`there should be no ${name}`, !Array.isArray(there) || there.length === 0, response);
		}
	}),
	assumed("GROUP-165", "with_projects=false removes both keys projects and shared_projects entirely (not empty arrays).", "getGroup", async (t) => {
		(await get(t, t.as("owner"))).lacks("projects", "shared_projects");
	}),
	assumed("GROUP-166", "with_projects=false does not affect the other fields: an Owner still gets runners_token.", "getGroup", async (t) => {
		const { projects, shared_projects, ...rest } = (await get(t, t.as("owner"), "group", { with_projects: true })).fields;
		const response = await get(t, t.as("owner"));
		t.same("the record without projects", response.json, rest, response);
		response.shows("runners_token");
	}),
	assumed("GROUP-167", 'with_projects=maybe → 400 {"error":"with_projects is invalid"}.', "getGroup", async (t) => {
		const answer = await t.as("owner").call("getGroup", { id: t.scene("group"), with_projects: "maybe" });
		answer.refuses(400, { error: "with_projects is invalid" });
	}),
];
