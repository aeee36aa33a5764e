import type { PipelineSimulation } from "../../request/settings/simulation";
import type { Job, JobStep, Runner } from "../../state/records";
import type { State } from "../../state/state";
import type { View } from "../../state/table";
import { projectRunners } from "../runners/list";
import { online } from "../runners/status";
import { begin, end, plan, type Setting, type Taker } from "./job";
import { coverageOf, isFailing, runOf, simulationOf } from "./simulation";

const byDue: View<JobStep, "all"> = { group: "all", by: (row) => row.due_at };

/**
 * Advances scheduled jobs to the current time. Each step gets the time at which it was due, so the result is the same
 * whether the clock moves in one step or in many.
 */
export function settleJobs(setting: Setting): void {
	const { state, settings } = setting;
	if (state.jobSteps.size === 0) return;
	const simulation = simulationOf(settings);
	if (!simulation || !due(state)) return;
	state.transaction(() => {
		for (let step = due(state); step; step = due(state)) take(step, simulation, setting);
	});
}

/** Returns the step that is due first, or undefined if none is due yet. */
function due(state: State): JobStep | undefined {
	const [first] = state.jobSteps.ordered(byDue, 0).slice(0, 1);
	return first && first.due_at <= state.clock.iso() ? first : undefined;
}

function take({ id, job_id, due_at }: JobStep, simulation: PipelineSimulation, setting: Setting): void {
	const { state } = setting;
	const job = state.jobs.get(job_id);
	if (job?.status === "pending") {
		const begun = begin(job, takerOf(job, due_at, state), due_at, setting);
		plan(begun, runOf(simulation, begun, due_at), due_at, state);
	} else if (job?.status === "running") {
		const status = isFailing(simulation, job, due_at) ? "failed" : "success";
		end(job, { status, coverage: status === "success" ? coverageOf(simulation, job) : null }, due_at, setting);
	} else state.jobSteps.delete(id);
}

/**
 * Returns the runner that takes a job: the newest online runner of its project that takes untagged jobs, with the
 * machine that was last in contact. Assumed: without such a runner the job runs anyway, so that a mock works without
 * runners.
 */
export function takerOf(job: Job, at: string, state: State): Taker | undefined {
	const project = state.projects.get(job.project_id);
	const pipeline = state.pipelines.get(job.pipeline_id);
	if (!project || !pipeline) return undefined;
	const now = Date.parse(at);
	const isProtected = project.protected_refs.includes(pipeline.ref);
	const also = (one: Runner): boolean =>
		one.run_untagged && online(one, now) === true && (isProtected || one.access_level === "not_protected");
	const [runner] = projectRunners(project, { paused: false, also }, state).slice(0, 1);
	if (!runner) return undefined;
	const managers = state.runnerManagers.in("runner", runner.id);
	const [manager] = managers.sort((a, b) => ((a.contacted_at ?? "") < (b.contacted_at ?? "") ? 1 : -1));
	return { runner, manager };
}
