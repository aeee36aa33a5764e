import { accessLevels } from "../access/levels";
import type { Context } from "../context";
import { filtered, fromView, type Rows } from "../http/page";
import type { ParamsOf } from "../operation";
import type { Job, Runner } from "../state/records";
import type { View } from "../state/table";

const byId: View<Job, "runner"> = { group: "runner", by: (row) => row.id };

/** Which projects' jobs show: all to administrators and auditors, to others those where they are at least reporter. */
function shows({ actor, state }: Context): ((job: Job) => boolean) | undefined {
	if (actor.isAdmin || actor.isAuditor) return undefined;
	const known = new Map<number, boolean>();
	return ({ project_id }) => {
		const project = known.has(project_id) ? undefined : state.projects.get(project_id);
		if (project) known.set(project_id, actor.levelInProject(project) >= accessLevels.reporter);
		return known.get(project_id) ?? false;
	};
}

/** The jobs that a runner took, as the parameters ask and as far as the caller may see them. */
export function jobsOf(runner: Runner, params: ParamsOf<"listRunnerJobs">, context: Context): Rows<Job> {
	const { system_id, status } = params;
	const managers = context.state.runnerManagers.in("runner", runner.id);
	const manager = managers.find((one) => one.system_id === system_id);
	const visible = shows(context);
	const tests = [
		...(visible ? [visible] : []),
		...(system_id === undefined ? [] : [(one: Job) => manager !== undefined && one.runner_manager_id === manager.id]),
		...(status === undefined ? [] : [(one: Job) => one.status === status]),
	];
	// Assumed: newest first as well where no order is asked for; a direction alone changes nothing.
	const descending = params.order_by === undefined || params.sort !== "asc";
	const list = context.state.jobs.ordered(byId, runner.id);
	const rows =
		tests.length === 0
			? fromView(list, descending)
			: filtered(list, descending, (job) => tests.every((test) => test(job)));
	return system_id === undefined ? rows : { ...rows, counted: false };
}
