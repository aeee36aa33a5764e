import type { Params } from "../../rule/address";
import type { Answer, Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, type RuleOptions, rule } from "../../rule/rule";
import { HeldGroup } from "./held-group";
import { pagesAsUsual } from "./pages";
import { unknownGroup } from "./refusals";

/**
 * A new administrator: so few requests a minute are answered to one user here that each check asks as a user of its
 * own where it does not matter who asks.
 */
async function fresh(t: Context): Promise<Caller> {
	return t.as("administrator").sudo((await t.given.user({ admin: true })).number("id"));
}

/** A group that is invited into the scene's group. */
async function guestOf(t: Context): Promise<number> {
	const response = await t.as("administrator").call("getGroup", { id: t.scene("group"), with_projects: false });
	const { shared_with_groups } = response.is(200).fields;
	const [first] = Array.isArray(shared_with_groups) ? shared_with_groups : [];
	return typeof first?.group_id === "number" ? first.group_id : t.skip("no group is invited into the scene's group");
}

const writes = { effect: "writes" } as const satisfies RuleOptions;

/** A check on the groups that one is invited into; `list` asks for them as a new administrator unless told otherwise. */
const shared = (claim: string, run: (t: Context, list: (query?: Params, caller?: Caller) => Promise<Answer>) => Promise<void>): Rule =>
	byClaim(
		claim,
		async (t) => {
			const [root, id] = [await fresh(t), await guestOf(t)];
			await run(t, (query = {}, caller = root) => caller.call("listGroupSharedGroups", { id, per_page: 100, ...query }));
		},
		writes,
	);

/** A record of the list that is of a visibility, and one that is not. */
function apart(t: Context, all: Answer, visibility: string): void {
	for (const is of [true, false])
		if (!all.is(200).items.some((one) => (one.visibility === visibility) === is))
			t.skip(`the group is ${is ? "invited into no" : "invited only into"} ${visibility} groups`);
}

const names = (answer: Answer) => answer.pluck("name").map(String);
const sorted = (texts: readonly string[]) => [...texts].sort();

/** A list with several records, or no check. */
function several(t: Context, answer: Answer): Answer {
	if (answer.is(200).items.length < 2) t.skip("the list needs two groups");
	return answer;
}

