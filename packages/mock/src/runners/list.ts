import { accessLevels } from "../access/levels";
import type { Context } from "../context";
import { parameterError } from "../http/errors";
import { filtered, fromArray, fromView, type Rows } from "../http/page";
import type { ParamsOf } from "../operation";
import type { Group, Project, Runner } from "../state/records";
import type { State } from "../state/state";
import { comparing, type View } from "../state/table";
import { runningJobs } from "./running";
import { isStale, online } from "./status";

type Test = (runner: Runner) => boolean;

/** What runners can be ordered by; of equals the newer one counts as more. */
export interface Order {
	readonly by: "created" | "contacted" | "token_expires" | "running_jobs";
	readonly descending: boolean;
}

/** The filters that the lists have between them, and what only one of the interfaces asks for. */
export type Filters = Omit<ParamsOf<"listAllRunners">, "page" | "per_page"> & {
	readonly also?: Test | undefined;
	readonly order?: Order | undefined;
};

/** Assumed: lists begin with the newest runner. */
const newestFirst: Order = { by: "created", descending: true };

type RunnerView = View<Runner, "all">;
const views = {
	created: { group: "all", by: (row) => row.created_at },
	// Assumed: what was never in touch is out of touch for longest.
	contacted: { group: "all", by: (row) => row.contacted_at },
} satisfies { [by: string]: RunnerView };
const instance: RunnerView = { ...views.created, where: (row) => row.runner_type === "instance_type" };

/** What an order goes by, where it is no standing one. */
function measure(by: "token_expires" | "running_jobs", state: State): Pick<RunnerView, "by"> {
	if (by === "running_jobs") return { by: (row) => runningJobs(row, state) };
	// One that never expires comes behind every time.
	return { by: (row) => state.runnerTokens.in("runner", row.id)[0]?.expires_at ?? "never" };
}

const isStanding = (by: Order["by"]): by is keyof typeof views => Object.hasOwn(views, by);

/** What a value of `status` or of the older `scope` asks for. `offline` holds stale ones that had contact. */
function hasStatus(value: NonNullable<Filters["status"] | Filters["scope"]>, now: number): Test {
	switch (value) {
		case "active":
			return (one) => !one.paused;
		case "paused":
			return (one) => one.paused;
		case "online":
			return (one) => online(one, now) === true;
		case "offline":
			return (one) => online(one, now) === false;
		case "stale":
			return (one) => isStale(one, now);
		case "never_contacted":
			return (one) => one.contacted_at === null;
		case "shared":
			return (one) => one.runner_type === "instance_type";
		case "specific":
			return (one) => one.runner_type !== "instance_type";
	}
}

const components = (version: string): string[] =>
	(/^[\d.]+/.exec(version)?.[0] ?? "").split(".").filter((part) => part !== "");

export const isVersionPrefix = (prefix: string): boolean => /^\d/.test(prefix);

/** Whether a machine of the runner has a version that begins with these components. Throws 400 for a prefix that is none. */
function hasVersion(prefix: string, state: State): Test {
	if (!isVersionPrefix(prefix)) throw parameterError("version_prefix is invalid");
	const wanted = components(prefix);
	return (one) =>
		state.runnerManagers.in("runner", one.id).some(({ version }) => {
			const parts = components(version ?? "");
			return wanted.every((part, index) => parts[index] === part);
		});
}

function tests({ scope, type, status, paused, tag_list, version_prefix, also }: Filters, state: State): Test[] {
	const now = state.clock.now();
	const tests: (Test | false)[] = [
		scope !== undefined && hasStatus(scope, now),
		type !== undefined && ((one) => one.runner_type === type),
		status !== undefined && hasStatus(status, now),
		paused !== undefined && ((one) => one.paused === paused),
		tag_list !== undefined && ((one) => tag_list.every((tag) => one.tag_list.includes(tag))),
		version_prefix !== undefined && hasVersion(version_prefix, state),
		also ?? false,
	];
	return tests.filter((one) => one !== false);
}

function select(runners: Iterable<Runner>, filters: Filters, state: State): Rows<Runner> {
	const must = tests(filters, state);
	const passed = [...runners].filter((one) => must.every((test) => test(one)));
	const { by, descending } = filters.order ?? newestFirst;
	const inOrder = passed.sort(comparing(isStanding(by) ? views[by] : measure(by, state)));
	return fromArray(descending ? inOrder.reverse() : inOrder);
}

/** Every runner of the installation. */
export function everyRunner(filters: Filters, state: State): Rows<Runner> {
	const { by, descending } = filters.order ?? newestFirst;
	if (!isStanding(by)) return select(state.runners.all(), filters, state);
	const must = tests(filters, state);
	const list = state.runners.ordered(views[by], 0);
	return must.length === 0
		? fromView(list, descending)
		: filtered(list, descending, (one) => must.every((test) => test(one)));
}

/**
 * The runners that the caller looks after by membership: of projects as a maintainer, of groups as an owner. Assumed: to
 * administrators no others either; they have the list of all.
 */
export function ownRunners(filters: Filters, { actor, state }: Context): Rows<Runner> {
	const groups = actor.groupRoles();
	const projects = new Map<number, boolean>();
	const maintains = (projectId: number): boolean => {
		const project = projects.has(projectId) ? undefined : state.projects.get(projectId);
		if (project) projects.set(projectId, actor.memberLevelInProject(project) >= accessLevels.maintainer);
		return projects.get(projectId) ?? false;
	};
	const own = new Map<number, Runner>();
	for (const runner of state.runners.all()) {
		if (runner.group_id !== null && (groups.get(runner.group_id) ?? 0) >= accessLevels.owner)
			own.set(runner.id, runner);
	}
	for (const { runner_id, project_id } of state.runnerAssignments.all()) {
		const runner = maintains(project_id) ? state.runners.get(runner_id) : undefined;
		if (runner) own.set(runner.id, runner);
	}
	return select(own.values(), filters, state);
}

/** Whether instance runners are forbidden below a group, whatever is set there. */
const forbids = (group: Group): boolean => group.shared_runners_setting === "disabled_and_unoverridable";

function* ofGroups(groups: readonly Group[], withInstance: boolean, state: State): Generator<Runner> {
	for (const group of groups) yield* state.runners.in("group", group.id);
	if (withInstance) yield* state.runners.ordered(instance, 0).rows();
}

/** The runners that a project may use: its own, its groups', and the instance's where it allows them. */
export function projectRunners(project: Project, filters: Filters, state: State): Rows<Runner> {
	const groups = [...state.ancestry(project.group_id)];
	const own = state.runnerAssignments
		.in("project", project.id)
		.flatMap((one) => state.runners.get(one.runner_id) ?? []);
	const withInstance = project.shared_runners_enabled && !groups.some(forbids);
	return select([...own, ...ofGroups(groups, withInstance, state)], filters, state);
}

/** The runners that a group may use: its own, those of the groups above, and the instance's where it allows them. */
export function groupRunners(group: Group, filters: Filters, state: State): Rows<Runner> {
	const groups = [...state.ancestry(group.id)];
	const withInstance = group.shared_runners_setting === "enabled" && !groups.some(forbids);
	return select(ofGroups(groups, withInstance, state), filters, state);
}
