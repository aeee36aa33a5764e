import { isDeepStrictEqual } from "node:util";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import type { Rule, rule } from "../../rule/rule";
import { ChangedGroup } from "./changed-group";
import { everyone, groupsBelow, join, lastPart, newcomer, newGroup, parentOf, reading, roles, today, writing } from "./lab";
import { harmless, hasIds, idsOf, lists, omits } from "./lists";

/** The two lists of groups below a group. A rule about both is made for each of them. */
const operations = ["listSubgroups", "listDescendantGroups"] as const;
type Operation = (typeof operations)[number];
const names = { listSubgroups: "Subgroups", listDescendantGroups: "Descendant groups" } as const;

/** Lists the groups below the scene's group, or below another one. */
type Below = (caller: Caller, query?: Params, id?: string) => Promise<ApiResponse>;

const both = (
	kind: typeof rule,
	claims: readonly [string, string],
	sentence: string,
	run: (t: Context, list: Below, operation: Operation) => Promise<void>,
): Rule[] =>
	operations.map((operation, index) =>
		kind(claims[index] ?? "", `${names[operation]}: ${sentence}`, operation, (t) =>
			run(t, (caller, query = {}, id = t.scene("group")) => caller.list(operation, { id, ...query }), operation),
		),
	);

const all = { all_available: true };

/** A new group with a group of each visibility below it, and further groups below two of those; needs the control API. */
async function family(t: Context): Promise<string> {
	const { full_path } = await newGroup(t);
	await groupsBelow(t, full_path, {
		open: { visibility: "public" },
		inner: { visibility: "internal" },
		closed: { visibility: "private" },
		"open/low": { visibility: "public" },
		"closed/low": { visibility: "private" },
	});
	return full_path;
}

/** Each caller must get these groups of the family with the query; the list of subgroups leaves out the deeper ones. */
async function getsOfFamily(t: Context, list: Below, operation: Operation, rows: readonly (readonly [Caller, Params, readonly string[]])[]): Promise<void> {
	const top = await family(t);
	for (const [caller, query, paths] of rows) {
		const response = await list(caller, { order_by: "id", ...query }, top);
		const expected = paths.filter((path) => operation === "listDescendantGroups" || !path.includes("/")).map((path) => `${top}/${path}`);
		t.same(`the groups of ${JSON.stringify(query)}`, response.ok.pluck("full_path"), expected, response);
	}
}

/** A caller who is not a member must get the public groups below the scene's subgroup. */
async function getsPublicBelow(t: Context, list: Below, caller: Caller, query: Params = {}): Promise<void> {
	const [id, isPublic] = [t.scene("subgroup"), (one: Fields) => one.visibility === "public"];
	const more = await toSee(t, list, t.as("owner"));
	const [whole, response] = [(await list(t.as("owner"), more, id)).ok, (await list(caller, query, id)).ok];
	t.same("the public groups below the subgroup", idsOf(response.items.filter(isPublic)), idsOf(whole.items.filter(isPublic)), response);
}

/** The parameters with which a caller gets the groups below the scene's group: none or, where only direct members belong to a group, `all_available`. */
async function toSee(t: Context, list: Below, caller: Caller): Promise<Params> {
	const response = await list(caller);
	const isListed = response.ok.pluck("full_path").includes(t.scene("subgroup"));
	t.assume("a member of the group should get the groups below it by default", isListed, response);
	return isListed ? {} : all;
}

/** Makes the scene's leaf group private for the rule, and returns its path. */
async function hiddenLeaf(t: Context): Promise<string> {
	await (await ChangedGroup.of(t, "leaf_group")).change({ visibility: "private" });
	return t.scene("leaf_group");
}

const everything = ["open", "inner", "closed", "open/low", "closed/low"];