/** Groups that a group is invited into. */
export const sharedGroups: readonly Rule[] = [
	rule(
		"GROUP-443",
		"Given A was invited into B: GET for A lists B; GET for B does not list A.",
		"listGroupSharedGroups",
		async (t) => {
			const root = await fresh(t);
			const [guest, host] = [await guestOf(t), await HeldGroup.of(t, "group")];
			const response = (await root.call("listGroupSharedGroups", { id: guest, per_page: 100 })).is(200);
			t.holds("the guest's list should have the group", response.ids.includes(host.id), response);
			const other = (await root.call("listGroupSharedGroups", { id: host.id, per_page: 100 })).is(200);
			t.holds("the group's list should not have its guest", !other.ids.includes(guest), other);
		},
		writes,
	),
	shared("GROUP-444", async (t, list) => {
		apart(t, await list(), "public");
		(await list({}, t.anonymous)).is(200).every("public", (one) => one.visibility === "public");
		const hidden = await t.anonymous.call("listGroupSharedGroups", { id: t.scene("private_group") });
		hidden.refuses(404, unknownGroup);
	}),
	shared("GROUP-445", async (t, list) => {
		apart(t, await list(), "private");
		(await list({}, t.as("outsider"))).is(200).every("not private", (one) => one.visibility !== "private");
	}),
	shared("GROUP-447", async (t, list) => {
		const all = several(t, await list()).ids;
		const response = await list({ skip_groups: [all[0]] });
		t.same("the groups", response.is(200).ids, all.slice(1), response);
	}),
	shared("GROUP-449", async (t, list) => {
		const all = several(t, await list());
		const group = await HeldGroup.at(t, all.ids[0] ?? 0);
		const [name, path] = [t.unique("orchard"), t.unique("meadow")];
		await group.change({ name, path }, t.as("administrator"));
		for (const search of [name, path]) {
			const response = await list({ search });
			t.same(`the groups of search=${search}`, response.is(200).ids, [group.id], response);
		}
	}),
	shared("GROUP-451", async (t, list) => {
		const response = several(t, await list());
		t.same("the names", names(response), sorted(names(response)), response);
		const down = await list({ sort: "desc" });
		t.same("the names of sort=desc", names(down.is(200)), sorted(names(response)).reverse(), down);
	}),
	shared("GROUP-452", async (t, list) => {
		for (const order_by of ["path", "id"]) {
			const response = several(t, await list({ order_by }));
			const values = response.pluck(order_by);
			const compare = (a: unknown, b: unknown) => (typeof a === "number" ? a - Number(b) : String(a) < String(b) ? -1 : 1);
			t.same(`the order by ${order_by}`, values, [...values].sort(compare), response);
			const down = await list({ order_by, sort: "desc" });
			t.same("its reverse", down.is(200).pluck(order_by), [...values].reverse(), down);
		}
	}),
	shared("GROUP-453", async (t, list) => {
		const named = several(t, await list());
		const plain = await list({ order_by: "similarity" });
		t.same("the order without a search", plain.is(200).ids, named.ids, plain);
		const [best, other] = [await HeldGroup.at(t, named.ids[1] ?? 0), await HeldGroup.at(t, named.ids[0] ?? 0)];
		const word = t.unique("word");
		await best.change({ path: word }, t.as("administrator"));
		await other.change({ name: word }, t.as("administrator"));
		const response = await list({ order_by: "similarity", search: word });
		t.same("the order with a search", response.is(200).ids, [best.id, other.id], response);
	}),
	...(
		[
			["GROUP-455", "public"],
			["GROUP-456", "internal"],
			["GROUP-457", "private"],
		] as const
	).map(([claim, visibility]) =>
		shared(claim, async (t, list) => {
			apart(t, await list(), visibility);
			(await list({ visibility })).is(200).every(visibility, (one) => one.visibility === visibility);
		}),
	),
	shared("GROUP-458", async (_, list) => {
		(await list({ visibility: "something" })).refuses(400, { error: "visibility does not have a valid value" });
	}),
	shared("GROUP-460", async (t, list) => {
		const has = async (who: "reporter" | "guest", query: Params) => {
			const response = (await list(query, t.as(who))).is(200);
			return response.pluck("full_path").includes(t.scene("group"));
		};
		t.holds("the reporter's group should be listed", await has("reporter", { min_access_level: 20 }));
		t.holds("the guest should see the group", await has("guest", {}));
		t.holds("the guest's group should not be listed", !(await has("guest", { min_access_level: 20 })));
	}),
	shared("GROUP-462", async (t, list) => {
		const has = (one: Fields) => Object.hasOwn(one, "custom_attributes");
		(await list({ with_custom_attributes: true })).is(200).every("one with custom_attributes", has);
		const others = (await list({ with_custom_attributes: true }, t.as("maintainer"))).is(200);
		others.every("one without custom_attributes", (one) => !has(one));
	}),
	shared("GROUP-463", async (t, list) => {
		await pagesAsUsual(t, (query = {}) => list({ per_page: undefined, ...query }));
	}),
];

/** A check on the groups that are invited into the scene's subgroup, and thereby into the group above it. */
const invited = (claim: string, run: (t: Context, list: (query?: Params, caller?: Caller) => Promise<Answer>) => Promise<void>): Rule =>
	byClaim(
		claim,
		async (t) => {
			const [root, id] = [await fresh(t), t.scene("subgroup")];
			await run(t, (query = {}, caller = root) => caller.call("listInvitedGroups", { id, per_page: 100, ...query }));
		},
		writes,
	);

/** The groups that are invited into the subgroup itself, and into the group above, as the groups' own records tell. */
async function invitations(t: Context): Promise<{ direct: number[]; inherited: number[] }> {
	const of = async (field: "group" | "subgroup"): Promise<number[]> => {
		const response = await t.as("administrator").call("getGroup", { id: t.scene(field), with_projects: false });
		const { shared_with_groups } = response.is(200).fields;
		const entries: unknown[] = Array.isArray(shared_with_groups) ? shared_with_groups : [];
		if (entries.length === 0) t.skip(`no group is invited into the scene's ${field}`);
		return entries.map((one) => Number(Object(one).group_id));
	};
	return { direct: await of("subgroup"), inherited: await of("group") };
}

const sortedIds = (ids: Iterable<number>) => [...ids].sort((a, b) => b - a);

