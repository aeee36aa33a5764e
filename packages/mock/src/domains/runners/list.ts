import type { Context } from "../../request/context";
import { parameterError } from "../../request/http/errors";
import type { ParamsOf } from "../../request/operation";
import { filtered, fromArray, fromView, type Rows } from "../../request/pages/page";
import { accessLevels } from "../../state/levels";
import type { LinkedView } from "../../state/linked-lists";
import { merged } from "../../state/merged-list";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { Group, Project, Runner } from "../../state/records";
import type { Ordered, SortedList } from "../../state/sorted-list";
import { assignmentKey, type State } from "../../state/state";
import { comparing, type View } from "../../state/table";
import { runningJobs } from "./running";
import { isStale, online } from "./status";

type Test = (runner: Runner) => boolean;

/** The order of a list of runners. Of two equal runners, the newer one counts as greater. */
export interface Order {
	readonly by: "created" | "contacted" | "token_expires" | "running_jobs";
	readonly descending: boolean;
}

/** The filters that all lists of runners share, and those that only one of the APIs has. */
export type Filters = Omit<ParamsOf<"listAllRunners">, "page" | "per_page"> & {
	readonly also?: Test | undefined;
	readonly order?: Order | undefined;
};

/** Assumed: lists start with the newest runner. */
const newestFirst: Order = { by: "created", descending: true };

type RunnerView = View<Runner, "all" | "group">;
/** Returns the maintained orders of all runners, of instance runners, of a group's and of a project's. */
const order = (by: RunnerView["by"]) => ({
	all: { group: "all", by } satisfies RunnerView,
	instance: { group: "all", by, where: (row: Runner) => row.runner_type === "instance_type" } satisfies RunnerView,
	group: { group: "group", by } satisfies RunnerView,
	project: { by } satisfies LinkedView<Runner>,
});
const views = {
	created: order((row) => row.created_at),
	// Assumed: a runner that never made contact counts as out of contact for the longest time.
	contacted: order((row) => row.contacted_at),
};

/** Returns the sort key of an order that is not maintained. */
function measure(by: "token_expires" | "running_jobs", state: State): Pick<RunnerView, "by"> {
	if (by === "running_jobs") return { by: (row) => runningJobs(row, state) };
	// A token that never expires sorts after every time.
	return { by: (row) => state.runnerTokens.in("runner", row.id)[0]?.expires_at ?? "never" };
}

const isStanding = (by: Order["by"]): by is keyof typeof views => Object.hasOwn(views, by);

type Status = NonNullable<Filters["status"] | Filters["scope"]>;

const hasContact: Test = (one) => one.contacted_at !== null;

/** The part of a value of `status` or the older `scope` that does not depend on time. Undefined if all of it does. */
const statusTests: { readonly [value in Status]: Test | undefined } = {
	active: (one) => !one.paused,
	paused: (one) => one.paused,
	online: hasContact,
	offline: hasContact,
	stale: undefined,
	never_contacted: (one) => one.contacted_at === null,
	shared: (one) => one.runner_type === "instance_type",
	specific: (one) => one.runner_type !== "instance_type",
};

/** Returns the part of it that depends on time. `offline` includes stale runners that made contact. */
function isNow(value: Status | undefined, now: number): Test | false {
	if (value === "online" || value === "offline") return (one) => online(one, now) === (value === "online");
	return value === "stale" && ((one) => isStale(one, now));
}

const components = (version: string): string[] =>
	(/^[\d.]+/.exec(version)?.[0] ?? "").split(".").filter((part) => part !== "");

export const isVersionPrefix = (prefix: string): boolean => /^\d/.test(prefix);

/** Returns a test for a machine whose version starts with these components. Throws 400 for an invalid prefix. */
function hasVersion(prefix: string, state: State): Test {
	if (!isVersionPrefix(prefix)) throw parameterError("version_prefix is invalid");
	const expected = components(prefix);
	return (one) =>
		state.runnerManagers.in("runner", one.id).some(({ version }) => {
			const parts = components(version ?? "");
			return expected.every((part, index) => parts[index] === part);
		});
}

/** Returns the tests that depend only on the runner. */
function rowTests({ scope, type, status, paused, tag_list }: Filters): RowTest<Runner>[] {
	const statusTest = (value: Status | undefined): RowTest<Runner> | false => {
		const pass = value && statusTests[value];
		return pass !== undefined && { name: `status ${value}`, pass };
	};
	const tests: (RowTest<Runner> | false)[] = [
		statusTest(scope),
		statusTest(status),
		rowTest("type", type, (one, value) => one.runner_type === value),
		rowTest("paused", paused, (one, value) => one.paused === value),
		rowTest("tags", tag_list, (one, tags) => tags.every((tag) => one.tag_list.includes(tag))),
	];
	return tests.filter((one) => one !== false);
}

function tests({ scope, status, version_prefix, also }: Filters, state: State): Test[] {
	const now = state.clock.now();
	const tests: (Test | false)[] = [
		isNow(scope, now),
		isNow(status, now),
		version_prefix !== undefined && hasVersion(version_prefix, state),
		also ?? false,
	];
	return tests.filter((one) => one !== false);
}