/** Which groups the two lists have. */
export const belowWhich: readonly Rule[] = [
	reading.rule(
		"GROUP-391",
		"The list of subgroups has only the direct subgroups of a group, not those further below or of another group.",
		"listSubgroups",
		async (t) => {
			const owner = t.as("owner");
			const more = await toSee(t, (caller) => caller.list("listSubgroups", { id: t.scene("group") }), owner);
			const below = (await owner.call("listSubgroups", { id: t.scene("subgroup"), ...more })).ok;
			const deeper = below.pluck("full_path");
			if (deeper.length === 0) t.skip("the scene's subgroup has no groups below it");
			for (const search of below.pluck("path").map(String)) {
				const response = (await owner.list("listSubgroups", { id: t.scene("group"), ...more, search })).ok;
				const further = response.pluck("full_path").filter((path) => parentOf(String(path)) !== t.scene("group"));
				t.same(`the groups further below that a search for ${search} finds`, further, [], response);
			}
			for (const field of ["group", "subgroup"] as const) {
				const id = (await owner.call("getGroup", { id: t.scene(field), with_projects: false })).ok.number("id");
				const response = (await owner.list("listSubgroups", { id, ...more })).ok;
				response.every("right below the group", (one) => one.parent_id === id);
				for (const query of [...harmless, { statistics: true }])
					(await t.as("administrator").list("listSubgroups", { id, ...all, ...query })).ok.every("right below the group", (one) => one.parent_id === id);
				if (field === "group") lists(t, response, t.scene("subgroup"), t.scene("leaf_group"));
				else lists(t, response, ...deeper.map(String));
			}
		},
	),
	reading.rule(
		"GROUP-417",
		"The list of descendant groups has all groups below a group, at every depth, without the group itself.",
		"listDescendantGroups",
		async (t) => {
			const owner = t.as("owner");
			const more = await toSee(t, (caller) => caller.list("listDescendantGroups", { id: t.scene("group") }), owner);
			const expected = new Set<unknown>();
			const walk = async (id: unknown): Promise<void> => {
				for (const one of (await owner.list("listSubgroups", { id, ...more })).ok.ids) {
					expected.add(one);
					await walk(one);
				}
			};
			await walk(t.scene("group"));
			const deeper = (await owner.list("listSubgroups", { id: t.scene("subgroup"), ...more })).ok.ids;
			if (deeper.length === 0) t.skip("the scene's subgroup has no groups below it");
			const response = (await owner.list("listDescendantGroups", { id: t.scene("group"), ...more })).ok;
			t.same("the groups", new Set(response.ids), expected, response);
			t.same("how many are listed", response.ids.length, expected.size, response);
			for (const id of deeper) t.holds(`group ${id}, two levels below, is listed`, response.ids.includes(id), response);
			if (!t.given.hasControl) return;
			const { full_path: top } = await newGroup(t);
			const made = await groupsBelow(t, top, { a: {}, "a/b": {}, "a/b/c": {}, "a/b/c/d": {}, "a/b/c/d/e": {} });
			for (const [, caller] of everyone(t))
				await hasIds(t, "the groups", idsOf(made), caller.list("listDescendantGroups", { id: top, order_by: "id", ...all }));
		},
	),
	...both(writing.rule, ["GROUP-394", "GROUP-420"], "anonymous callers get only the public groups.", async (t, list, operation) => {
		const hidden = await hiddenLeaf(t);
		const response = await list(t.anonymous);
		lists(t, response, t.scene("subgroup"));
		omits(t, response, hidden);
		response.every("public", (one) => one.visibility === "public");
		await getsPublicBelow(t, list, t.anonymous);
		if (t.given.hasControl)
			await getsOfFamily(
				t,
				list,
				operation,
				[{}, all, { all_available: false }].map((query) => [t.anonymous, query, ["open", "open/low"]]),
			);
	}),
	...both(
		reading.rule,
		["GROUP-395", "GROUP-421"],
		"by default, a signed-in user who is not a member of a public group gets an empty list.",
		async (t, list, operation) => {
			await hasIds(t, "the groups of a request without parameters", [], t.as("outsider").call(operation, { id: t.scene("group") }));
			for (const place of ["group", "subgroup"] as const)
				for (const query of [...harmless, { all_available: false }, { search: lastPart(t.scene("subgroup")) }, { skip_groups: [1] }])
					await hasIds(t, `the groups of ${JSON.stringify(query)} below the ${place}`, [], list(t.as("outsider"), query, t.scene(place)));
			lists(t, await list(t.anonymous), t.scene("subgroup"));
			lists(t, await list(t.as("outsider"), all), t.scene("subgroup"));
			// The list of another group has only groups below that one. This also applies to members.
			const above = `${t.scene("internal_group")}/`;
			for (const [, caller] of everyone(t))
				for (const query of [{}, all]) {
					const response = await list(caller, query, t.scene("internal_group"));
					const elsewhere = response.succeeded ? response.pluck("full_path").filter((path) => !String(path).startsWith(above)) : [];
					t.same(`the groups that are not below ${above}`, elsewhere, [], response);
				}
		},
	),
	...both(writing.assumed, ["GROUP-396", "GROUP-422"], "a member of the group also gets the private groups below it.", async (t, list, operation) => {
		const hidden = await hiddenLeaf(t);
		for (const who of roles) lists(t, await list(t.as(who)), hidden, t.scene("subgroup"));
		if (!t.given.hasControl) return;
		await getsOfFamily(
			t,
			list,
			operation,
			roles.map((who) => [t.as(who), {}, everything]),
		);
		const top = await family(t);
		const { caller, username } = await newcomer(t);
		await join(t, username, { group: `${top}/closed` }, "guest");
		const response = await list(caller, {}, top);
		lists(t, response, `${top}/closed`);
		omits(t, response, `${top}/open`, `${top}/inner`);
	}),
	...both(writing.assumed, ["GROUP-397", "GROUP-423"], "an administrator gets all groups, with or without all_available.", async (t, list, operation) => {
		const hidden = await hiddenLeaf(t);
		const response = await list(t.as("administrator"));
		lists(t, response, hidden, t.scene("subgroup"));
		await hasIds(t, "the groups with all_available", response.ids, list(t.as("administrator"), all));
		if (t.given.hasControl) await getsOfFamily(t, list, operation, [[t.as("administrator"), {}, everything]]);
	}),
	...both(
		writing.rule,
		["GROUP-398", "GROUP-424"],
		"with all_available=true, a user who is not a member gets every group that they can see.",
		async (t, list, operation) => {
			for (const more of harmless) lists(t, await list(t.as("outsider"), { ...more, ...all }), t.scene("subgroup"), t.scene("leaf_group"));
			lists(t, await list(t.as("outsider"), { search: lastPart(t.scene("subgroup")), ...all }), t.scene("subgroup"));
			const hidden = await hiddenLeaf(t);
			omits(t, await list(t.as("outsider"), all), hidden);
			const external = (await newcomer(t, { external: true })).caller;
			for (const caller of [t.as("outsider"), external]) await getsPublicBelow(t, list, caller, all);
			if (t.given.hasControl) await getsOfFamily(t, list, operation, [[t.as("outsider"), all, ["open", "inner", "open/low"]]]);
		},
	),
	...both(reading.assumed, ["GROUP-415", "GROUP-441"], "the list is empty if there are no groups below the group.", async (t, list) => {
		for (const [, caller] of everyone(t)) await hasIds(t, "the groups below the leaf", [], list(caller, all, t.scene("leaf_group")));
	}),
];

