import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import { newUser } from "../../rule/callers";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import type { Rule, rule } from "../../rule/rule";
import { ChangedGroup } from "./changed-group";
import { join, newcomer, newGroup, notInList, unknownGroup, visibilities, writing } from "./lab";
import { hasIds, idsOf, type List } from "./lists";

const operations = { shared: "listGroupSharedGroups", invited: "listInvitedGroups" } as const;
type Kind = keyof typeof operations;

/** A new administrator: one user may send so few requests a minute to these operations that each rule needs its own user. */
const newAdministrator = async (t: Context): Promise<Caller> => (await newcomer(t, { admin: true })).caller;

/** The groups that are invited into the group itself, according to its own record. */
async function guestsOf(t: Context, id: string | number): Promise<number[]> {
	const { shared_with_groups } = (await t.as("administrator").call("getGroup", { id, with_projects: false })).ok.fields;
	return Array.isArray(shared_with_groups) ? shared_with_groups.map((one) => Number(Object(one).group_id)) : [];
}

/** A group that is invited into the scene's group. */
const guestOf = async (t: Context): Promise<number> => (await guestsOf(t, t.scene("group")))[0] ?? t.skip("no group is invited into the scene's group");

/** Invites one group into another, or into a project; needs the control API. */
const invite = (t: Context, group: string, into: string, expires_at: string | null = null) =>
	t.given.record("shares", { group, into, role: "developer", expires_at });

/** Fields of groups whose order by name is the opposite of that by id. */
const named = (t: Context): Fields[] => [...visibilities, "public"].map((visibility, index) => ({ visibility, name: `${9 - index} ${t.unique("name")}` }));

/**
 * A list of one kind whose groups differ. On the control bench, it is the list of a new group, with a new listed group for each of the given fields.
 * Elsewhere, it has the groups that a guest of the scene's group is invited into, or those that are invited into the scene's subgroup.
 */
async function arranged(t: Context, kind: Kind, others: readonly Fields[] = named(t)) {
	const root = await newAdministrator(t);
	const made: (Fields & { id: number })[] = [];
	let id: string | number = t.scene("subgroup");
	if (t.given.hasControl) {
		const top = (await newGroup(t)).full_path;
		const full_path = kind === "shared" ? String((await t.given.record("groups", { full_path: `${top}/${t.unique("below")}` })).full_path) : top;
		id = full_path;
		for (const fields of others) made.push(await t.given.record("groups", { full_path: t.unique("other"), ...fields }));
		for (const one of made) await (kind === "shared" ? invite(t, full_path, String(one.full_path)) : invite(t, String(one.full_path), full_path));
	} else if (kind === "shared") id = await guestOf(t);
	const list: List = (query = {}, caller = root) => caller.list(operations[kind], { id, ...query });
	const several = async () => {
		const response = (await list()).ok;
		return response.items.length > 1 ? response : t.skip("the list needs two groups");
	};
	return { id, list, several, made, root };
}
type Arranged = Awaited<ReturnType<typeof arranged>>;

/** A rule for each of the two lists, first that of the groups that a group is invited into. */
const both = (kind: typeof rule, claims: readonly [string, string], sentence: string, run: (t: Context, lab: Arranged, which: Kind) => Promise<void>): Rule[] =>
	(["shared", "invited"] as const).map((which, index) =>
		kind(
			claims[index] ?? "",
			`Groups that ${which === "shared" ? "a group is invited into" : "are invited into a group"}: ${sentence}`,
			operations[which],
			async (t) => run(t, await arranged(t, which), which),
		),
	);

/** Follows the lists from group to group. Each listed invitation must also be in the record of the group that it leads into. */
async function agreeWithRecords(t: Context, which: Kind, from: readonly number[], root: Caller): Promise<void> {
	const found = new Set(from);
	for (const id of found) {
		const listed = (await root.list(operations[which], { id, ...(which === "invited" && { relation: ["direct"] }) })).ok;
		for (const other of listed.ids.slice(0, 12)) {
			const [guest, host] = which === "shared" ? [id, other] : [other, id];
			t.holds(`group ${guest} is invited into group ${host}`, (await guestsOf(t, host)).includes(guest), listed);
			if (found.size < 12) found.add(other);
		}
	}
}

