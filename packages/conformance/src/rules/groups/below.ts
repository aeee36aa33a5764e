import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, type RuleOptions, rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { lastPart, lists, omits } from "./listed";
import { pagesAsUsual } from "./pages";
import { unknownGroup } from "./refusals";

/** The two lists of what lies below a group; what is said of both is asked of both. */
const operations = ["listSubgroups", "listDescendantGroups"] as const;

type List = (caller: Caller, query?: Params, id?: string) => Promise<Answer>;

/** A check for each of the two lists, the claim of the subgroups first. */
const both = (
	claims: readonly [string, string],
	run: (t: Context, list: List, operation: (typeof operations)[number]) => Promise<void>,
	options?: RuleOptions,
): Rule[] =>
	operations.map((operation, index) =>
		byClaim(
			claims[index] ?? "",
			(t) => run(t, (caller, query = {}, id = t.scene("group")) => caller.call(operation, { id, per_page: 100, ...query }), operation),
			options,
		),
	);

const writes = { effect: "writes" } as const;

/** The leaf of the scene, made private meanwhile. */
async function hiddenLeaf(t: Context): Promise<string> {
	const leaf = await HeldGroup.of(t, "leaf_group");
	await leaf.change({ visibility: "private" });
	return t.scene("leaf_group");
}

/** Which groups are there. */
export const belowWhich: readonly Rule[] = [
	rule(
		"GROUP-391",
		"Returns direct children only: each item has parent_id equal to the requested group; grandchildren are left out.",
		"listSubgroups",
		async (t) => {
			const owner = t.as("owner");
			const top = (await owner.call("getGroup", { id: t.scene("group"), with_projects: false })).is(200);
			const response = await owner.call("listSubgroups", { id: t.scene("group"), per_page: 100 });
			lists(t, response, t.scene("subgroup"), t.scene("leaf_group"));
			response.every("a child of the group", (one) => one.parent_id === top.field("id"));
			const deeper = (await owner.call("listSubgroups", { id: t.scene("subgroup") })).is(200).pluck("full_path");
			if (deeper.length === 0) t.skip("the scene's subgroup has no groups below it");
			omits(t, response, ...deeper.map(String));
		},
	),
	rule(
		"GROUP-417",
		"Returns groups of every depth below the requested one: children and grandchildren; the group itself is left out.",
		"listDescendantGroups",
		async (t) => {
			const owner = t.as("owner");
			const deeper = (await owner.call("listSubgroups", { id: t.scene("subgroup") })).is(200).pluck("full_path");
			if (deeper.length === 0) t.skip("the scene's subgroup has no groups below it");
			const response = await owner.call("listDescendantGroups", { id: t.scene("group"), per_page: 100 });
			lists(t, response, t.scene("subgroup"), ...deeper.map(String));
			omits(t, response, t.scene("group"));
			response.every("below the group", (one) => String(one.full_path).startsWith(`${t.scene("group")}/`));
		},
	),
	...both(
		["GROUP-394", "GROUP-420"],
		async (t, list) => {
			const hidden = await hiddenLeaf(t);
			const response = await list(t.anonymous);
			lists(t, response, t.scene("subgroup"));
			omits(t, response, hidden);
			response.every("public", (one) => one.visibility === "public");
		},
		writes,
	),
	...both(["GROUP-395", "GROUP-421"], async (t, list) => {
		const response = await list(t.as("outsider"));
		t.same("the groups", response.is(200).json, [], response);
		lists(t, await list(t.anonymous), t.scene("subgroup"));
	}),
	...both(
		["GROUP-396", "GROUP-422"],
		async (t, list) => {
			const hidden = await hiddenLeaf(t);
			lists(t, await list(t.as("guest")), hidden, t.scene("subgroup"));
		},
		writes,
	),
	...both(
		["GROUP-397", "GROUP-423"],
		async (t, list) => {
			const hidden = await hiddenLeaf(t);
			const response = await list(t.as("administrator"));
			lists(t, response, hidden, t.scene("subgroup"));
			const all = await list(t.as("administrator"), { all_available: true });
			t.same("the groups", response.ids, all.is(200).ids, response);
		},
		writes,
	),
	...both(["GROUP-398", "GROUP-424"], async (t, list) => {
		lists(t, await list(t.as("outsider"), { all_available: true }), t.scene("subgroup"), t.scene("leaf_group"));
	}),
	...both(["GROUP-399", "GROUP-425"], async (t, list) => {
		for (const caller of [t.anonymous, t.as("outsider")]) (await list(caller, {}, t.scene("private_group"))).refuses(404, unknownGroup);
	}),
	...both(["GROUP-415", "GROUP-441"], async (t, list) => {
		const response = await list(t.as("administrator"), {}, t.scene("leaf_group"));
		t.same("the groups below the leaf", response.is(200).json, [], response);
	}),
];

