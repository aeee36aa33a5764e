import { generated } from "../generators/generated";
import { byId } from "../generators/rest-operations";
import type { RestOperationId } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Rule } from "../rule/rule";
import { whileUnchanged } from "./while-unchanged";
import { wholeList } from "./whole-list";

/** Lists of everything below a group at every depth, each with the list of the records directly in the group. */
const deep = [
	{
		id: "listGroupProjects",
		all: { include_subgroups: true, with_shared: false },
		direct: "listGroupProjects",
		here: { with_shared: false },
		path: "path_with_namespace",
		claims: "GROUP-305, GROUP-306",
	},
	{ id: "listDescendantGroups", all: { all_available: true }, direct: "listSubgroups", here: { all_available: true }, path: "full_path", claims: undefined },
] as const;

/** A list of everything below a group contains the records directly in it, and those of the same list for its subgroups, at every depth. */
export const tree: readonly Rule[] = deep.map(({ id, all, direct, here, path, claims }) => {
	const title = "lists for a group the records directly in it and all that it lists for the group's subgroups";
	return generated(byId(id), { phase: "laws", what: "tree", title, level: "MUST", claims }, async (t) => {
		const top = t.scene("group");
		if (t.given.hasControl) await t.given.record("projects", { full_path: `${top}/a-tree/low/leaf`, visibility: "public" });
		// At most this many groups are checked: more would take too long.
		for (const [caller, most] of [
			[t.as("administrator"), 12],
			[t.anonymous, 4],
		] as const) {
			const listed = async (operation: RestOperationId, group: unknown, params: Params) =>
				(await wholeList(caller, operation, { id: group, ...params })).map((one) => String(one[path])).sort();
			const below = async (group: unknown) =>
				(await wholeList(caller, "listSubgroups", { id: group, all_available: true })).map(({ full_path }) => String(full_path));
			await whileUnchanged(
				t,
				async () => [{ all: await listed(id, top, all) }],
				async () => {
					const groups = [top];
					for (let next = 0; next < Math.min(groups.length, most); next++) {
						const group = groups[next];
						const subgroups = await below(group);
						groups.push(...subgroups);
						const found = await listed(id, group, all);
						const [near, deep] = [await listed(direct, group, here), [] as string[]];
						for (const subgroup of subgroups) {
							near.push(...(await listed(direct, subgroup, here)));
							deep.push(...(await listed(id, subgroup, all)));
						}
						const lost = near.filter((one) => !found.includes(one));
						t.same(`the records directly in ${group} and its subgroups that are not listed`, lost, []);
						const expected = [...new Set([...near, ...deep])].sort();
						t.assume(`the list of everything below ${group} should be ${expected.join(", ")}`, found.join() === expected.join());
					}
				},
			);
		}
	});
});
