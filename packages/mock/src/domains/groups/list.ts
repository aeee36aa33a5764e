import { Sight } from "../../request/access/sight";
import type { Context } from "../../request/context";
import type { ParamsOf } from "../../request/operation";
import type { KeysetRows } from "../../request/pages/keyset";
import { every, filtered, fromArray, fromView, type Rows } from "../../request/pages/page";
import { seenRows } from "../../request/pages/seen-rows";
import { accessLevels } from "../../state/levels";
import { merged } from "../../state/merged-list";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { Group } from "../../state/records";
import { type Ordered, SortedList } from "../../state/sorted-list";
import { belowKey, type State } from "../../state/state";
import { comparing, type Key, type View } from "../../state/table";
import { inOrder, type Together } from "./invitations";
import { matching, similarity } from "./search";

/** The parameters of the group lists. Each list declares which of them it accepts. */
export type GroupFilters = Partial<ParamsOf<"listGroups">>;

type Test = (group: Group) => boolean;
type GroupView = View<Group, "parent" | "below" | "all">;
type Orders = { readonly [key in "name" | "path" | "id"]: { readonly asc: GroupView; readonly desc: GroupView } };

/** Returns the three orders, each in both directions. Ties are always sorted by ascending ID. */
function orders(rows: Pick<GroupView, "group" | "where">): Orders {
	const both = (by: GroupView["by"]) => ({ asc: { ...rows, by }, desc: { ...rows, by, descending: true } });
	return { name: both((row) => row.name), path: both((row) => row.path), id: both((row) => row.id) };
}
const where = (row: Group): boolean => row.visibility === "public";
const views = {
	all: { any: orders({ group: "all" }), public: orders({ group: "all", where }) },
	children: { any: orders({ group: "parent" }), public: orders({ group: "parent", where }) },
	below: { any: orders({ group: "below" }), public: orders({ group: "below", where }) },
};

/** Returns the view that the parameters request. Without a search, `similarity` means the order by name. */
const viewOf = (from: Orders, { order_by, sort }: GroupFilters): GroupView =>
	from[order_by === undefined || order_by === "similarity" ? "name" : order_by][sort ?? "asc"];

/** Whether the parameters request the best match first. */
const isRanked = ({ order_by, search }: GroupFilters): boolean =>
	order_by === "similarity" && matching(search) !== undefined;

/** Sorts the best match first; the path outweighs the name. Ties: top level, then descending parent ID and ID. */
function ranked(groups: readonly Group[], search = ""): Group[] {
	const score = new Map(
		groups.map((group) => [group, similarity(group.path, search) + 0.7 * similarity(group.name, search)]),
	);
	const above = (group: Group): number => group.parent_id ?? Number.POSITIVE_INFINITY;
	const lower = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1);
	return [...groups].sort(
		(a, b) => lower(score.get(a) ?? 0, score.get(b) ?? 0) || lower(above(a), above(b)) || b.id - a.id,
	);
}

/** Returns the groups that pass the tests, in the requested order. The input can be in any order. */
function fromGroups(groups: Iterable<Group>, params: GroupFilters, tests: readonly Test[]): Rows<Group> {
	const passing = [...groups].filter((group) => tests.every((test) => test(group)));
	if (isRanked(params)) return fromArray(ranked(passing, params.search));
	return fromArray(passing.sort(comparing(viewOf(views.all.any, params))));
}

/** Returns the groups that pass the tests, in the requested order. The input is in the order of the view. */
function passing(all: Rows<Group>, params: GroupFilters, tests: readonly Test[]): Rows<Group> {
	if (isRanked(params)) return fromGroups(all.slice(0, all.size), params, tests);
	return tests.length === 0 ? all : filtered(all, every(tests));
}

/** Returns the groups of a maintained order that the caller sees. */
function seenOf(list: Ordered<Group>, context: Context): Rows<Group> {
	const sight = new Sight(context.actor, context.state);
	return seenRows(list, false, (group) => sight.seesGroup(group), context);
}

/** Whether a test passes for the group or for one of its ancestors. */
function along(group: Group, state: State, holds: Test): boolean {
	for (const one of state.ancestry(group.id)) if (holds(one)) return true;
	return false;
}