/** What the lists can be asked for. */
export const belowFilters: readonly Rule[] = [
	...both(["GROUP-400", "GROUP-426"], async (t, list) => {
		const all = (await list(t.as("owner"))).is(200);
		lists(t, all, t.scene("leaf_group"), t.scene("subgroup"));
		const { id } = all.items.find((one) => one.full_path === t.scene("leaf_group")) ?? {};
		const response = await list(t.as("owner"), { skip_groups: [id] });
		omits(t, response, t.scene("leaf_group"));
		t.same(
			"the groups",
			response.ids,
			all.ids.filter((one) => one !== id),
			response,
		);
	}),
	...both(
		["GROUP-401", "GROUP-427"],
		async (t, list) => {
			const leaf = await HeldGroup.of(t, "leaf_group");
			const search = lastPart(t.scene("group"));
			const named = (one: Fields) => [one.path, one.name].some((text) => String(text).toLowerCase().includes(search));
			const path = `${search}-${t.unique("path")}`;
			const full = (await leaf.change({ path })).string("full_path");
			const response = await list(t.as("owner"), { search });
			lists(t, response, full);
			response.every("one whose own path or name has it", named);
			omits(t, response, t.scene("subgroup"));
		},
		writes,
	),
	...both(
		["GROUP-402", "GROUP-428"],
		async (t, list) => {
			const name = t.unique("Orchard");
			await (await HeldGroup.of(t, "leaf_group")).change({ name });
			const response = await list(t.as("owner"), { search: name.toUpperCase() });
			t.same("the groups", response.is(200).pluck("full_path"), [t.scene("leaf_group")], response);
		},
		writes,
	),
	...both(["GROUP-407", "GROUP-433"], async (t, list) => {
		const response = (await list(t.as("administrator"), { statistics: true })).is(200);
		response.every("one with statistics", ({ statistics }) => typeof statistics === "object" && statistics !== null);
	}),
	...both(["GROUP-408", "GROUP-434"], async (t, list) => {
		for (const caller of [t.as("owner"), t.anonymous])
			(await list(caller, { statistics: true })).is(200).every("one without", (one) => !Object.hasOwn(one, "statistics"));
	}),
	...both(["GROUP-409", "GROUP-435"], async (t, list) => {
		const has = (one: Fields) => Object.hasOwn(one, "custom_attributes");
		const query = { with_custom_attributes: true };
		(await list(t.as("administrator"), query)).is(200).every("one with custom_attributes", has);
		for (const caller of [t.as("owner"), t.anonymous]) (await list(caller, query)).is(200).every("one without custom_attributes", (one) => !has(one));
	}),
	...both(["GROUP-411", "GROUP-437"], async (t, list) => {
		lists(t, await list(t.as("maintainer"), { min_access_level: 40 }), t.scene("subgroup"));
		lists(t, await list(t.as("developer")), t.scene("subgroup"));
		omits(t, await list(t.as("developer"), { min_access_level: 40 }), t.scene("subgroup"));
	}),
	...both(["GROUP-412", "GROUP-438"], async (t, list) => {
		const response = await list(t.as("owner"), { min_access_level: 42 });
		response.refuses(400, { error: "min_access_level does not have a valid value" });
	}),
	...both(["GROUP-413", "GROUP-439"], async (t, list) => {
		lists(t, await list(t.as("outsider"), { all_available: true }), t.scene("subgroup"));
		for (const query of [{ owned: true }, { min_access_level: 40 }])
			for (const who of ["developer", "outsider"] as const) omits(t, await list(t.as(who), { ...query, all_available: true }), t.scene("subgroup"));
	}),
	...both(["GROUP-414", "GROUP-440"], async (t, list) => {
		const archived = t.scene("archived_group");
		lists(t, await list(t.as("owner")), archived, t.scene("subgroup"));
		const response = await list(t.as("owner"), { active: true });
		lists(t, response, t.scene("subgroup"));
		omits(t, response, archived);
	}),
];