/** A new user who has different roles in the groups below a new group; needs the control API. */
async function rolesBelow(t: Context): Promise<{ caller: Caller; top: string }> {
	const { full_path: top } = await newGroup(t);
	const roles = { "m-path": "owner", "z-path": "developer", "a-path": "maintainer", "c-path": "planner", "b-path": "owner" };
	await groupsBelow(t, top, { ...Object.fromEntries(Object.keys(roles).map((path) => [path, {}])), "n-path": {}, "n-path/low": {}, "o-path": {} });
	const { caller, username } = await newcomer(t);
	// A membership that has expired does not count.
	await join(t, username, { group: `${top}/o-path`, expires_at: "2001-01-01" }, "owner");
	for (const [path, role] of Object.entries(roles)) await join(t, username, { group: `${top}/${path}` }, role);
	return { caller, top };
}

/** The caller must get these groups below the top, sorted by name in both directions. */
async function getsPaths(t: Context, list: Below, caller: Caller, query: Params, top: string, expected: readonly string[]): Promise<void> {
	const paths = expected.map((path) => `${top}/${path}`);
	for (const [order, ordered] of [
		[{}, paths],
		[{ sort: "desc" }, paths.toReversed()],
		...[{ order_by: "path" }, { active: true }, { search: "path" }].map((beside) => [beside, paths] as const),
	] as const) {
		const response = await list(caller, { ...query, ...order }, top);
		t.same(`the groups of ${JSON.stringify({ ...query, ...order })}`, response.ok.pluck("full_path"), ordered, response);
	}
}