/** The part of the hierarchy that a list covers: all groups, the children of a group, or all its descendants. */
type Region = { readonly kind: "all" } | { readonly kind: "children" | "below"; readonly group: Group };

const keyOf = (region: Region): Key =>
	region.kind === "all" ? 0 : region.kind === "children" ? region.group.id : belowKey(region.group);

function isIn(region: Region, group: Group): boolean {
	if (region.kind === "all") return true;
	if (region.kind === "children") return group.parent_id === region.group.id;
	return group.full_path.toLowerCase().startsWith(`${belowKey(region.group)}/`);
}

/**
 * Returns the groups of a region that the caller is a member of, and the ancestors of these groups. A role applies to
 * all descendants, so this merges the maintained orders below the caller's topmost groups with these groups and their
 * ancestors.
 */
function joined(
	region: Region,
	params: GroupFilters,
	own: readonly RowTest<Group>[],
	{ actor, state }: Context,
): Ordered<Group> {
	const granted = actor.grantedRoles();
	const isGranted = ({ id }: Group): boolean => granted.has(id);
	const standing = (of: Region): SortedList<Group> =>
		state.groups.ordered(narrowed(viewOf(views[of.kind].any, params), own), keyOf(of));
	if (region.kind !== "all" && along(region.group, state, isGranted)) return standing(region);
	const tops: Group[] = [];
	const above = new Set<Group>();
	for (const id of granted.keys()) {
		const [group, ...outer] = state.ancestry(id);
		if (!group || outer.some(isGranted)) continue;
		tops.push(group);
		for (const one of [group, ...outer]) above.add(one);
	}
	const below = region.kind === "children" ? [] : tops.filter((top) => isIn(region, top));
	const compare = comparing(viewOf(views.all.any, params));
	const beside = new SortedList(
		compare,
		[...above].filter((group) => isIn(region, group) && own.every((test) => test.pass(group))),
	);
	return merged(compare, [beside, ...below.map((group) => standing({ kind: "below", group }))]);
}

/** Returns the IDs whose role is at least the level. */
function reaching(roles: ReadonlyMap<number, number>, level: number): Set<number> {
	return new Set([...roles].filter(([, role]) => role >= level).map(([id]) => id));
}

/**
 * The groups that a caller is shown: "all", "public", those that the caller sees, those that the caller joined, or a
 * set of IDs. `owned` and `min_access_level` take precedence over `all_available`.
 */
type Scope = "all" | "public" | "seen" | "joined" | ReadonlySet<number>;

function scopeOf({ owned, min_access_level, all_available }: GroupFilters, { actor }: Context): Scope {
	if (actor.isAnonymous) return owned ? new Set<number>() : "public";
	// Assumed: callers own only the groups that they are a direct owner of, not the groups below.
	if (owned) return reaching(actor.directGroupRoles(), accessLevels.owner);
	if (min_access_level !== undefined) return reaching(actor.groupRoles(), min_access_level);
	if (!(all_available ?? actor.isAdmin)) return "joined";
	return actor.isAdmin || actor.isAuditor ? "all" : "seen";
}

/** Returns the groups of a region that the caller is shown and that pass the filters. */
function inRegion(region: Region, params: GroupFilters, search: Search, context: Context): Rows<Group> {
	const { state } = context;
	const own = rowTestsOf(params, search, context);
	const tests = testsOf(params, context);
	const scope = scopeOf(params, context);
	if (typeof scope === "object") {
		const groups = [...scope].map((id) => state.groups.get(id)).filter((group) => group !== undefined);
		return fromGroups(
			groups.filter((group) => isIn(region, group)),
			params,
			[...own.map(({ pass }) => pass), ...tests],
		);
	}
	if (scope === "joined") return passing(fromView(joined(region, params, own, context), false), params, tests);
	const orders = views[region.kind][scope === "public" ? "public" : "any"];
	const list = state.groups.ordered(narrowed(viewOf(orders, params), own), keyOf(region));
	return passing(scope === "seen" ? seenOf(list, context) : fromView(list, false), params, tests);
}