/** Two groups of which the older one comes later by name and by path. */
async function pair(t: Context): Promise<readonly [number, number]> {
	const held = [await HeldGroup.of(t, "subgroup"), await HeldGroup.of(t, "leaf_group")];
	const [older, newer] = held.sort((a, b) => a.id - b.id);
	if (!older || !newer) return t.skip("two groups are needed");
	const word = t.unique("word");
	await older.change({ name: `${word} c`, path: `${word}-y` });
	await newer.change({ name: `${word} b`, path: `${word}-z` });
	return [older.id, newer.id];
}

/** Their order, and pages. */
export const belowOrder: readonly Rule[] = [
	...both(
		["GROUP-403", "GROUP-429"],
		async (t, list) => {
			const [older, newer] = await pair(t);
			const order = async (query: Params) => (await list(t.as("owner"), query)).is(200).ids.filter((id) => id === older || id === newer);
			t.same("the order without parameters", await order({}), [newer, older]);
			t.same("the order of sort=desc", await order({ sort: "desc" }), [older, newer]);
		},
		writes,
	),
	...both(
		["GROUP-404", "GROUP-430"],
		async (t, list) => {
			const [older, newer] = await pair(t);
			const order = async (query: Params) => (await list(t.as("owner"), query)).is(200).ids.filter((id) => id === older || id === newer);
			for (const order_by of ["path", "id"]) {
				t.same(`the order by ${order_by}`, await order({ order_by }), [older, newer]);
				t.same(`its reverse`, await order({ order_by, sort: "desc" }), [newer, older]);
			}
		},
		writes,
	),
	...both(["GROUP-405", "GROUP-431"], async (t, list) => {
		const response = await list(t.as("owner"), { order_by: "bogus" });
		response.refuses(400, { error: "order_by does not have a valid value" });
	}),
	assumed(
		"GROUP-432",
		"Equal order keys are broken by id ascending.",
		"listDescendantGroups",
		async (t) => {
			const leaf = await HeldGroup.of(t, "leaf_group");
			const children = (await t.as("owner").call("listSubgroups", { id: t.scene("subgroup"), per_page: 1 })).is(200);
			const [id] = children.ids;
			if (id === undefined) return t.skip("the scene's subgroup has no groups below it");
			const deep = await HeldGroup.at(t, id);
			const name = t.unique("same");
			for (const group of [leaf, deep]) await group.change({ name });
			for (const sort of ["asc", "desc"]) {
				const query = { id: t.scene("group"), sort, per_page: 100 };
				const response = (await t.as("owner").call("listDescendantGroups", query)).is(200);
				const found = response.items.filter((one) => one.name === name).map((one) => one.id);
				t.same(
					`the order of sort=${sort}`,
					found,
					[leaf.id, deep.id].sort((a, b) => a - b),
					response,
				);
			}
		},
		writes,
	),
	...both(["GROUP-416", "GROUP-442"], async (t, _list, operation) => {
		await pagesAsUsual(t, (query = {}) => t.as("owner").call(operation, { id: t.scene("group"), ...query }));
	}),
	...both(["GROUP-410", "GROUP-436"], async (t, list) => {
		// Whoever owns the group owns what is below it, whether or not the list goes by that: nobody else does.
		lists(t, await list(t.as("owner")), t.scene("subgroup"));
		for (const who of ["maintainer", "guest"] as const) {
			lists(t, await list(t.as(who)), t.scene("subgroup"));
			omits(t, await list(t.as(who), { owned: true }), t.scene("subgroup"));
		}
	}),
];
