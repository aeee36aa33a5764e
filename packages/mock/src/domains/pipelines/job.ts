/** The states and transitions of a job, and their effects on its pipeline. */
import type { Settings } from "../../request/settings/settings";
import type { Job, Pipeline, Runner, RunnerManager, TestCase, TestSuite } from "../../state/records";
import type { State } from "../../state/state";
import { seconds, wholeSeconds } from "./lasting";
import { simulationOf, waitOf } from "./simulation";
import { breaks, isComplete, isUnfinished, stagesOf, statusOf } from "./status";

/** The state and the settings that transitions need. */
export interface Setting {
	readonly state: State;
	readonly settings: Settings;
}

/** Schedules the next step of a job, `after` seconds from `at`. */
export function plan(job: Job, after: number, at: string, state: State): void {
	unplan(job, state);
	const due_at = new Date(Date.parse(at) + after * 1000).toISOString();
	state.jobSteps.insert({ job_id: job.id, since: at, due_at });
}

/** Removes the scheduled step of a job. */
export function unplan(job: Job, state: State): void {
	const step = state.jobSteps.one("job", job.id);
	if (step) state.jobSteps.delete(step.id);
}

/** Makes a job wait for a runner. */
function enqueue(job: Job, at: string, { state, settings }: Setting): void {
	const pending = state.jobs.update(job.id, { status: "pending" });
	const simulation = simulationOf(settings);
	if (simulation) plan(pending, waitOf(simulation, pending, at), at, state);
}

/** The runner that takes a job, and the machine of the runner. */
export interface Taker {
	readonly runner: Runner;
	readonly manager: RunnerManager | undefined;
}

/** Starts a job, on a runner if `taker` has one. */
export function begin(job: Job, taker: Taker | undefined, at: string, setting: Setting): Job {
	const { state } = setting;
	const since = state.jobSteps.one("job", job.id)?.since ?? job.created_at;
	unplan(job, state);
	if (taker) contact(taker, at, state);
	const begun = state.jobs.update(job.id, {
		status: "running",
		started_at: at,
		queued_duration: seconds(since, at),
		...(taker ? { runner_id: taker.runner.id, runner_manager_id: taker.manager?.id ?? null } : {}),
	});
	follow(begun.pipeline_id, at, setting);
	return begun;
}

function contact({ runner, manager }: Taker, at: string, state: State): void {
	if ((runner.contacted_at ?? "") < at) state.runners.update(runner.id, { contacted_at: at });
	if (manager && (manager.contacted_at ?? "") < at) state.runnerManagers.update(manager.id, { contacted_at: at });
}

/** The result with which a job ends. */
export interface Ending {
	readonly status: "success" | "failed" | "canceled" | "skipped";
	/** The coverage, in percent. */
	readonly coverage?: number | null | undefined;
	/** The cases of its test report. The pipeline's report has them in a suite with the job's name. */
	readonly tests?: readonly ReportedCase[] | undefined;
}

/** A test case in a job's report. By default, it succeeds and takes no time. */
type ReportedCase = Pick<TestCase, "name"> & { readonly [Field in keyof TestCase]?: TestCase[Field] | undefined };

function addSuite(job: Job, tests: readonly ReportedCase[], state: State): void {
	const test_cases = tests.map(
		({
			name,
			status = "success",
			classname = job.name,
			execution_time = 0,
			system_output = null,
			stack_trace = null,
		}) => ({
			status,
			name,
			classname,
			execution_time,
			system_output,
			stack_trace,
		}),
	);
	const suite: TestSuite = { name: job.name, build_ids: [job.id], suite_error: null, test_cases };
	const { test_suites = [] } = state.pipelines.get(job.pipeline_id) ?? {};
	state.pipelines.update(job.pipeline_id, { test_suites: [...test_suites, suite] });
}

/** Ends a job. If it succeeds or fails without having started, it also starts at that moment. */
export function end(job: Job, { status, coverage = null, tests }: Ending, at: string, setting: Setting): Job {
	const { state } = setting;
	unplan(job, state);
	const ran = status === "success" || status === "failed";
	const started_at = job.started_at ?? (ran ? at : null);
	const ended = state.jobs.update(job.id, {
		status,
		started_at,
		finished_at: status === "skipped" ? null : at,
		duration: started_at === null ? null : seconds(started_at, at),
		queued_duration: job.queued_duration ?? (started_at === null ? null : seconds(job.created_at, started_at)),
		coverage,
	});
	if (tests) addSuite(job, tests, state);
	follow(job.pipeline_id, at, setting);
	return ended;
}

/** Makes the jobs of the current stage wait for runners. After a failure, the remaining jobs are skipped. */
export function promote(jobs: readonly Job[], at: string, setting: Setting): void {
	let isBroken = false;
	for (const stage of stagesOf(jobs)) {
		const open = stage.filter(isUnfinished);
		if (isBroken) {
			for (const job of open)
				if (job.status !== "running" && job.status !== "pending")
					setting.state.jobs.update(job.id, { status: "skipped" });
		} else if (open.length > 0) {
			for (const job of open) if (job.status === "created") enqueue(job, at, setting);
			return;
		}
		isBroken ||= stage.some(breaks);
	}
}

/** Updates a pipeline to match its jobs. */
function follow(pipelineId: number, at: string, setting: Setting): void {
	const { state } = setting;
	const pipeline = state.pipelines.get(pipelineId);
	if (!pipeline) return;
	promote(state.jobs.in("pipeline", pipelineId), at, setting);
	const jobs = state.jobs.in("pipeline", pipelineId);
	const status = statusOf(jobs);
	if (status === pipeline.status) return;
	if (isComplete({ status })) {
		finish(pipeline, status, at, state);
		return;
	}
	const starts = status === "running" && pipeline.started_at === null;
	state.pipelines.update(pipelineId, {
		status,
		updated_at: at,
		finished_at: null,
		duration: null,
		...(starts ? { started_at: at, queued_duration: Math.floor(seconds(pipeline.created_at, at)) } : {}),
	});
}

/** Returns the mean of the jobs that have a coverage, even while others run, or else the pipeline's own. */
export function meanCoverage({ id, coverage }: Pipeline, state: State): number | null {
	const covered = state.jobs.in("pipeline", id).flatMap((job) => job.coverage ?? []);
	return covered.length === 0 ? coverage : covered.reduce((sum, one) => sum + one, 0) / covered.length;
}

/** Ends a pipeline whose jobs have all ended. */
export function finish(pipeline: Pipeline, status: Pipeline["status"], at: string, state: State): Pipeline {
	const jobs = state.jobs.in("pipeline", pipeline.id);
	const begun = jobs.flatMap((job) => job.started_at ?? []).sort();
	const started_at = pipeline.started_at ?? begun[0] ?? null;
	return state.pipelines.update(pipeline.id, {
		status,
		started_at,
		finished_at: at,
		updated_at: at,
		duration: wholeSeconds(jobs, started_at, at),
		coverage: meanCoverage(pipeline, state),
	});
}
