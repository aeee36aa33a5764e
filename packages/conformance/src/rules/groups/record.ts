import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { projectId } from "./places";
import { onGroup } from "./update-table";

const _reads = { effect: "reads", operations: ["getGroup", "listGroups"] } as const;

const get = (t: Context, who: "owner" | "administrator", id: string) => t.as(who).call("getGroup", { id, with_projects: false });

/** What every record of a group tells, alone and in lists. */
export const groupRecord: readonly Rule[] = [
	assumed(
		"GROUP-039",
		"A caller who is not an administrator never receives a non-null repository_storage.",
		["getGroup", "listGroups"],
		async (t) => {
			for (const who of ["owner", "maintainer", "guest", "outsider"] as const) {
				const caller = t.as(who);
				const one = (await caller.call("getGroup", { id: t.scene("group"), with_projects: false })).is(200);
				t.same(`the storage that ${who} is told`, one.field("repository_storage") ?? null, null, one);
				const query = { id: t.scene("group"), all_available: true };
				const list = (await caller.call("listSubgroups", query)).is(200);
				list.every("without a storage", (item) => (item.repository_storage ?? null) === null);
			}
		},
		{ effect: "reads" },
	),
	onGroup(
		"GROUP-042",
		async (group, t) => {
			const file_template_project_id = await projectId(t, t.scene("private_project"));
			(await group.change({ file_template_project_id })).has({ file_template_project_id });
			for (const caller of [t.anonymous, t.as("outsider")]) {
				const response = (await group.get(caller)).is(200);
				t.same("what others are told", response.field("file_template_project_id") ?? null, null, response);
			}
		},
		{ of: "group", tier: "premium", operations: ["getGroup"] },
	),
	rule(
		"GROUP-044",
		"For a subgroup parent_id equals the id of its direct parent; for a top-level group it is null.",
		["getGroup", "listGroups"],
		async (t) => {
			const top = (await get(t, "owner", t.scene("group"))).is(200).has({ parent_id: null });
			(await get(t, "owner", t.scene("subgroup"))).is(200).has({ parent_id: top.field("id") });
			const listed = (await t.as("owner").call("listSubgroups", { id: t.scene("group") })).is(200);
			listed.every("a child of the group", (item) => item.parent_id === top.field("id"));
		},
		{ effect: "reads" },
	),
	onGroup(
		"GROUP-048",
		async (group, t) => {
			await group.put({ ip_restriction_ranges: "10.0.0.0/8" });
			for (const who of ["owner", "administrator"] as const) {
				const response = (await group.get(t.as(who))).is(200);
				t.same("the address ranges", response.field("ip_restriction_ranges") ?? null, null, response);
			}
		},
		{ of: "group", maxTier: "free", operations: ["getGroup"] },
	),
	assumed(
		"GROUP-049",
		'full_path joins the paths of all ancestors and the group with "/"; full_name joins the names with " / ".',
		["getGroup", "listGroups"],
		async (t) => {
			const top = (await get(t, "owner", t.scene("group"))).is(200);
			top.has({ full_path: top.field("path"), full_name: top.field("name") });
			const sub = (await get(t, "owner", t.scene("subgroup"))).is(200);
			sub.has({
				full_path: `${top.field("path")}/${sub.field("path")}`,
				full_name: `${top.field("name")} / ${sub.field("name")}`,
			});
		},
		{ effect: "reads" },
	),
	assumed(
		"GROUP-050",
		"web_url is {base_url}/groups/{full_path}.",
		["getGroup", "listGroups"],
		async (t) => {
			for (const field of ["group", "subgroup"] as const) {
				const response = (await get(t, "owner", t.scene(field))).is(200);
				const url = response.string("web_url");
				const isAbsolute = /^https?:\/\/./.test(url);
				const is = isAbsolute && url.endsWith(`/groups/${response.field("full_path")}`);
				t.holds("web_url should be the base URL with /groups/ and the full path", is, response);
			}
		},
		{ effect: "reads" },
	),
	assumed(
		"GROUP-089",
		"The single-group record also carries the list fields (share_with_group_lock, require_two_factor_authentication, two_factor_grace_period, creation levels, e-mail, LFS and default-branch settings).",
		"getGroup",
		async (t) => {
			const response = await t.anonymous.call("getGroup", { id: t.scene("group"), with_projects: false });
			response
				.is(200)
				.shows(
					"share_with_group_lock",
					"require_two_factor_authentication",
					"two_factor_grace_period",
					"project_creation_level",
					"subgroup_creation_level",
					"emails_enabled",
					"emails_disabled",
					"lfs_enabled",
					"default_branch",
					"default_branch_protection",
					"default_branch_protection_defaults",
				);
		},
		{ effect: "reads" },
	),
	onGroup(
		"GROUP-098",
		async (group, t) => {
			for (const emails_enabled of [false, true]) {
				const expected = { emails_enabled, emails_disabled: !emails_enabled };
				await group.change({ emails_enabled });
				(await group.get()).is(200).has(expected);
				const list = await t.as("owner").call("listSubgroups", { id: t.scene("group"), per_page: 100 });
				const item = list.is(200).items.find((one) => one.id === group.id);
				t.same("emails_disabled in the list", item?.emails_disabled, !emails_enabled, list);
			}
		},
		{ operations: ["getGroup", "listSubgroups"] },
	),
	assumed(
		"GROUP-109",
		"No group list item carries runners_token, projects or shared_projects, not even for an administrator.",
		["listGroups", "listSubgroups", "listDescendantGroups", "listInvitedGroups"],
		async (t) => {
			const root = t.as("administrator");
			const names = ["runners_token", "projects", "shared_projects"];
			const id = t.scene("group");
			for (const operation of ["listGroups", "listSubgroups", "listDescendantGroups", "listInvitedGroups"] as const) {
				const list = (await root.call(operation, { id, statistics: true, per_page: 100 })).is(200);
				if (operation === "listInvitedGroups" && list.items.length === 0) continue;
				list.every(`without ${names.join(", ")}`, (item) => names.every((name) => !Object.hasOwn(item, name)));
			}
		},
		{ effect: "reads" },
	),
	assumed(
		"GROUP-130",
		"tag_list and topics of one project always hold the same values, sorted by name.",
		["listGroupProjects"],
		async (t) => {
			const query = { id: t.scene("group"), include_subgroups: true, per_page: 100 };
			const list = (await t.as("owner").call("listGroupProjects", query)).is(200);
			const several = list.items.filter((item) => Array.isArray(item.topics) && item.topics.length > 1);
			if (several.length === 0) t.skip("no project of the group has two topics");
			list.every("one with the same tag_list and topics, sorted by name", ({ topics, tag_list }) => {
				const sorted = Array.isArray(topics) ? [...topics].sort() : undefined;
				const texts = [topics, tag_list].map((value) => JSON.stringify(value));
				return texts.every((text) => text === JSON.stringify(sorted));
			});
		},
		{ effect: "reads" },
	),
];
