import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, type RuleOptions, rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { lists, omits } from "./listed";

const list = (caller: Caller, search: string, query: Params = {}) => caller.call("listGroups", { search, per_page: 100, ...query });

/** The leaf of the scene under another name and path, and where it is then. */
async function renamed(t: Context, changes: Params): Promise<string> {
	const group = await HeldGroup.of(t, "leaf_group");
	return (await group.change(changes)).string("full_path");
}

const writes = { effect: "writes" } as const satisfies RuleOptions;

/** What a search among all groups finds. */
export const listSearch: readonly Rule[] = [
	rule(
		"GROUP-186",
		"search=<text> returns groups whose name matches.",
		"listGroups",
		async (t) => {
			const name = t.unique("orchard");
			const path = await renamed(t, { name });
			const response = await list(t.as("owner"), name);
			lists(t, response, path);
			omits(t, response, t.scene("group"), t.scene("subgroup"));
		},
		writes,
	),
	rule(
		"GROUP-187",
		"search=<text> returns groups whose path matches.",
		"listGroups",
		async (t) => {
			const path = t.unique("meadow");
			const full = await renamed(t, { path });
			const response = await list(t.as("owner"), path);
			lists(t, response, full);
			omits(t, response, t.scene("group"), t.scene("subgroup"));
		},
		writes,
	),
	assumed(
		"GROUP-188",
		"search is case-insensitive.",
		"listGroups",
		async (t) => {
			const name = t.unique("Orchard");
			const path = await renamed(t, { name });
			for (const search of [name.toUpperCase(), name.toLowerCase()]) {
				const response = await list(t.as("owner"), search);
				lists(t, response, path);
				omits(t, response, t.scene("group"), t.scene("subgroup"));
			}
		},
		writes,
	),
	assumed(
		"GROUP-189",
		"search here matches the full path and full name: searching a parent path also returns its subgroups.",
		"listGroups",
		async (t) => {
			const group = await HeldGroup.of(t, "subgroup");
			const [name, path] = [t.unique("fruit"), t.unique("tree")];
			const full = (await group.change({ name, path })).string("full_path");
			const below = (await t.as("owner").call("listSubgroups", { id: group.id })).is(200).pluck("full_path");
			if (below.length === 0) t.skip("the scene's subgroup has no groups below it");
			for (const search of [name, path, full]) {
				const response = await list(t.as("owner"), search);
				lists(t, response, full, ...below.map(String));
				omits(t, response, t.scene("group"), t.scene("leaf_group"));
			}
		},
		writes,
	),
	assumed(
		"GROUP-190",
		"search terms of 3 or more characters match as substrings; a query of 1–2 characters must equal the whole value.",
		"listGroups",
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
	assumed(
		"GROUP-191",
		"search with several words requires every word to match in the same column; a double-quoted phrase counts as one term.",
		"listGroups",
		async (t) => {
			const [one, two] = [t.unique("green"), t.unique("apple")];
			const path = await renamed(t, { name: `${one} big ${two}`, path: t.unique("elsewhere") });
			for (const search of [`${two} ${one}`, `"big ${two}" ${one}`]) lists(t, await list(t.as("owner"), search), path);
			for (const search of [`"${one} ${two}"`, `${one} ${path.slice(-5)}-not`]) omits(t, await list(t.as("owner"), search), path);
			// One word in the name and one in the path are in two columns.
			omits(t, await list(t.as("owner"), `${one} ${path.slice(path.lastIndexOf("/") + 1)}`), path);
		},
		writes,
	),
	assumed("GROUP-192", "search without a match → 200 [].", "listGroups", async (t) => {
		const response = await list(t.as("administrator"), t.unique("nothing"));
		t.same("the groups", response.is(200).json, [], response);
	}),
];
