import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { lastPart, lists, omits } from "./listed";

const list = (caller: Caller, path: string, query: Params = {}) => caller.call("listGroups", { search: lastPart(path), per_page: 100, ...query });

/** The day on which the scene's leaving group is marked for deletion. */
async function leavingDay(t: Context): Promise<string> {
	const id = t.scene("leaving_group");
	return (await t.as("administrator").call("getGroup", { id, with_projects: false })).is(200).string("marked_for_deletion_on");
}

/** Where the scene's group is stored. */
async function storage(t: Context): Promise<string> {
	const id = t.scene("group");
	return (await t.as("administrator").call("getGroup", { id, with_projects: false })).is(200).string("repository_storage");
}

/** Filters by where groups are stored, and by whether they go on. */
export const listStates: readonly Rule[] = [
	rule(
		"GROUP-230",
		"Administrator on a paid tier with repository_storage=<name> → only groups stored there.",
		"listGroups",
		async (t) => {
			const root = t.as("administrator");
			const repository_storage = await storage(t);
			const all = (await root.call("listGroups", { repository_storage, per_page: 100 })).is(200);
			all.every(`one on ${repository_storage}`, (one) => one.repository_storage === repository_storage);
			lists(t, await list(root, t.scene("group"), { repository_storage }), t.scene("group"));
			omits(t, await list(root, t.scene("group"), { repository_storage: t.unique("storage") }), t.scene("group"));
		},
		{ tier: "premium" },
	),
	assumed(
		"GROUP-231",
		"repository_storage with an unknown storage name (administrator, paid tier) → 200 [].",
		"listGroups",
		async (t) => {
			const response = await t.as("administrator").call("listGroups", { repository_storage: t.unique("storage") });
			t.same("the groups", response.is(200).json, [], response);
		},
		{ tier: "premium" },
	),
	assumed("GROUP-232", "repository_storage from a non-administrator is ignored (unfiltered list).", "listGroups", async (t) => {
		const query = { repository_storage: t.unique("storage") };
		for (const caller of [t.as("owner"), t.anonymous]) lists(t, await list(caller, t.scene("group"), query), t.scene("group"));
	}),
	assumed(
		"GROUP-233",
		"repository_storage on a Free instance is ignored.",
		"listGroups",
		async (t) => {
			const query = { repository_storage: t.unique("storage") };
			lists(t, await list(t.as("administrator"), t.scene("group"), query), t.scene("group"));
		},
		{ maxTier: "free" },
	),
	rule(
		"GROUP-235",
		"On a paid tier marked_for_deletion_on=YYYY-MM-DD → only groups marked for deletion on that day.",
		"listGroups",
		async (t) => {
			const root = t.as("administrator");
			const day = await leavingDay(t);
			const path = t.scene("leaving_group");
			lists(t, await list(root, path, { marked_for_deletion_on: day }), path);
			omits(t, await list(root, path, { marked_for_deletion_on: "2001-02-03" }), path);
			omits(t, await list(root, t.scene("group"), { marked_for_deletion_on: day }), t.scene("group"));
		},
		{ tier: "premium" },
	),
	assumed(
		"GROUP-236",
		"marked_for_deletion_on on a Free instance is ignored.",
		"listGroups",
		async (t) => {
			const query = { marked_for_deletion_on: "2001-02-03" };
			lists(t, await list(t.as("administrator"), t.scene("group"), query), t.scene("group"));
		},
		{ maxTier: "free" },
	),
	assumed(
		"GROUP-237",
		'marked_for_deletion_on=notadate → 400 {"error":"marked_for_deletion_on is invalid"}.',
		"listGroups",
		async (t) => {
			const response = await t.as("administrator").call("listGroups", { marked_for_deletion_on: "notadate" });
			response.refuses(400, { error: "marked_for_deletion_on is invalid" });
		},
		{ tier: "premium" },
	),
	rule("GROUP-239", "active=true → groups neither archived nor marked for deletion.", "listGroups", async (t) => {
		const root = t.as("administrator");
		lists(t, await list(root, t.scene("group"), { active: true }), t.scene("group"));
		for (const field of ["archived_group", "leaving_group"] as const) {
			lists(t, await list(root, t.scene(field)), t.scene(field));
			omits(t, await list(root, t.scene(field), { active: true }), t.scene(field));
		}
	}),
	assumed("GROUP-240", "active=false → only groups that are archived or marked for deletion, themselves or through an ancestor.", "listGroups", async (t) => {
		const root = t.as("administrator");
		omits(t, await list(root, t.scene("group"), { active: false }), t.scene("group"));
		for (const field of ["archived_group", "leaving_group"] as const) lists(t, await list(root, t.scene(field), { active: false }), t.scene(field));
	}),
	assumed(
		"GROUP-242",
		"archived=true → only archived groups (an archived ancestor counts); archived=false → only non-archived; absent → both.",
		"listGroups",
		async (t) => {
			const root = t.as("administrator");
			const [path, other] = [t.scene("archived_group"), t.scene("group")];
			lists(t, await list(root, path, { archived: true }), path);
			omits(t, await list(root, other, { archived: true }), other);
			lists(t, await list(root, other, { archived: false }), other);
			omits(t, await list(root, path, { archived: false }), path);
			lists(t, await list(root, path), path);
		},
	),
];