/** Returns the requested maintained order. For any other order, returns the default one, which is then sorted. */
function viewsOf({ order = newestFirst }: Filters): (typeof views)["created"] {
	return views[isStanding(order.by) ? order.by : "created"];
}

/** Returns the runners of some projects, each in only one list. The largest list is used as it is. */
function ofProjects(projectIds: readonly number[], view: LinkedView<Runner>, state: State): SortedList<Runner>[] {
	const { runnerAssignments, projectRunners } = state;
	const lists = projectIds.map((id) => ({ id, list: projectRunners.ordered(view, id) }));
	// If there are as many runners as assignments, no runner is in two projects.
	if (lists.length < 2 || runnerAssignments.size === runnerAssignments.countKeys("runner"))
		return lists.map(({ list }) => list);
	const listed = new Set<number>();
	const [largest, ...others] = lists.sort((a, b) => b.list.size - a.list.size);
	const isListed = ({ id }: Runner): boolean =>
		listed.has(id) || runnerAssignments.one("assignment", assignmentKey(id, largest?.id ?? 0)) !== undefined;
	const rest = others.map(({ list }) => {
		const rows = [...list.rows()];
		const again = rows.filter(isListed);
		for (const { id } of rows) listed.add(id);
		return list.without(again);
	});
	return largest ? [largest.list, ...rest] : rest;
}

/** The places whose runners a list consists of. */
interface Parts {
	readonly projectIds: readonly number[];
	readonly groupIds: readonly number[];
	readonly instance?: boolean;
}

/** Returns the runners of some places that pass the filters, each once, in the requested order. */
function select({ projectIds, groupIds, instance = false }: Parts, filters: Filters, state: State): Rows<Runner> {
	const view = viewsOf(filters);
	// The lists of projects cannot be narrowed. If there are any, the tests run on the merged list instead.
	const own = projectIds.length === 0 ? rowTests(filters) : [];
	const list = merged(comparing(view.all), [
		...ofProjects(projectIds, view.project, state),
		...groupIds.map((id) => state.runners.ordered(narrowed<Runner, "all" | "group">(view.group, own), id)),
		...(instance ? [state.runners.ordered(narrowed<Runner, "all" | "group">(view.instance, own), 0)] : []),
	]);
	const rest = projectIds.length === 0 ? [] : rowTests(filters).map(({ pass }) => pass);
	return passing(list, filters, rest, state);
}

/** Returns the runners of a list that pass the filters, in the requested order. The list is in a maintained order. */
function passing(list: Ordered<Runner>, filters: Filters, rest: readonly Test[], state: State): Rows<Runner> {
	const { by, descending } = filters.order ?? newestFirst;
	const must = [...rest, ...tests(filters, state)];
	const pass: Test = (one) => must.every((test) => test(one));
	if (!isStanding(by)) {
		const inOrder = [...list.rows()].filter(pass).sort(comparing(measure(by, state)));
		return fromArray(descending ? inOrder.reverse() : inOrder);
	}
	const all = fromView(list, descending);
	return must.length === 0 ? all : filtered(all, pass);
}

/** Returns the runners of the whole installation that pass the filters. */
export const everyRunner = (filters: Filters, state: State): Rows<Runner> =>
	passing(
		state.runners.ordered(narrowed<Runner, "all" | "group">(viewsOf(filters).all, rowTests(filters)), 0),
		filters,
		[],
		state,
	);

/**
 * Returns the runners that the caller manages by membership: as a maintainer of projects, or as an owner of groups.
 * Assumed: administrators get no others here; they have the list of all runners.
 */
export function ownRunners(filters: Filters, { actor, state }: Context): Rows<Runner> {
	const granted = actor.grantedRoles();
	const owns = (groupId: number): boolean =>
		[...state.ancestry(groupId)].some(({ id }) => (granted.get(id) ?? 0) >= accessLevels.owner);
	const groupIds = [...state.runners.keys("group")].map(Number).filter(owns);
	const projectIds = [...state.runnerAssignments.keys("project")].map(Number).filter((id) => {
		const project = state.projects.get(id);
		return project !== undefined && actor.memberLevelInProject(project) >= accessLevels.maintainer;
	});
	return select({ projectIds, groupIds }, filters, state);
}

/** Whether a group forbids instance runners for everything below it, regardless of the settings there. */
const forbids = (group: Group): boolean => group.shared_runners_setting === "disabled_and_unoverridable";

/** Returns the runners that a project can use: its own, its groups', and instance runners if they are allowed. */
export function projectRunners(project: Project, filters: Filters, state: State): Rows<Runner> {
	const groups = [...state.ancestry(project.group_id)];
	const instance = project.shared_runners_enabled && !groups.some(forbids);
	return select({ projectIds: [project.id], groupIds: groups.map(({ id }) => id), instance }, filters, state);
}

/** Returns the runners that a group can use: its own, its ancestors', and instance runners if they are allowed. */
export function groupRunners(group: Group, filters: Filters, state: State): Rows<Runner> {
	const groups = [...state.ancestry(group.id)];
	const instance = group.shared_runners_setting === "enabled" && !groups.some(forbids);
	return select({ projectIds: [], groupIds: groups.map(({ id }) => id), instance }, filters, state);
}
