import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";

/** Two groups of which the older one comes later by name, and by path only if told so. */
async function pair(t: Context, pathsToo = false) {
	const held = [await HeldGroup.of(t, "subgroup"), await HeldGroup.of(t, "leaf_group")];
	held.sort((a, b) => a.id - b.id);
	const [older, newer] = held;
	if (!older || !newer) return t.skip("two groups are needed");
	const word = t.unique("word");
	await older.change({ name: `${word} ${pathsToo ? "a" : "b"}`, ...(pathsToo && { path: `${word}-y` }) });
	await newer.change({ name: `${word} ${pathsToo ? "b" : "a"}`, ...(pathsToo && { path: `${word}-x` }) });
	const list = async (query: Params = {}): Promise<[Answer, readonly number[]]> => {
		const response = (await t.as("owner").call("listGroups", { search: word, per_page: 100, ...query })).is(200);
		return [response, response.ids.filter((id) => id === older.id || id === newer.id)];
	};
	return { older: older.id, newer: newer.id, list };
}

const writes = { effect: "writes" } as const;

/** In what order groups are listed. */
export const listOrder: readonly Rule[] = [
	rule(
		"GROUP-195",
		"Without order_by and sort the list is ordered by name ascending.",
		"listGroups",
		async (t) => {
			const { older, newer, list } = await pair(t);
			const [response, ids] = await list();
			t.same("the order without parameters", ids, [newer, older], response);
		},
		writes,
	),
	rule(
		"GROUP-196",
		"sort=desc reverses the order of the chosen key.",
		"listGroups",
		async (t) => {
			const { older, newer, list } = await pair(t);
			for (const [query, expected] of [
				[{ sort: "desc" }, [older, newer]],
				[{ order_by: "id", sort: "desc" }, [newer, older]],
			] as const) {
				const [response, ids] = await list(query);
				t.same(`the order of ${JSON.stringify(query)}`, ids, expected, response);
			}
		},
		writes,
	),
	rule(
		"GROUP-197",
		"order_by=path orders by path.",
		"listGroups",
		async (t) => {
			const { older, newer, list } = await pair(t, true);
			const [response, ids] = await list({ order_by: "path" });
			t.same("the order by path", ids, [newer, older], response);
		},
		writes,
	),
	rule(
		"GROUP-198",
		"order_by=id orders by id.",
		"listGroups",
		async (t) => {
			const { older, newer, list } = await pair(t);
			const [response, ids] = await list({ order_by: "id" });
			t.same("the order by id", ids, [older, newer], response);
		},
		writes,
	),
	assumed(
		"GROUP-200",
		"order_by=similarity without search orders by name.",
		"listGroups",
		async (t) => {
			const query = { per_page: 100, top_level_only: true };
			const named = (await t.as("administrator").call("listGroups", query)).is(200);
			const response = await t.as("administrator").call("listGroups", { ...query, order_by: "similarity" });
			t.same("the order", response.is(200).ids, named.ids, response);
			t.holds("there should be several groups", named.ids.length > 1, named);
		},
		{ effect: "reads" },
	),
	assumed(
		"GROUP-201",
		"order_by=similarity with search puts the best match first (path weighs more than name); sort is ignored.",
		"listGroups",
		async (t) => {
			const [best, other] = [await HeldGroup.of(t, "leaf_group"), await HeldGroup.of(t, "subgroup")];
			const word = t.unique("word");
			// By name alone it would come last.
			await best.change({ path: word, name: `zz ${t.unique("name")}` });
			await other.change({ name: word });
			for (const sort of ["asc", "desc"]) {
				const query = { search: word, order_by: "similarity", sort, per_page: 100 };
				const response = (await t.as("owner").call("listGroups", query)).is(200);
				const found = response.ids.filter((id) => id === best.id || id === other.id);
				t.same(`the order of sort=${sort}`, found, [best.id, other.id], response);
			}
		},
		writes,
	),
	...(
		[
			["GROUP-202", { order_by: "bogus" }],
			["GROUP-203", { sort: "up" }],
		] as const
	).map(([claim, query]) =>
		byClaim(claim, async (t) => {
			const [name] = Object.keys(query);
			(await t.as("owner").call("listGroups", query)).refuses(400, { error: `${name} does not have a valid value` });
		}),
	),
	assumed(
		"GROUP-199",
		"Groups equal in the order key are ordered by id ascending, whatever sort says.",
		"listGroups",
		async (t) => {
			// Groups right below one may not have the same name: one is a child, the other a grandchild.
			const leaf = await HeldGroup.of(t, "leaf_group");
			const children = (await t.as("owner").call("listSubgroups", { id: t.scene("subgroup"), per_page: 1 })).is(200);
			const [id] = children.ids;
			if (id === undefined) return t.skip("the scene's subgroup has no groups below it");
			const deep = await HeldGroup.at(t, id);
			const name = t.unique("same");
			for (const group of [leaf, deep]) await group.change({ name });
			const expected = [leaf.id, deep.id].sort((a, b) => a - b);
			for (const sort of ["asc", "desc"]) {
				const response = (await t.as("owner").call("listGroups", { search: name, sort, per_page: 100 })).is(200);
				const found = response.items.filter((one) => one.name === name).map((one) => one.id);
				t.same(`the order of sort=${sort}`, found, expected, response);
			}
		},
		writes,
	),
];