/** The body of a rule about which of two groups lists the other. */
const direction =
	(which: Kind): Rule["run"] =>
	async (t) => {
		const [guest, host, root] = [await guestOf(t), await ChangedGroup.of(t, "group"), await newAdministrator(t)];
		const [has, other] = which === "shared" ? [guest, host.id] : [host.id, guest];
		const response = (await root.list(operations[which], { id: has })).ok;
		t.holds("the other group is listed", response.ids.includes(other), response);
		const back = (await root.list(operations[which], { id: other })).ok;
		t.holds("the group itself is not listed by the other", !back.ids.includes(has), back);
		await agreeWithRecords(t, which, [has, other], root);
		if (!t.given.hasControl) return;
		const { list, made } = await arranged(t, which);
		t.same("the groups", new Set((await list()).ok.ids), new Set(made.map(({ id }) => id)));
		for (const { id } of made) await hasIds(t, "the groups that the other group lists", [], root.call(operations[which], { id }));
		// An invitation that has expired does not count, and one into a project is not one into a group.
		const [one, past, project] = [await newGroup(t), await newGroup(t), await t.given.record("projects", { full_path: `${t.unique("place")}/work` })];
		await invite(t, one.full_path, past.full_path, "2001-01-01");
		await invite(t, one.full_path, String(project.full_path));
		for (const { id } of [one, past]) await hasIds(t, "the groups after an invitation", [], root.call(operations[which], { id }));
	};

/** A listed group whose path a rule may change. It does not contain the scene's project, which other rules find by its path. */
async function movable(t: Context, { items }: ApiResponse): Promise<ChangedGroup> {
	const [one] = items.filter(({ full_path }) => !t.scene("project").startsWith(`${full_path}/`));
	return one ? await ChangedGroup.at(t, Number(one.id)) : t.skip("every group of the list contains the scene's project");
}

/** The groups that a group is invited into, and those that are invited into it. */
export const invitations: readonly Rule[] = [
	writing.rule(
		"GROUP-443",
		"If group A is invited into group B, A's list of the groups that it is invited into has B, and the same list of B does not have A.",
		"listGroupSharedGroups",
		direction("shared"),
	),
	writing.rule(
		"GROUP-465",
		"If group A is invited into group B, B's list of the groups that are invited into it has A, and the same list of A does not have B.",
		"listInvitedGroups",
		direction("invited"),
	),
	...both(
		writing.assumed,
		["GROUP-444", "GROUP-466"],
		"anonymous callers get only the public ones. For a private group, they get 404.",
		async (t, { list }, which) => {
			const everything = (await list()).ok.items;
			const open = everything.filter((one) => one.visibility === "public").map((one) => one.id);
			if (open.length === 0 || open.length === everything.length) t.skip("the list needs public groups, and others");
			await hasIds(t, "the groups without credentials", open, list({}, t.anonymous));
			(await t.anonymous.call(operations[which], { id: t.scene("private_group") })).refuses(404, unknownGroup);
		},
	),
	...both(writing.assumed, ["GROUP-445", "GROUP-467"], "the list has only groups that the caller may read.", async (t, { list, made }) => {
		const everything = (await list()).ok.items;
		const open = everything.filter((one) => one.visibility !== "private").map((one) => one.id);
		if (open.length === 0 || open.length === everything.length) t.skip("the list needs private groups, and others");
		const { caller, username } = await newcomer(t);
		await hasIds(t, "the groups for a user who is not a member", open, list({}, caller));
		const shut = made.find((one) => one.visibility === "private");
		if (!shut) return;
		await join(t, username, { group: shut.full_path }, "guest");
		await hasIds(t, "the groups for a member", idsOf(everything), list({}, caller));
	}),
	writing.assumed(
		"GROUP-453",
		"Groups that a group is invited into: with a search, order_by=similarity puts the best match first; without one, it keeps the default order.",
		"listGroupSharedGroups",
		async (t) => {
			const { list, several } = await arranged(t, "shared");
			const named = await several();
			await hasIds(t, "the order without a search", named.ids, list({ order_by: "similarity" }));
			const best = await movable(t, named);
			const other = await ChangedGroup.at(t, named.ids.find((id) => id !== best.id) ?? 0);
			const word = t.unique("word");
			await best.change({ path: word }, t.as("administrator"));
			await other.change({ name: word }, t.as("administrator"));
			for (const sort of ["asc", "desc"]) await hasIds(t, "the order with a search", [best.id, other.id], list({ order_by: "similarity", search: word, sort }));
		},
	),
	...both(
		writing.rule,
		["GROUP-449", "GROUP-469"],
		"search finds a group by its path and by part of its name, in upper or lower case.",
		async (t, { list, several }) => {
			const one = await movable(t, await several());
			const [name, path] = [t.unique("Named"), t.unique("path")];
			await one.change({ name, path }, t.as("administrator"));
			for (const search of [name, name.slice(1), path]) await hasIds(t, `the groups of search=${search}`, [one.id], list({ search }));
			for (const search of [name.toUpperCase(), name.toLowerCase(), path.toUpperCase()]) {
				const response = await list({ search });
				t.assume(`${search} should find the group in any case`, response.status === 200 && response.ids.includes(one.id), response);
			}
		},
	),
	...both(
		writing.rule,
		["GROUP-460, GROUP-455..457", "GROUP-470"],
		"min_access_level returns only groups in which the caller has that role or a higher one.",
		async (t, { list, made }, which) => {
			const callers = [t.as("reporter"), t.as("guest"), t.as("owner")];
			if (t.given.hasControl) {
				// Only the list of groups that a group is invited into filters by visibility.
				const filters = which === "shared" ? visibilities : [];
				const { caller, username } = await newcomer(t);
				for (const [index, role] of ["guest", "reporter", "planner"].entries()) await join(t, username, { group: made[index]?.full_path }, role);
				// A membership that has expired does not count.
				await join(t, username, { group: made[3]?.full_path, expires_at: "2001-01-01" }, "owner");
				const sorts = which === "shared" ? (["asc", "desc"] as const) : [];
				for (const sort of sorts) {
					const ids = idsOf(made.slice(0, 3).toSorted((a, b) => (sort === "asc" ? a.id - b.id : b.id - a.id)));
					await hasIds(t, `the groups by id, ${sort}`, ids, list({ min_access_level: 10, order_by: "id", sort }, caller));
				}
				callers.push(caller);
				for (const [min_access_level, expected] of [
					[10, [0, 1, 2]],
					[15, [1, 2]],
					[20, [1]],
					[30, []],
				] as const)
					for (const visibility of [undefined, ...filters]) {
						const left = expected.flatMap((index) => made.slice(index, index + 1)).filter((one) => visibility === undefined || one.visibility === visibility);
						const response = (await list({ min_access_level, visibility, ...(which === "invited" && { relation: ["direct"] }) }, caller)).ok;
						t.same(`the groups of ${min_access_level}, ${visibility ?? "any"}`, new Set(response.ids), new Set(idsOf(left)), response);
					}
				const open = idsOf((await list()).ok.items.filter((one) => one.visibility === "public"));
				await hasIds(t, "the groups without credentials", open, list({ min_access_level: 20 }, t.anonymous));
				for (const visibility of filters)
					await hasIds(t, `the ${visibility} groups without credentials`, visibility === "public" ? open : [], list({ visibility }, t.anonymous));
			}
			let isNarrowed = t.given.hasControl;
			for (const caller of callers) {
				const reached = new Set((await caller.list("listGroups", { min_access_level: 20 })).ok.ids);
				const seen = (await list({}, caller)).ok.ids;
				const expected = seen.filter((id) => reached.has(id));
				isNarrowed ||= expected.length !== seen.length;
				await hasIds(t, "the groups", expected, list({ min_access_level: 20 }, caller));
			}
			if (!isNarrowed) t.skip("the list needs a caller who is Reporter of some of its groups, but not of all");
		},
	),
];

