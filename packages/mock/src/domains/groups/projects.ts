import type { Actor } from "../../request/access/actor";
import { Sight } from "../../request/access/sight";
import type { Context } from "../../request/context";
import type { ParamsOf } from "../../request/operation";
import { every, filtered, fromArray, fromView, type Rows } from "../../request/pages/page";
import { seenRows } from "../../request/pages/seen-rows";
import { accessLevels } from "../../state/levels";
import { merged } from "../../state/merged-list";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { Group, Project, User } from "../../state/records";
import { type Ordered, SortedList } from "../../state/sorted-list";
import { belowKey } from "../../state/state";
import { comparing, type View } from "../../state/table";
import { inOrder, sharedProjects, type Together } from "./invitations";
import { matching, similarity } from "./search";

/** The parameters of the project lists. Each list declares which of them it accepts. */
export type ProjectFilters = Partial<ParamsOf<"listGroupProjects">>;

type Test = (project: Project) => boolean;
type ProjectView = View<Project, "all" | "group" | "below" | "owner">;
type OrderKey = Exclude<NonNullable<ProjectFilters["order_by"]>, "similarity" | "created_at">;

const orders = (group: ProjectView["group"]): { readonly [key in OrderKey]: ProjectView } => ({
	id: { group, by: (row) => row.id },
	name: { group, by: (row) => row.name },
	path: { group, by: (row) => row.path },
	updated_at: { group, by: (row) => row.updated_at },
	star_count: { group, by: (row) => row.starred_by_ids.length },
	last_activity_at: { group, by: (row) => row.last_activity_at },
});
/** The orders of all projects, of those directly in a group, of those at any depth below it, and of a user's own. */
const views = { all: orders("all"), right: orders("group"), below: orders("below"), own: orders("owner") };

/** Returns the order that the parameters request. IDs ascend with creation, so `created_at` sorts by ID. */
function orderOf({ order_by = "created_at", sort }: ProjectFilters): { key: OrderKey; descending: boolean } {
	// Without a search, no project matches better than another.
	if (order_by === "similarity") return { key: "name", descending: false };
	return { key: order_by === "created_at" ? "id" : order_by, descending: sort !== "asc" };
}

const isRanked = ({ order_by, search }: ProjectFilters): boolean =>
	order_by === "similarity" && matching(search) !== undefined;

/** Sorts the best match first: the path counts most, then the name, then the description. Ties: the newest first. */
function ranked(projects: readonly Project[], search = ""): Project[] {
	const score = ({ path, name, description }: Project): number =>
		similarity(path, search) + 0.7 * similarity(name, search) + 0.2 * similarity(description ?? "", search);
	const scores = new Map(projects.map((project) => [project, score(project)]));
	return [...projects].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || b.id - a.id);
}

/** Returns the projects that pass the tests, in the requested order. The input is already ordered. */
function passing(all: Rows<Project>, params: ProjectFilters, tests: readonly Test[]): Rows<Project> {
	const pass = every(tests);
	if (isRanked(params)) return fromArray(ranked(all.slice(0, all.size).filter(pass), params.search));
	return tests.length === 0 ? all : filtered(all, pass);
}

/** Returns the tests by the caller's relation to the projects. The rights of an administrator do not count. */
function callerTests({ owned, starred, min_access_level }: ProjectFilters, actor: Actor): Test[] {
	const userId = actor.user?.id;
	const tests: (Test | false)[] = [
		owned === true && ((project) => actor.memberLevelInProject(project) >= accessLevels.owner),
		starred === true && ((project) => userId !== undefined && project.starred_by_ids.includes(userId)),
		min_access_level !== undefined &&
			userId !== undefined &&
			((project) => actor.memberLevelInProject(project) >= min_access_level),
	];
	return tests.filter((test) => test !== false);
}

/** Returns the tests that depend only on the project. */
function rowTestsOf(params: ProjectFilters): RowTest<Project>[] {
	const {
		archived,
		active,
		visibility,
		topic,
		with_issues_enabled,
		with_merge_requests_enabled,
		with_security_reports,
	} = params;
	const topics = (topic ?? "")
		.split(",")
		.map((one) => one.trim().toLowerCase())
		.filter((one) => one !== "");
	const match = matching(params.search);
	const tests: (RowTest<Project> | false)[] = [
		rowTest("archived", archived, (project, value) => project.archived === value),
		rowTest("active", active, (project, value) => project.archived !== value),
		rowTest("visibility", visibility, (project, value) => project.visibility === value),
		topics.length > 0 &&
			rowTest("topics", topics, (project, values) =>
				values.every((value) => project.topics.some((one) => one.toLowerCase() === value)),
			),
		with_issues_enabled === true && {
			name: "with_issues",
			pass: (project) => project.issues_access_level !== "disabled",
		},
		with_merge_requests_enabled === true && {
			name: "with_merge_requests",
			pass: (project) => project.merge_requests_access_level !== "disabled",
		},
		with_security_reports === true && { name: "with_reports", pass: (project) => project.has_security_reports },
		match !== undefined && {
			name: `search ${params.search}`,
			pass: ({ path, name, description }) => [path, name, description].some(match),
		},
	];
	return tests.filter((test) => test !== false);
}

