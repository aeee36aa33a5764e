import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { lastPart, lists, omits } from "./listed";

const list = (caller: Caller, path: string, query: Params = {}) =>
	caller.call("listGroups", { search: lastPart(path), per_page: 100, ...query });

/** A group's number. */
const numberOf = async (t: Trial, path: string): Promise<number> =>
	(await t.as("owner").call("getGroup", { id: path, with_projects: false })).is(200).number("id");

/** A group that has a custom attribute, and that. */
async function attributed(t: Trial): Promise<{ path: string; key: string; value: string }> {
	const root = t.as("administrator");
	const all = (await root.call("listGroups", { with_custom_attributes: true, per_page: 100 })).is(200);
	for (const { full_path, custom_attributes } of all.items) {
		const [first] = Array.isArray(custom_attributes) ? custom_attributes : [];
		if (first) return { path: String(full_path), key: String(first.key), value: String(first.value) };
	}
	return t.skip("no group of the server has a custom attribute: set one");
}

const visible = [
	["GROUP-206", "public", "group"],
	["GROUP-207", "internal", "internal_group"],
	["GROUP-208", "private", "private_group"],
] as const;

/** Filters of the list of groups. */
export const listFilters: readonly Check[] = [
	check("GROUP-182", async (t) => {
		const [path, kept] = [t.scene("group"), t.scene("subgroup")];
		const told = await list(t.as("owner"), path, { skip_groups: [await numberOf(t, path)] });
		omits(t, told, path);
		lists(t, told, kept);
	}),
	check("GROUP-183", async (t) => {
		const paths = [t.scene("group"), t.scene("subgroup")] as const;
		const ids = [await numberOf(t, paths[0]), await numberOf(t, paths[1])];
		for (const skip_groups of [ids, ids.join(",")]) {
			const told = await list(t.as("owner"), paths[0], { skip_groups });
			omits(t, told, ...paths);
			lists(t, told, t.scene("leaf_group"));
		}
	}),
	check("GROUP-184", async (t) => {
		const path = t.scene("group");
		const all = (await list(t.as("owner"), path)).is(200);
		const told = await list(t.as("owner"), path, { skip_groups: [999_999_999] });
		lists(t, told, path);
		t.same("the groups", told.ids, all.ids, told);
	}),
	...visible.map(([claim, visibility, field]) =>
		check(claim, async (t) => {
			const root = t.as("administrator");
			const all = (await root.call("listGroups", { visibility, per_page: 100 })).is(200);
			all.every(visibility, (one) => one.visibility === visibility);
			lists(t, await list(root, t.scene(field), { visibility }), t.scene(field));
		}),
	),
	check("GROUP-209", async (t) => {
		const told = await t.as("owner").call("listGroups", { visibility: "something" });
		told.refuses(400, { error: "visibility does not have a valid value" });
	}),
	check("GROUP-210", async (t) => {
		for (const visibility of ["private", "internal"]) {
			const told = await t.anonymous.call("listGroups", { visibility });
			t.same(`the ${visibility} groups`, told.is(200).json, [], told);
		}
	}),
	check("GROUP-212", async (t) => {
		const query = { with_custom_attributes: true };
		const path = t.scene("group");
		const all = (await list(t.as("administrator"), path, query)).is(200);
		all.every("one with custom_attributes", (one) => Array.isArray(one.custom_attributes));
		const plain = (await list(t.as("administrator"), path)).is(200);
		plain.every("one without custom_attributes", (one) => !Object.hasOwn(one, "custom_attributes"));
		for (const caller of [t.as("owner"), t.anonymous])
			(await list(caller, path, query)).is(200).every("one without", (one) => !Object.hasOwn(one, "custom_attributes"));
	}),
	check("GROUP-213", async (t) => {
		const { path, key, value } = await attributed(t);
		const root = t.as("administrator");
		const told = await root.call("listGroups", { custom_attributes: { [key]: value }, per_page: 100 });
		lists(t, told, path);
		const attributes = { with_custom_attributes: true, custom_attributes: { [key]: value }, per_page: 100 };
		(await root.call("listGroups", attributes)).is(200).every("one with the attribute", ({ custom_attributes }) => {
			const there: unknown[] = Array.isArray(custom_attributes) ? custom_attributes : [];
			return there.some((one) => Object(one).key === key && Object(one).value === value);
		});
		const other = await root.call("listGroups", { custom_attributes: { [key]: t.unique("value") } });
		t.same("the groups with another value", other.is(200).json, [], other);
	}),
	check("GROUP-215", async (t) => {
		const { path, key, value } = await attributed(t);
		const root = t.as("administrator");
		const one = { [key]: value };
		lists(t, await root.call("listGroups", { custom_attributes: one, per_page: 100 }), path);
		const both = { ...one, [t.unique("key")]: "value" };
		omits(t, await root.call("listGroups", { custom_attributes: both, per_page: 100 }), path);
	}),
	check("GROUP-216", async (t) => {
		const path = t.scene("group");
		const custom_attributes = { [t.unique("key")]: "value" };
		for (const caller of [t.as("owner"), t.anonymous]) lists(t, await list(caller, path, { custom_attributes }), path);
	}),
	check("GROUP-227", async (t) => {
		const told = (await t.as("owner").call("listGroups", { top_level_only: true, per_page: 100 })).is(200);
		told.every("a top-level group", (one) => one.parent_id === null);
		lists(t, await list(t.as("owner"), t.scene("group"), { top_level_only: true }), t.scene("group"));
	}),
	check("GROUP-228", async (t) => {
		const [path, below] = [t.scene("group"), t.scene("subgroup")];
		lists(t, await list(t.as("owner"), path, { top_level_only: false }), path, below);
	}),
	check("GROUP-243", async (t) => {
		const [path, below] = [t.scene("group"), t.scene("subgroup")];
		const all = { visibility: "public", top_level_only: true };
		const told = await list(t.as("administrator"), path, all);
		lists(t, told, path);
		omits(t, told, below);
		omits(t, await list(t.as("administrator"), path, { ...all, visibility: "private" }), path);
		omits(t, await list(t.as("administrator"), t.unique("nothing"), all), path);
	}),
	check("GROUP-244", async (t) => {
		const path = t.scene("group");
		const all = (await list(t.as("owner"), path)).is(200);
		const told = await list(t.as("owner"), path, { colour: "red" });
		lists(t, told, path);
		t.same("the groups", told.json, all.json, told);
	}),
];
