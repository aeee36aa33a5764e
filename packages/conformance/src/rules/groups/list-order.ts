import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { HeldGroup } from "./held-group";

/** Two groups of which the older one comes later by name, and by path only if told so. */
async function pair(t: Trial, pathsToo = false) {
	const held = [await HeldGroup.of(t, "subgroup"), await HeldGroup.of(t, "leaf_group")];
	held.sort((a, b) => a.id - b.id);
	const [older, newer] = held;
	if (!older || !newer) return t.skip("two groups are needed");
	const word = t.unique("word");
	await older.change({ name: `${word} ${pathsToo ? "a" : "b"}`, ...(pathsToo && { path: `${word}-y` }) });
	await newer.change({ name: `${word} ${pathsToo ? "b" : "a"}`, ...(pathsToo && { path: `${word}-x` }) });
	const list = async (query: Params = {}): Promise<[Answer, readonly number[]]> => {
		const told = (await t.as("owner").call("listGroups", { search: word, per_page: 100, ...query })).is(200);
		return [told, told.ids.filter((id) => id === older.id || id === newer.id)];
	};
	return { older: older.id, newer: newer.id, list };
}

const writes = { effect: "writes" } as const;

/** In what order groups are listed. */
export const listOrder: readonly Check[] = [
	check(
		"GROUP-195",
		async (t) => {
			const { older, newer, list } = await pair(t);
			const [told, ids] = await list();
			t.same("the order without parameters", ids, [newer, older], told);
		},
		writes,
	),
	check(
		"GROUP-196",
		async (t) => {
			const { older, newer, list } = await pair(t);
			for (const [query, expected] of [
				[{ sort: "desc" }, [older, newer]],
				[{ order_by: "id", sort: "desc" }, [newer, older]],
			] as const) {
				const [told, ids] = await list(query);
				t.same(`the order of ${JSON.stringify(query)}`, ids, expected, told);
			}
		},
		writes,
	),
	check(
		"GROUP-197",
		async (t) => {
			const { older, newer, list } = await pair(t, true);
			const [told, ids] = await list({ order_by: "path" });
			t.same("the order by path", ids, [newer, older], told);
		},
		writes,
	),
	check(
		"GROUP-198",
		async (t) => {
			const { older, newer, list } = await pair(t);
			const [told, ids] = await list({ order_by: "id" });
			t.same("the order by id", ids, [older, newer], told);
		},
		writes,
	),
	check(
		"GROUP-200",
		async (t) => {
			const query = { per_page: 100, top_level_only: true };
			const named = (await t.as("administrator").call("listGroups", query)).is(200);
			const told = await t.as("administrator").call("listGroups", { ...query, order_by: "similarity" });
			t.same("the order", told.is(200).ids, named.ids, told);
			t.holds("there should be several groups", named.ids.length > 1, named);
		},
		{ effect: "reads" },
	),
	check(
		"GROUP-201",
		async (t) => {
			const [best, other] = [await HeldGroup.of(t, "leaf_group"), await HeldGroup.of(t, "subgroup")];
			const word = t.unique("word");
			// By name alone it would come last.
			await best.change({ path: word, name: `zz ${t.unique("name")}` });
			await other.change({ name: word });
			for (const sort of ["asc", "desc"]) {
				const query = { search: word, order_by: "similarity", sort, per_page: 100 };
				const told = (await t.as("owner").call("listGroups", query)).is(200);
				const found = told.ids.filter((id) => id === best.id || id === other.id);
				t.same(`the order of sort=${sort}`, found, [best.id, other.id], told);
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
		check(claim, async (t) => {
			const [name] = Object.keys(query);
			(await t.as("owner").call("listGroups", query)).refuses(400, { error: `${name} does not have a valid value` });
		}),
	),
	check(
		"GROUP-199",
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
				const told = (await t.as("owner").call("listGroups", { search: name, sort, per_page: 100 })).is(200);
				const found = told.items.filter((one) => one.name === name).map((one) => one.id);
				t.same(`the order of sort=${sort}`, found, expected, told);
			}
		},
		writes,
	),
];