/** Returns the tests of filters for administrators. The filters are ignored for other callers. */
function adminTests(
	{ custom_attributes, repository_storage }: GroupFilters,
	{ actor }: Context,
): (RowTest<Group> | false)[] {
	if (!actor.isAdmin) return [];
	const attributes = Object.entries(custom_attributes ?? {});
	return [
		attributes.length > 0 &&
			rowTest("custom_attributes", attributes, (group, values) =>
				values.every(([key, value]) => group.custom_attributes.some((one) => one.key === key && one.value === value)),
			),
		rowTest("repository_storage", repository_storage, (group, value) => group.repository_storage === value),
	];
}

/** Returns the tests that depend only on the group. */
function rowTestsOf(params: GroupFilters, search: Search, context: Context): RowTest<Group>[] {
	const { visibility, top_level_only, marked_for_deletion_on } = params;
	const tests: (RowTest<Group> | false)[] = [
		rowTest("visibility", visibility, (group, value) => group.visibility === value),
		top_level_only === true && { name: "top_level_only", pass: (group) => group.parent_id === null },
		rowTest("marked", marked_for_deletion_on, (group, value) => group.marked_for_deletion_on === value),
		...adminTests(params, context),
		search(params.search),
	];
	return tests.filter((test) => test !== false);
}

function testsOf(params: GroupFilters, { state }: Context): Test[] {
	const { skip_groups, active, archived } = params;
	const skipped = new Set(skip_groups);
	const tests: (Test | false)[] = [
		skipped.size > 0 && ((group) => !skipped.has(group.id)),
		active !== undefined &&
			((group) => along(group, state, (one) => one.archived || one.marked_for_deletion_on !== null) !== active),
		archived !== undefined && ((group) => along(group, state, (one) => one.archived) === archived),
	];
	return tests.filter((test) => test !== false);
}

type Search = (search: string | undefined) => RowTest<Group> | false;

/** Searches the group's own name and path. */
const ownSearch: Search = (search) => {
	const match = matching(search);
	return match !== undefined && { name: `own ${search}`, pass: (group) => match(group.path) || match(group.name) };
};

/** Also searches the names and paths of the ancestors: the path of a group also finds its descendants. */
const fullSearch: Search = (search) => {
	const match = matching(search);
	return (
		match !== undefined && {
			name: `full ${search}`,
			pass: (group) => [group.path, group.name, group.full_path, group.full_name].some(match),
		}
	);
};

/** Returns the groups of the whole installation that match the parameters. */
export const allGroups = (params: GroupFilters, context: Context): Rows<Group> =>
	inRegion({ kind: "all" }, params, fullSearch, context);

/** Whether the list is in its default order, which is the only one that supports keyset pages. */
export const isByName = ({ order_by, sort }: GroupFilters): boolean => order_by === "name" && sort === "asc";

/** Returns the public groups by name, for keyset pages. */
export function publicByName(params: GroupFilters, context: Context): KeysetRows<Group> {
	const view = views.all.public.name.asc;
	const tests = testsOf(params, context);
	return {
		list: context.state.groups.ordered(narrowed(view, rowTestsOf(params, fullSearch, context)), 0),
		view,
		reverse: false,
		name: "groups by name",
		pass: (group) => params.owned !== true && tests.every((test) => test(group)),
	};
}

/** Returns the children of a group that match the parameters. */
export const childGroups = (group: Group, params: GroupFilters, context: Context): Rows<Group> =>
	inRegion({ kind: "children", group }, params, ownSearch, context);

/** Returns all descendants of a group. */
export const belowGroup = (group: Group, state: State): Group[] => state.groups.in("below", belowKey(group));

/** Returns the descendants of a group that match the parameters. */
export const descendantGroups = (group: Group, params: GroupFilters, context: Context): Rows<Group> =>
	inRegion({ kind: "below", group }, params, ownSearch, context);

/** Returns those of `groups` that the caller sees and that match the parameters. */
export function amongGroups(groups: Together<Group>, params: GroupFilters, context: Context): Rows<Group> {
	const { actor } = context;
	const list = inOrder(groups, viewOf(views.all.any, params));
	const tests: Test[] = [];
	if (params.min_access_level !== undefined && !actor.isAnonymous) {
		const ids = reaching(actor.groupRoles(), params.min_access_level);
		tests.push((group) => ids.has(group.id));
	}
	tests.push(...rowTestsOf(params, ownSearch, context).map(({ pass }) => pass), ...testsOf(params, context));
	return passing(actor.isAdmin || actor.isAuditor ? fromView(list, false) : seenOf(list, context), params, tests);
}