/** Filters of the two lists. */
export const belowFilters: readonly Rule[] = [
	...both(
		writing.rule,
		["GROUP-401", "GROUP-427"],
		"search matches a group's own path and name, ignoring case, and not those of the groups above it.",
		async (t, list) => {
			const leaf = await ChangedGroup.of(t, "leaf_group");
			const search = lastPart(t.scene("group"));
			const path = `${search}-${t.unique("path")}`;
			const name = t.unique("Named");
			const full = (await leaf.change({ path, name })).string("full_path");
			for (const caller of [t.as("owner"), t.anonymous, t.as("administrator")]) {
				const more = caller.actor === "anonymous" ? {} : await toSee(t, list, caller);
				for (const query of [{ search }, { search, ...all }, { search: path }, { search: name }]) {
					const response = await list(caller, { ...more, ...query });
					const isFound = response.ok.pluck("full_path").includes(full);
					// The specification names only the short path: it is assumed that a name is also found.
					(query.search === name ? t.assume : t.holds)(`${full} should be found by ${query.search}`, isFound, response);
					if (!isFound) continue;
					const piece = query.search.toLowerCase();
					response.every("a group whose own path or name contains it", (one) =>
						[one.path, one.name].some((text) => String(text).toLowerCase().includes(piece)),
					);
					omits(t, response, t.scene("subgroup"));
				}
				for (const text of [path, name])
					for (const other of [text.toUpperCase(), text.toLowerCase()]) {
						const response = await list(caller, { ...more, search: other });
						t.assume(`${other} should find the same group`, response.pluck("full_path").includes(full), response);
					}
			}
		},
	),
	...both(
		reading.rule,
		["GROUP-410, GROUP-413", "GROUP-436, GROUP-439"],
		"owned=true returns only the groups that the caller owns. owned and min_access_level override all_available.",
		async (t, list) => {
			// An Owner of the group owns the groups below it, even if the list ignores that. Other users do not own them.
			for (const who of ["owner", "maintainer", "developer", "guest"] as const) {
				lists(t, await list(t.as(who), await toSee(t, list, t.as(who))), t.scene("subgroup"));
				if (who === "owner") continue;
				await hasIds(t, `the groups that ${who} owns`, [], list(t.as(who), { owned: true }));
			}
			for (const query of [{ owned: true }, { min_access_level: 40 }])
				for (const who of ["developer", "outsider"] as const) {
					const response = (await list(t.as(who), { ...query, ...all })).ok;
					t.assume(`${JSON.stringify(query)} should override all_available for ${who}`, response.items.length === 0, response);
				}
			if (!t.given.hasControl) return;
			const { caller, top } = await rolesBelow(t);
			await getsPaths(t, list, caller, { owned: true }, top, ["b-path", "m-path"]);
			const [narrow, wide] = [await list(caller, { owned: true }, top), await list(caller, { owned: true, ...all }, top)];
			t.assume("owned should override all_available", isDeepStrictEqual(wide.ok.ids, narrow.ok.ids), wide);
			await hasIds(t, "the groups that nobody owns", [], list(t.anonymous, { owned: true }));
		},
	),
	...both(
		reading.rule,
		["GROUP-411", "GROUP-437"],
		"min_access_level returns only the groups in which the caller has that role or a higher one.",
		async (t, list) => {
			const levels = { guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 };
			for (const who of roles) {
				const { ids } = (await list(t.as(who))).ok;
				for (const min_access_level of Object.values(levels)) {
					const response = await list(t.as(who), { min_access_level });
					if (min_access_level > levels[who]) t.same(`the groups of ${who}`, response.ok.ids, [], response);
					else {
						// It is assumed that a role also applies to the groups below.
						t.assume(`min_access_level=${min_access_level} should return all groups of ${who}`, isDeepStrictEqual(response.ok.ids, ids), response);
						t.holds(
							`the groups of ${who} should be among those without min_access_level`,
							response.ids.every((id) => ids.includes(id)),
							response,
						);
					}
				}
			}
			if (!t.given.hasControl) return;
			const { caller, top } = await rolesBelow(t);
			for (const [min_access_level, expected] of [
				...[10, 15].map((level) => [level, ["a-path", "b-path", "c-path", "m-path", "z-path"]] as const),
				[20, ["a-path", "b-path", "m-path", "z-path"]],
				[30, ["a-path", "b-path", "m-path", "z-path"]],
				[40, ["a-path", "b-path", "m-path"]],
				[50, ["b-path", "m-path"]],
			] as const) {
				await getsPaths(t, list, caller, { min_access_level }, top, expected);
				const wide = (await list(caller, { min_access_level, ...all }, top)).ok;
				const isSame = isDeepStrictEqual(wide.pluck("path"), expected);
				t.assume(`min_access_level=${min_access_level} should override all_available`, isSame, wide);
			}
		},
	),
	...both(
		reading.rule,
		["GROUP-414", "GROUP-440"],
		"active=true leaves out the groups that are archived or marked for deletion, and all groups below those.",
		async (t, list) => {
			const archived = t.scene("archived_group");
			const more = await toSee(t, list, t.as("owner"));
			lists(t, await list(t.as("owner"), more), archived, t.scene("subgroup"));
			for (const beside of harmless) {
				const response = await list(t.as("owner"), { ...more, ...beside, active: true });
				lists(t, response, t.scene("subgroup"));
				omits(t, response, archived);
			}
			if (!t.given.hasControl) return;
			const { full_path: top } = await newGroup(t);
			await groupsBelow(t, top, {
				plain: {},
				kept: { archived: true },
				going: { marked_for_deletion_on: today() },
				gone: { marked_for_deletion_on: today(-1) },
				leaving: { marked_for_deletion_on: today(1) },
				"plain/low": {},
				"kept/low": {},
				"going/low": {},
			});
			const right = (paths: readonly string[]) => paths.filter((path) => !path.includes("/"));
			for (const caller of [t.as("administrator"), t.as("guest"), t.anonymous]) {
				const isShown = caller.actor === "anonymous" || (await list(caller, {}, top)).ok.items.length > 0;
				t.assume("members of the group should get the groups below it by default, and administrators all groups", isShown);
				const usual = { order_by: "id", ...(isShown ? {} : all) };
				const ids = async (query: Params) =>
					(await list(caller, { ...usual, ...query }, top)).ok.pluck("full_path").map((path) => String(path).slice(top.length + 1));
				t.same("the active groups right below", right(await ids({ active: true })), ["plain"]);
				t.holds(
					"no group below an archived or leaving group is listed",
					(await ids({ active: true })).every((path) => path.startsWith("plain")),
				);
				t.same("the groups right below", right(await ids({})), ["plain", "kept", "going", "gone", "leaving"]);
			}
		},
	),
];

/** The order of the two lists. */
export const belowOrder: readonly Rule[] = [
	reading.assumed("GROUP-406", "Subgroups that are equal in the sort order come by id ascending, for both values of sort.", "listSubgroups", async (t) => {
		const name = t.unique("same");
		const { full_path: id } = await newGroup(t);
		const made = await groupsBelow(t, id, { c: { name }, a: { name }, b: { name } });
		for (const sort of ["asc", "desc"]) await hasIds(t, `the order of sort=${sort}`, idsOf(made), t.as("owner").list("listSubgroups", { id, sort }));
	}),
];
