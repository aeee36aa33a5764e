import type { Params } from "../../rule/address";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { lastPart, lists, omits } from "./listed";

const list = (caller: Caller, path: string, query: Params = {}) => caller.call("listGroups", { search: lastPart(path), per_page: 100, ...query });

/** A group's number. */
const numberOf = async (t: Context, path: string): Promise<number> =>
	(await t.as("owner").call("getGroup", { id: path, with_projects: false })).is(200).number("id");

/** A group that has a custom attribute, and that. */
async function attributed(t: Context): Promise<{ path: string; key: string; value: string }> {
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
export const listFilters: readonly Rule[] = [
	rule("GROUP-182", "skip_groups with IDs of listed groups → those groups are left out, the rest stays.", "listGroups", async (t) => {
		const [path, kept] = [t.scene("group"), t.scene("subgroup")];
		const response = await list(t.as("owner"), path, { skip_groups: [await numberOf(t, path)] });
		omits(t, response, path);
		lists(t, response, kept);
	}),
	assumed("GROUP-183", "skip_groups accepts skip_groups[]=1&skip_groups[]=2 and the comma form skip_groups=1,2.", "listGroups", async (t) => {
		const paths = [t.scene("group"), t.scene("subgroup")] as const;
		const ids = [await numberOf(t, paths[0]), await numberOf(t, paths[1])];
		for (const skip_groups of [ids, ids.join(",")]) {
			const response = await list(t.as("owner"), paths[0], { skip_groups });
			omits(t, response, ...paths);
			lists(t, response, t.scene("leaf_group"));
		}
	}),
	assumed("GROUP-184", "skip_groups naming unknown IDs changes nothing and is not an error.", "listGroups", async (t) => {
		const path = t.scene("group");
		const all = (await list(t.as("owner"), path)).is(200);
		const response = await list(t.as("owner"), path, { skip_groups: [999_999_999] });
		lists(t, response, path);
		t.same("the groups", response.ids, all.ids, response);
	}),
	...visible.map(([claim, visibility, field]) =>
		byClaim(claim, async (t) => {
			const root = t.as("administrator");
			const all = (await root.call("listGroups", { visibility, per_page: 100 })).is(200);
			all.every(visibility, (one) => one.visibility === visibility);
			lists(t, await list(root, t.scene(field), { visibility }), t.scene(field));
		}),
	),
	assumed("GROUP-209", 'visibility=something → 400 {"error":"visibility does not have a valid value"}.', "listGroups", async (t) => {
		const response = await t.as("owner").call("listGroups", { visibility: "something" });
		response.refuses(400, { error: "visibility does not have a valid value" });
	}),
	assumed("GROUP-210", "Anonymous with visibility=private or internal → 200 [].", "listGroups", async (t) => {
		for (const visibility of ["private", "internal"]) {
			const response = await t.anonymous.call("listGroups", { visibility });
			t.same(`the ${visibility} groups`, response.is(200).json, [], response);
		}
	}),
	assumed(
		"GROUP-212",
		"with_custom_attributes=true adds custom_attributes to each item for administrators and is ignored for everybody else.",
		"listGroups",
		async (t) => {
			const query = { with_custom_attributes: true };
			const path = t.scene("group");
			const all = (await list(t.as("administrator"), path, query)).is(200);
			all.every("one with custom_attributes", (one) => Array.isArray(one.custom_attributes));
			const plain = (await list(t.as("administrator"), path)).is(200);
			plain.every("one without custom_attributes", (one) => !Object.hasOwn(one, "custom_attributes"));
			for (const caller of [t.as("owner"), t.anonymous])
				(await list(caller, path, query)).is(200).every("one without", (one) => !Object.hasOwn(one, "custom_attributes"));
		},
	),
	rule("GROUP-213", "custom_attributes[key]=value returns only groups having that custom attribute with that value.", "listGroups", async (t) => {
		const { path, key, value } = await attributed(t);
		const root = t.as("administrator");
		const response = await root.call("listGroups", { custom_attributes: { [key]: value }, per_page: 100 });
		lists(t, response, path);
		const attributes = { with_custom_attributes: true, custom_attributes: { [key]: value }, per_page: 100 };
		(await root.call("listGroups", attributes)).is(200).every("one with the attribute", ({ custom_attributes }) => {
			const there: unknown[] = Array.isArray(custom_attributes) ? custom_attributes : [];
			return there.some((one) => Object(one).key === key && Object(one).value === value);
		});
		const other = await root.call("listGroups", { custom_attributes: { [key]: t.unique("value") } });
		t.same("the groups with another value", other.is(200).json, [], other);
	}),
	assumed("GROUP-215", "Several custom_attributes keys are combined with AND.", "listGroups", async (t) => {
		const { path, key, value } = await attributed(t);
		const root = t.as("administrator");
		const one = { [key]: value };
		lists(t, await root.call("listGroups", { custom_attributes: one, per_page: 100 }), path);
		const both = { ...one, [t.unique("key")]: "value" };
		omits(t, await root.call("listGroups", { custom_attributes: both, per_page: 100 }), path);
	}),
	assumed("GROUP-216", "custom_attributes filter from a non-administrator is ignored (unfiltered 200 list).", "listGroups", async (t) => {
		const path = t.scene("group");
		const custom_attributes = { [t.unique("key")]: "value" };
		for (const caller of [t.as("owner"), t.anonymous]) lists(t, await list(caller, path, { custom_attributes }), path);
	}),
	rule("GROUP-227", "top_level_only=true → only groups with parent_id null.", "listGroups", async (t) => {
		const response = (await t.as("owner").call("listGroups", { top_level_only: true, per_page: 100 })).is(200);
		response.every("a top-level group", (one) => one.parent_id === null);
		lists(t, await list(t.as("owner"), t.scene("group"), { top_level_only: true }), t.scene("group"));
	}),
	assumed("GROUP-228", "top_level_only=false behaves as if absent.", "listGroups", async (t) => {
		const [path, below] = [t.scene("group"), t.scene("subgroup")];
		lists(t, await list(t.as("owner"), path, { top_level_only: false }), path, below);
	}),
	assumed("GROUP-243", "Filters are combined with AND (for example visibility, search and top_level_only together).", "listGroups", async (t) => {
		const [path, below] = [t.scene("group"), t.scene("subgroup")];
		const all = { visibility: "public", top_level_only: true };
		const response = await list(t.as("administrator"), path, all);
		lists(t, response, path);
		omits(t, response, below);
		omits(t, await list(t.as("administrator"), path, { ...all, visibility: "private" }), path);
		omits(t, await list(t.as("administrator"), t.unique("nothing"), all), path);
	}),
	assumed("GROUP-244", "Unknown query parameters are ignored.", "listGroups", async (t) => {
		const path = t.scene("group");
		const all = (await list(t.as("owner"), path)).is(200);
		const response = await list(t.as("owner"), path, { colour: "red" });
		lists(t, response, path);
		t.same("the groups", response.json, all.json, response);
	}),
];
