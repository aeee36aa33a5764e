import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { byId, type RestOperation } from "../generators/rest-operations";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { groupSettings, type Rule } from "../rule/rule";
import { ChangedGroup } from "../rules/groups/changed-group";
import { added } from "./extras";

/** The lists that contain the subgroup, each with the path parameters of the list. */
const places: {
	readonly [list in "listGroups" | "listSubgroups" | "listDescendantGroups" | "listGroupSharedGroups" | "listInvitedGroups"]: (
		t: Context,
		leaf: ChangedGroup,
	) => Promise<Params | undefined>;
} = {
	listGroups: async () => ({}),
	listSubgroups: async (t) => ({ id: t.scene("group") }),
	listDescendantGroups: async (t) => ({ id: t.scene("group") }),
	// A group that is invited into the subgroup, and below a group that the subgroup is invited into.
	listGroupSharedGroups: async (_, { before }) => {
		const [guest] = Array.isArray(before.shared_with_groups) ? before.shared_with_groups : [];
		return guest && { id: guest.group_id };
	},
	listInvitedGroups: async (t, { id }) => {
		const [host] = (await t.as("administrator").list("listGroupSharedGroups", { id })).is(200).items;
		return host && { id: host.id };
	},
};

/** Returns orders and views, which must all list the same groups. */
const variantsOf = ({ pagination, parameters }: RestOperation): readonly Params[] => [
	...(parameters.some(({ name }) => name === "order_by") ? (pagination?.orderKeys ?? []) : []).map((order_by) => ({ order_by })),
	...parameters.filter(({ name }) => name === "active" || Object.hasOwn(added, name)).map(({ name }) => ({ [name]: true })),
];

const visibilities = ["private", "internal", "public"] as const;

/** Whether a field of the single record depends on the caller. */
const isOfReader = (name: string): boolean => /^(repository_storage|file_template_project_id)$/.test(name);

/**
 * After a change of a subgroup, each list shows its current values to the callers who can see it, and finds it by its name, by its path and by
 * its visibility. Catches a list that searches only one of them, or uses the old values.
 */
export const inLists: readonly Rule[] = Object.entries(places).map(([id, placeOf]) => {
	// The object has only these five keys.
	const row = byId(id as keyof typeof places);
	const has = (parameter: string) => row.parameters.some(({ name }) => name === parameter);
	return generated(
		row,
		{
			phase: "laws",
			what: "leaf",
			title: "lists a changed subgroup with its current values for callers who can see it, and finds it by name, path and visibility",
			// Another run may change the group at the same time.
			level: "ASSUMED",
			alone: groupSettings,
		},
		async (t) => {
			const leaf = await ChangedGroup.of(t, "leaf_group");
			const place = (await placeOf(t, leaf)) ?? t.skip("the scene's leaf is not invited into a group, or none is invited into it");
			const at = { ...place, ...(has("all_available") && { all_available: true }) };
			// The path does not change, because other rules use it.
			const path = String(leaf.before.path);
			for (const [turn, visibility] of visibilities.entries()) {
				const name = t.unique("Heath");
				// Settings other than the defaults, so that a list cannot show the defaults instead.
				const flags = Object.fromEntries(["lfs_enabled", "request_access_enabled", "emails_enabled"].map((field) => [field, turn % 2 === 0]));
				const levels = { subgroup_creation_level: ["owner", "maintainer"][turn % 2], project_creation_level: ["maintainer", "noone"][turn % 2] };
				const protection = { allow_force_push: turn === 1, developer_can_initial_push: turn !== 1, code_owner_approval_required: turn === 1 };
				const branch = { default_branch: `branch-${turn}`, default_branch_protection_defaults: protection };
				const settings = { ...flags, ...levels, ...branch, two_factor_grace_period: 70 + turn };
				await leaf.change({ name, visibility, description: t.unique("description"), ...settings }, t.as("administrator"));
				const now = await leaf.read(t.as("administrator"));
				for (const [place, caller] of [t.anonymous, t.as("outsider"), t.as("guest"), t.as("administrator")].entries()) {
					const isStranger = caller.actor === "anonymous" || caller.actor === "outsider";
					const isSeen = visibility === "public" || (visibility === "internal" && caller.actor !== "anonymous") || !isStranger;
					const found = async (query: Params): Promise<Fields | undefined> => {
						const response = await caller.list(row, { ...at, ...query });
						const item = response.is(200).items.find((one) => one.id === leaf.id);
						const what = `the ${visibility} group with ${JSON.stringify(query)} for ${caller.actor}`;
						const isRight = (item !== undefined) === isSeen;
						// The specification does not state who sees internal groups, and what members see.
						if (visibility === "public" || !isSeen || caller.actor === "administrator")
							t.holds(`${what} should ${isSeen ? "" : "not "}be listed`, isRight, response);
						else t.assume(`${what} should be listed`, isRight, response);
						return item;
					};
					const item = await found({ search: path });
					await found({ search: name });
					// The orders and views take turns, to limit the requests.
					for (const [index, variant] of variantsOf(row).entries()) if ((turn + place + index) % 2 === 0) await found({ search: path, ...variant });
					const more = Object.keys(added).filter(has);
					if (caller.actor === "administrator" && more.length > 0) {
						const full = await found({ search: path, ...Object.fromEntries(more.map((one) => [one, true])) });
						// A subgroup has no `root_storage_statistics`.
						const lacks = more.flatMap((one) => added[one]?.[0] ?? []).filter((field) => !Object.hasOwn(full ?? {}, field));
						t.same(`the fields of ${more.join(" and ")} that the ${visibility} group does not have`, lacks.join(), "");
					}
					for (const field of Object.keys(item ?? {}).filter((one) => Object.hasOwn(now.fields, one) && !isOfReader(one)))
						t.holds(`${field} of the listed group should be ${JSON.stringify(now.field(field))}`, isDeepStrictEqual(item?.[field], now.field(field)), now);
					if (!has("visibility") || item === undefined) continue;
					await found({ visibility });
					for (const other of visibilities.filter((one) => one !== visibility)) {
						const response = await caller.list(row, { ...at, search: path, visibility: other });
						t.holds(`the ${visibility} group should not be listed with visibility=${other}`, !response.is(200).ids.includes(leaf.id), response);
					}
				}
			}
		},
	);
});