type Caller = Pick<Context, "actor" | "state">;

const plain = (tests: readonly RowTest<Project>[]): Test[] => tests.map(({ pass }) => pass);

/** Returns a test for whether the caller sees a project. */
function seesIn({ actor, state }: Caller): Test {
	const sight = new Sight(actor, state);
	return (project) => sight.seesProject(project);
}

/** Whether the caller sees everything. */
const seesAll = (actor: Actor): boolean => actor.isAdmin || actor.isAuditor;

/** Returns the projects of a maintained order in the requested direction: all, or those that the caller sees. */
function inSight(list: Ordered<Project>, params: ProjectFilters, all: boolean, caller: Caller): Rows<Project> {
	const { descending } = orderOf(params);
	return all ? fromView(list, descending) : seenRows(list, descending, seesIn(caller), caller);
}

/** Whether the caller sees everything in the group, so that its projects need no separate check. */
const seesAllIn = (group: Group, actor: Actor): boolean =>
	seesAll(actor) || actor.levelInGroup(group) >= accessLevels.guest;

/** Returns the projects in a group and those shared with it, limited to those that the caller sees. */
export function groupProjects(group: Group, params: ProjectFilters, caller: Caller): Rows<Project> {
	const { actor, state } = caller;
	const { key } = orderOf(params);
	const rowTests = rowTestsOf(params);
	const view = narrowed(views.right[key], rowTests);
	const outer = params.include_ancestor_groups ? [...state.ancestry(group.parent_id)] : [];
	const own = params.include_subgroups
		? state.projects.ordered(narrowed(views.below[key], rowTests), belowKey(group))
		: state.projects.ordered(view, group.id);
	const lists = [own, ...outer.map((above) => state.projects.ordered(view, above.id))];
	const seesOwn = [group, ...outer].every((one) => seesAllIn(one, actor));
	const sees = seesIn(caller);
	if (params.with_shared !== false) {
		const tests: Test[] = [...(seesOwn && !seesAll(actor) ? [sees] : []), ...plain(rowTests)];
		// Projects below or above the group can also be shared with it.
		if (params.include_subgroups) tests.push((one) => !one.full_path.toLowerCase().startsWith(`${belowKey(group)}/`));
		if (outer.length > 0) tests.push((one) => !outer.some(({ id }) => id === one.group_id));
		const shared = inOrder(sharedProjects(group, state), views.right[key]);
		const passing = (): Project[] => [...shared.rows()].filter((one) => tests.every((test) => test(one)));
		lists.push(tests.length === 0 ? shared : new SortedList(comparing(view), passing()));
	}
	return passing(inSight(merged(comparing(view), lists), params, seesOwn, caller), params, callerTests(params, actor));
}

/** Returns the projects of the whole installation that the caller sees and that match the parameters. */
export function allProjects(params: ProjectFilters, caller: Caller): Rows<Project> {
	const { actor, state } = caller;
	const list = state.projects.ordered(narrowed(views.all[orderOf(params).key], rowTestsOf(params)), 0);
	return passing(inSight(list, params, seesAll(actor), caller), params, callerTests(params, actor));
}

/** Returns a user's own projects that the caller sees and that match the parameters. */
export function ownProjects(user: User, params: ProjectFilters, caller: Caller): Rows<Project> {
	const { actor, state } = caller;
	const list = state.projects.ordered(views.own[orderOf(params).key], user.id);
	const all = inSight(list, params, seesAll(actor) || actor.user?.id === user.id, caller);
	return passing(all, params, [...plain(rowTestsOf(params)), ...callerTests(params, actor)]);
}

/** Returns those of `projects` that the caller sees and that match the parameters. */
export function visibleAmong(projects: Together<Project>, params: ProjectFilters, caller: Caller): Rows<Project> {
	const all = inSight(inOrder(projects, views.right[orderOf(params).key]), params, seesAll(caller.actor), caller);
	return passing(all, params, [...plain(rowTestsOf(params)), ...callerTests(params, caller.actor)]);
}

/** Returns the projects shared with a group that the caller sees and that match the parameters. */
export const projectsSharedWith = (group: Group, params: ProjectFilters, context: Context): Rows<Project> =>
	visibleAmong(sharedProjects(group, context.state), params, context);