/** Groups that are invited into a group. */
export const invitedGroups: readonly Rule[] = [
	rule(
		"GROUP-465",
		"Given A was invited into B: GET for B lists A; GET for A does not list B.",
		"listInvitedGroups",
		async (t) => {
			const root = await fresh(t);
			const [guest, host] = [await guestOf(t), await HeldGroup.of(t, "group")];
			const response = (await root.call("listInvitedGroups", { id: host.id, per_page: 100 })).is(200);
			t.holds("the group's list should have its guest", response.ids.includes(guest), response);
			const other = (await root.call("listInvitedGroups", { id: guest, per_page: 100 })).is(200);
			t.holds("the guest's list should not have the group", !other.ids.includes(host.id), other);
		},
		writes,
	),
	invited("GROUP-466", async (t, list) => {
		apart(t, await list(), "public");
		(await list({}, t.anonymous)).is(200).every("public", (one) => one.visibility === "public");
		(await t.anonymous.call("listInvitedGroups", { id: t.scene("private_group") })).refuses(404, unknownGroup);
	}),
	invited("GROUP-467", async (t, list) => {
		apart(t, await list(), "private");
		(await list({}, t.as("outsider"))).is(200).every("not private", (one) => one.visibility !== "private");
	}),
	invited("GROUP-469", async (t, list) => {
		const all = several(t, await list());
		const group = await HeldGroup.at(t, all.ids[0] ?? 0);
		const [name, path] = [t.unique("orchard"), t.unique("meadow")];
		await group.change({ name, path }, t.as("administrator"));
		for (const search of [name, path]) {
			const response = await list({ search });
			t.same(`the groups of search=${search}`, response.is(200).ids, [group.id], response);
		}
	}),
	invited("GROUP-470", async (t, list) => {
		const all = (await list()).is(200);
		const owner = t.as("owner");
		const roles = await owner.call("listGroups", { min_access_level: 20, per_page: 100 });
		const reached = all.ids.filter((id) => roles.is(200).ids.includes(id));
		if (reached.length === 0 || reached.length === all.ids.length) t.skip("the owner needs to be Reporter of some of the invited groups, and not of all");
		const response = await list({ min_access_level: 20 }, owner);
		t.same("the groups", sortedIds(response.is(200).ids), sortedIds(reached), response);
	}),
	invited("GROUP-472", async (t, list) => {
		const { direct, inherited } = await invitations(t);
		const response = (await list({ relation: ["direct"] })).is(200);
		t.same("the groups", sortedIds(response.ids), sortedIds(direct), response);
		const above = inherited.filter((id) => !direct.includes(id));
		if (above.length === 0) t.skip("every group that is invited above is invited into the subgroup as well");
	}),
	invited("GROUP-473", async (t, list) => {
		const { inherited } = await invitations(t);
		const response = (await list({ relation: ["inherited"] })).is(200);
		t.same("the groups", sortedIds(response.ids), sortedIds(inherited), response);
	}),
	invited("GROUP-474", async (t, list) => {
		const { direct, inherited } = await invitations(t);
		const all = sortedIds(new Set([...direct, ...inherited]));
		for (const query of [{}, { relation: ["direct", "inherited"] }]) {
			const response = await list(query);
			t.same("the groups", sortedIds(response.is(200).ids), all, response);
		}
	}),
	assumed(
		"GROUP-475",
		"A group invited both directly and into an ancestor appears once.",
		"listInvitedGroups",
		async (t) => {
			const root = await fresh(t);
			const list = async (relation?: string[]) => (await root.call("listInvitedGroups", { id: t.scene("leaf_group"), relation, per_page: 100 })).is(200);
			const [direct, inherited] = [(await list(["direct"])).ids, (await list(["inherited"])).ids];
			const [twice] = direct.filter((id) => inherited.includes(id));
			if (twice === undefined) return t.skip("no group is invited into the leaf and into the group above it");
			const response = await list();
			t.same("how often it is listed", response.ids.filter((id) => id === twice).length, 1, response);
		},
		writes,
	),
	invited("GROUP-476", async (t, list) => {
		const { direct, inherited } = await invitations(t);
		const one = await list({ "relation[]": "direct" });
		t.same("the groups of relation[]=direct", sortedIds(one.is(200).ids), sortedIds(direct), one);
		const two = await list({ relation: "direct,inherited" });
		const all = sortedIds(new Set([...direct, ...inherited]));
		t.same("the groups of relation=direct,inherited", sortedIds(two.is(200).ids), all, two);
	}),
	invited("GROUP-477", async (_, list) => {
		(await list({ relation: ["some random"] })).refuses(400, { error: "relation does not have a valid value" });
	}),
	invited("GROUP-479", async (t, list) => {
		const has = (one: Fields) => Object.hasOwn(one, "custom_attributes");
		(await list({ with_custom_attributes: true })).is(200).every("one with custom_attributes", has);
		const others = (await list({ with_custom_attributes: true }, t.as("maintainer"))).is(200);
		others.every("one without custom_attributes", (one) => !has(one));
	}),
	invited("GROUP-480", async (t, list) => {
		const response = several(t, await list());
		t.same("the ids", response.ids, sortedIds(response.ids), response);
	}),
	invited("GROUP-481", async (t, list) => {
		await pagesAsUsual(t, (query = {}) => list({ per_page: undefined, ...query }));
	}),
];
