import type { Context } from "../../request/context";
import type { KeysetRows } from "../../request/pages/keyset";
import { fromView, type Rows, uncounted } from "../../request/pages/page";
import { seenRows } from "../../request/pages/seen-rows";
import { accessLevels } from "../../state/levels";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { Job, Runner } from "../../state/records";
import type { View } from "../../state/table";

const byId: View<Job, "runner"> = { group: "runner", by: (row) => row.id };

/** Returns a test for jobs that the caller sees as at least a reporter. Administrators and auditors need no test. */
function shows({ actor, state }: Context): ((job: Job) => boolean) | undefined {
	if (actor.isAdmin || actor.isAuditor) return undefined;
	const known = new Map<number, boolean>();
	return ({ project_id }) => {
		const project = known.has(project_id) ? undefined : state.projects.get(project_id);
		if (project) known.set(project_id, actor.levelInProject(project) >= accessLevels.reporter);
		return known.get(project_id) ?? false;
	};
}

/** The filters on a runner's jobs. */
export interface JobFilters {
	/** Selects the jobs of the machine with this name. */
	readonly system_id?: string | undefined;
	readonly statuses?: readonly string[] | undefined;
	/** Whether the oldest job comes first, instead of the newest. */
	readonly ascending?: boolean;
}

interface JobTests {
	/** The tests that depend only on the job. */
	readonly own: readonly RowTest<Job>[];
	/** The test for what the caller can see. Undefined for a caller who can see everything. */
	readonly visible: ((job: Job) => boolean) | undefined;
}

/** Returns the tests that a job must pass to be listed. */
function testsOf(runner: Runner, { system_id, statuses }: JobFilters, context: Context): JobTests {
	const managers = context.state.runnerManagers.in("runner", runner.id);
	const manager = managers.find((one) => one.system_id === system_id);
	const visible = shows(context);
	const own: (RowTest<Job> | false)[] = [
		system_id !== undefined &&
			rowTest("manager", manager?.id ?? 0, (one: Job, value) => one.runner_manager_id === value),
		rowTest("statuses", statuses, (one: Job, value) => value.includes(one.status)),
	];
	return { own: own.filter((one) => one !== false), visible };
}

/** Returns the jobs that a runner took and that the caller can see. */
export function jobsOf(runner: Runner, filters: JobFilters, context: Context): Rows<Job> {
	const { own, visible } = testsOf(runner, filters, context);
	const descending = filters.ascending !== true;
	const list = context.state.jobs.ordered(narrowed(byId, own), runner.id);
	const rows = visible ? seenRows(list, descending, visible, context) : fromView(list, descending);
	return filters.system_id === undefined ? rows : uncounted(rows);
}

/** Returns the same jobs for keyset pages. */
export function jobsByKeyset(runner: Runner, filters: JobFilters, context: Context): KeysetRows<Job> {
	const { own, visible } = testsOf(runner, filters, context);
	const reverse = filters.ascending !== true;
	return {
		list: context.state.jobs.ordered(narrowed(byId, own), runner.id),
		view: byId,
		reverse,
		name: `jobs of runner ${runner.id} ${reverse ? "desc" : "asc"}`,
		pass: visible ?? (() => true),
	};
}
