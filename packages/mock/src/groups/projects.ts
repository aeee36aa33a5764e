import type { Actor } from "../access/actor";
import { accessLevels } from "../access/levels";
import type { Context } from "../context";
import { filtered, fromArray, fromView, type Rows } from "../http/page";
import type { ParamsOf } from "../operation";
import type { Group, Project } from "../state/records";
import { comparing, type View } from "../state/table";
import { sharedProjects } from "./invitations";
import { belowGroup } from "./list";
import { matching, similarity } from "./search";

/** What the lists of projects may be asked for; each declares its part of it. */
export type ProjectFilters = Partial<ParamsOf<"listGroupProjects">>;

type Test = (project: Project) => boolean;
type ProjectView = View<Project, "group">;
type OrderKey = Exclude<NonNullable<ProjectFilters["order_by"]>, "similarity" | "created_at">;

const views: { readonly [key in OrderKey]: ProjectView } = {
	id: { group: "group", by: (row) => row.id },
	name: { group: "group", by: (row) => row.name },
	path: { group: "group", by: (row) => row.path },
	updated_at: { group: "group", by: (row) => row.updated_at },
	star_count: { group: "group", by: (row) => row.starred_by_ids.length },
	last_activity_at: { group: "group", by: (row) => row.last_activity_at },
};

/** The order that the parameters ask for. Projects are numbered as they are made, so their age is their number. */
function orderOf({ order_by = "created_at", sort }: ProjectFilters): { view: ProjectView; descending: boolean } {
	// Without a search nothing is more alike than another.
	if (order_by === "similarity") return { view: views.name, descending: false };
	return { view: views[order_by === "created_at" ? "id" : order_by], descending: sort !== "asc" };
}

const isRanked = ({ order_by, search }: ProjectFilters): boolean =>
	order_by === "similarity" && matching(search) !== undefined;

/** The best match first: the path counts most, then the name, then the description; of equals the newest. */
function ranked(projects: readonly Project[], search = ""): Project[] {
	const score = ({ path, name, description }: Project): number =>
		similarity(path, search) + 0.7 * similarity(name, search) + 0.2 * similarity(description ?? "", search);
	const scores = new Map(projects.map((project) => [project, score(project)]));
	return [...projects].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || b.id - a.id);
}

function fromProjects(projects: Iterable<Project>, params: ProjectFilters, tests: readonly Test[]): Rows<Project> {
	const passing = [...projects].filter((project) => tests.every((test) => test(project)));
	if (isRanked(params)) return fromArray(ranked(passing, params.search));
	const { view, descending } = orderOf(params);
	const inOrder = passing.sort(comparing(view));
	return fromArray(descending ? inOrder.reverse() : inOrder);
}

/** Filters by what the caller is to the projects; what administration brings does not count. */
function ownTests({ owned, starred, min_access_level }: ProjectFilters, actor: Actor): (Test | false)[] {
	const userId = actor.user?.id;
	return [
		owned === true && ((project) => actor.memberLevelInProject(project) >= accessLevels.owner),
		starred === true && ((project) => userId !== undefined && project.starred_by_ids.includes(userId)),
		min_access_level !== undefined &&
			userId !== undefined &&
			((project) => actor.memberLevelInProject(project) >= min_access_level),
	];
}

function testsOf(params: ProjectFilters, actor: Actor): Test[] {
	const { archived, visibility, topic, with_issues_enabled, with_merge_requests_enabled, with_security_reports } =
		params;
	const topics = (topic ?? "")
		.split(",")
		.map((one) => one.trim().toLowerCase())
		.filter((one) => one !== "");
	const match = matching(params.search);
	const tests: (Test | false)[] = [
		archived !== undefined && ((project) => project.archived === archived),
		visibility !== undefined && ((project) => project.visibility === visibility),
		topics.length > 0 &&
			((project) => topics.every((wanted) => project.topics.some((one) => one.toLowerCase() === wanted))),
		with_issues_enabled === true && ((project) => project.issues_access_level !== "disabled"),
		with_merge_requests_enabled === true && ((project) => project.merge_requests_access_level !== "disabled"),
		with_security_reports === true && ((project) => project.has_security_reports),
		match !== undefined && (({ path, name, description }) => [path, name, description].some(match)),
		...ownTests(params, actor),
	];
	return tests.filter((test) => test !== false);
}

/** Whether the caller sees whatever lies in the group, so that its projects need no look each. */
const seesAllIn = (group: Group, actor: Actor): boolean =>
	actor.isAdmin || actor.isAuditor || actor.levelInGroup(group) >= accessLevels.guest;

/** The projects in a group and those shared with it, as far as the caller sees them. */
export function groupProjects(group: Group, params: ProjectFilters, { actor, state }: Context): Rows<Project> {
	const groups = [group];
	if (params.include_subgroups) groups.push(...belowGroup(group, state));
	if (params.include_ancestor_groups) groups.push(...[...state.ancestry(group.parent_id)]);
	const shared = params.with_shared === false ? [] : sharedProjects(group, state);
	const tests = testsOf(params, actor);
	if (!seesAllIn(group, actor) || groups.length > 1 || shared.length > 0)
		tests.unshift((project) => actor.seesProject(project));
	if (groups.length === 1 && shared.length === 0 && !isRanked(params)) {
		const { view, descending } = orderOf(params);
		const list = state.projects.ordered(view, group.id);
		if (tests.length === 0) return fromView(list, descending);
		return filtered(list, descending, (project) => tests.every((test) => test(project)));
	}
	const all = new Set([...groups.flatMap((one) => state.projects.in("group", one.id)), ...shared]);
	return fromProjects(all, params, tests);
}

/** Of any projects those that the caller sees, as the parameters ask. */
export function visibleAmong(
	projects: Iterable<Project>,
	params: ProjectFilters,
	{ actor }: Pick<Context, "actor">,
): Rows<Project> {
	return fromProjects(projects, params, [(project) => actor.seesProject(project), ...testsOf(params, actor)]);
}

/** The projects that are shared with a group, as far as the caller sees them. */
export const projectsSharedWith = (group: Group, params: ProjectFilters, context: Context): Rows<Project> =>
	visibleAmong(sharedProjects(group, context.state), params, context);
