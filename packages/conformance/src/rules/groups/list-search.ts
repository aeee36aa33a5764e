import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { type Check, type CheckOptions, check } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { lists, omits } from "./listed";

const list = (caller: Caller, search: string, query: Params = {}) =>
	caller.call("listGroups", { search, per_page: 100, ...query });

/** The leaf of the scene under another name and path, and where it is then. */
async function renamed(t: Trial, changes: Params): Promise<string> {
	const group = await HeldGroup.of(t, "leaf_group");
	return (await group.change(changes)).string("full_path");
}

const writes = { effect: "writes" } as const satisfies CheckOptions;

/** What a search among all groups finds. */
export const listSearch: readonly Check[] = [
	check(
		"GROUP-186",
		async (t) => {
			const name = t.unique("orchard");
			const path = await renamed(t, { name });
			const told = await list(t.as("owner"), name);
			lists(t, told, path);
			omits(t, told, t.scene("group"), t.scene("subgroup"));
		},
		writes,
	),
	check(
		"GROUP-187",
		async (t) => {
			const path = t.unique("meadow");
			const full = await renamed(t, { path });
			const told = await list(t.as("owner"), path);
			lists(t, told, full);
			omits(t, told, t.scene("group"), t.scene("subgroup"));
		},
		writes,
	),
	check(
		"GROUP-188",
		async (t) => {
			const name = t.unique("Orchard");
			const path = await renamed(t, { name });
			for (const search of [name.toUpperCase(), name.toLowerCase()]) {
				const told = await list(t.as("owner"), search);
				lists(t, told, path);
				omits(t, told, t.scene("group"), t.scene("subgroup"));
			}
		},
		writes,
	),
	check(
		"GROUP-189",
		async (t) => {
			const group = await HeldGroup.of(t, "subgroup");
			const [name, path] = [t.unique("fruit"), t.unique("tree")];
			const full = (await group.change({ name, path })).string("full_path");
			const below = (await t.as("owner").call("listSubgroups", { id: group.id })).is(200).pluck("full_path");
			if (below.length === 0) t.skip("the scene's subgroup has no groups below it");
			for (const search of [name, path, full]) {
				const told = await list(t.as("owner"), search);
				lists(t, told, full, ...below.map(String));
				omits(t, told, t.scene("group"), t.scene("leaf_group"));
			}
		},
		writes,
	),
	check(
		"GROUP-190",
		async (t) => {
			const word = t.unique("word");
			const path = await renamed(t, { name: `${word} zq` });
			lists(t, await list(t.as("owner"), word.slice(1)), path);
			omits(t, await list(t.as("owner"), "zq"), path);
			await renamed(t, { name: "zq" });
			lists(t, await list(t.as("owner"), "zq"), path);
			omits(t, await list(t.as("owner"), "z"), path);
		},
		writes,
	),
	check(
		"GROUP-191",
		async (t) => {
			const [one, two] = [t.unique("green"), t.unique("apple")];
			const path = await renamed(t, { name: `${one} big ${two}`, path: t.unique("elsewhere") });
			for (const search of [`${two} ${one}`, `"big ${two}" ${one}`]) lists(t, await list(t.as("owner"), search), path);
			for (const search of [`"${one} ${two}"`, `${one} ${path.slice(-5)}-not`])
				omits(t, await list(t.as("owner"), search), path);
			// One word in the name and one in the path are in two columns.
			omits(t, await list(t.as("owner"), `${one} ${path.slice(path.lastIndexOf("/") + 1)}`), path);
		},
		writes,
	),
	check("GROUP-192", async (t) => {
		const told = await list(t.as("administrator"), t.unique("nothing"));
		t.same("the groups", told.is(200).json, [], told);
	}),
];