const descending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => b - a);

/** Groups that are invited into a group, into the one above it, or into both. */
async function related(t: Context, isDeep = false) {
	const root = await newAdministrator(t);
	let id = t.scene("subgroup");
	if (isDeep) id = String((await root.call("listSubgroups", { id, per_page: 1 })).ok.items[0]?.full_path ?? id);
	if (t.given.hasControl) {
		const { full_path } = await newGroup(t);
		id = `${full_path}/low/lowest`;
		await t.given.record("groups", { full_path: id });
		const targets = { near: [id], far: [full_path], middle: [`${full_path}/low`], twice: [full_path, id], often: [full_path, `${full_path}/low`, id] };
		for (const into of Object.values(targets)) {
			const { full_path: guest } = await newGroup(t);
			for (const target of into) await invite(t, guest, target);
		}
		await invite(t, (await newGroup(t)).full_path, full_path, "2001-01-01");
	}
	const entries = (path: string): Promise<number[]> => guestsOf(t, path);
	const direct = await entries(id);
	const inherited: number[] = [];
	for (let path = id; path.includes("/"); ) {
		path = path.slice(0, path.lastIndexOf("/"));
		inherited.push(...(await entries(path)));
	}
	if ((direct.length === 0 && !isDeep) || inherited.length === 0) t.skip("no group is invited into the scene's subgroup, or none into the group above it");
	const stranger = await newUser(t);
	// It is assumed that the list has both kinds without relation.
	const open: number[] = [];
	const known = (await root.list("listInvitedGroups", { id, relation: ["direct", "inherited"] })).is(200).items;
	for (const query of [{}, { relation: ["direct", "inherited"] }]) open.push(...(await stranger.list("listInvitedGroups", { id, ...query })).is(200).ids);
	const has = async (query: Params, expected: readonly number[]) => {
		const theirs = (await stranger.list("listInvitedGroups", { id, ...query })).is(200);
		t.same(
			`the groups of ${JSON.stringify(query)} for a user who is not a member`,
			new Set(theirs.ids),
			new Set(expected.filter((one) => open.includes(one))),
			theirs,
		);
		const response = (await root.list("listInvitedGroups", { id, ...query })).is(200);
		const falling = response.ids.toSorted((a, b) => b - a);
		t.same(`the groups of ${JSON.stringify(query)}`, falling, descending(expected), response);
		t.assume("the highest id should be first", falling.join() === response.ids.join(), response);
		// A search does not widen the relation, nor the other way around.
		for (const one of new Set([known.find(({ id }) => expected.includes(Number(id))), known.find(({ id }) => !expected.includes(Number(id)))])) {
			if (!one) continue;
			const search = String(one.path);
			const found = (await root.list("listInvitedGroups", { id, ...query, search })).is(200);
			const matching = known.filter(({ path, name }) => [path, name].some((text) => String(text).toLowerCase().includes(search)));
			t.same(
				`the groups of ${JSON.stringify({ ...query, search })}`,
				descending(found.ids),
				descending(
					idsOf(matching)
						.map(Number)
						.filter((one) => expected.includes(one)),
				),
				found,
			);
		}
	};
	return { root, has, entries, direct, inherited };
}

/** The parameter relation. */
export const relations: readonly Rule[] = [
	writing.rule("GROUP-472", "relation=direct returns only the groups that are invited into the group itself.", "listInvitedGroups", async (t) => {
		const { root, has, entries, direct, inherited } = await related(t);
		if (inherited.every((id) => direct.includes(id))) t.skip("every group that is invited above is also invited into the subgroup");
		await has({ relation: ["direct"] }, direct);
		for (const field of ["group", "leaf_group"] as const) {
			const response = (await root.list("listInvitedGroups", { id: t.scene(field), relation: ["direct"] })).is(200);
			t.same(`the groups invited into the ${field}`, descending(response.ids), descending(await entries(t.scene(field))), response);
		}
	}),
	writing.rule(
		"GROUP-473",
		"relation=inherited returns only the groups that are invited into a group above. With both values, it also returns the groups that are invited directly.",
		"listInvitedGroups",
		async (t) => {
			const root = await newAdministrator(t);
			for (const id of [t.scene("group"), ...(await guestsOf(t, t.scene("group"))).slice(0, 3)]) {
				const { parent_id } = (await t.as("administrator").call("getGroup", { id, with_projects: false })).ok.fields;
				if (parent_id !== null) continue;
				await hasIds(t, "the groups invited above a top-level group", [], root.call("listInvitedGroups", { id, relation: ["inherited"] }));
			}
			for (const isDeep of [false, true]) {
				const { has, direct, inherited } = await related(t, isDeep);
				await has({ relation: ["inherited"] }, inherited);
				for (const relation of [
					["direct", "inherited"],
					["inherited", "direct"],
				])
					await has({ relation }, [...direct, ...inherited]);
			}
		},
	),
	writing.assumed(
		"GROUP-474, GROUP-475, GROUP-480",
		"Without relation, or with both values, direct and inherited groups are listed once each, sorted by id descending.",
		"listInvitedGroups",
		async (t) => {
			const { has, direct, inherited } = await related(t);
			await has({}, [...direct, ...inherited]);
			const root = await newAdministrator(t);
			const ids = async (relation?: string[]) => (await root.list("listInvitedGroups", { id: t.scene("leaf_group"), relation })).ok.ids;
			const [near, far] = [await ids(["direct"]), await ids(["inherited"])];
			for (const both of [undefined, ["direct", "inherited"], ["inherited", "direct"]])
				t.same(`the groups of the leaf with ${both?.join(", ")}`, await ids(both), descending([...near, ...far]));
			if (!near.some((id) => far.includes(id))) t.skip("no group is invited into the leaf and into the group above it");
		},
	),
	writing.assumed("GROUP-476", "relation accepts a list, one value, or values separated by commas.", "listInvitedGroups", async (t) => {
		const { has, direct, inherited } = await related(t);
		for (const query of [{ "relation[]": "direct" }, { relation: "direct" }]) await has(query, direct);
		await has({ relation: "direct,inherited" }, [...direct, ...inherited]);
	}),
	writing.assumed("GROUP-477", "relation accepts only direct and inherited; other values are refused with 400.", "listInvitedGroups", async (t) => {
		const { list } = await arranged(t, "invited");
		for (const relation of [["some random"], ["direct", "other"]]) (await list({ relation })).refuses(400, notInList("relation"));
	}),
];
