import { checkFields } from "../control/check-fields";
import type { Ending } from "../domains/pipelines/job";
import { isComplete } from "../domains/pipelines/status";
import { settle } from "../domains/settle";
import { list, nullable, object, oneOf, optional, plain, text } from "../lib/checks";
import { ControlRefusal } from "../lib/control-error";
import type { Pipeline } from "../state/records";
import type { ControlledPlatform } from "./controlled";
import { wholeNumber } from "./query";

const status = optional(oneOf("success", "failed", "canceled", "skipped"));
const coverage = optional(
	nullable(plain<number>("percent, from 0 to 100", (value) => typeof value === "number" && value >= 0 && value <= 100)),
);

const tests = optional(
	list(
		object({
			name: text,
			status: optional(oneOf("success", "failed", "skipped", "error")),
			classname: optional(text),
			execution_time: optional(plain<number>("seconds", (value) => typeof value === "number" && value >= 0)),
			system_output: optional(nullable(text)),
			stack_trace: optional(nullable(text)),
		}),
	),
);

const numberOf = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

/** Returns a pipeline with its jobs, as the control API shows it. */
export function pipelineWithJobs(platform: ControlledPlatform, id: string): object {
	const { state } = platform;
	settle(platform);
	const pipeline = state.pipelines.get(numberOf(id));
	if (!pipeline) throw new ControlRefusal(404, `There is no pipeline ${id}.`);
	return pipelineBody(platform, pipeline);
}

function pipelineBody({ state }: ControlledPlatform, pipeline: Pipeline): object {
	const { iid, project_id, ref, started_at, finished_at, duration } = pipeline;
	const jobs = state.jobs.in("pipeline", pipeline.id).map((job) => ({
		id: job.id,
		name: job.name,
		stage: job.stage,
		status: job.status,
		runner_id: job.runner_id,
		started_at: job.started_at,
		finished_at: job.finished_at,
		duration: job.duration,
		coverage: job.coverage,
	}));
	const times = { started_at, finished_at, duration };
	return {
		id: pipeline.id,
		iid,
		project_id,
		project: state.projects.get(project_id)?.full_path ?? null,
		ref,
		status: pipeline.status,
		...times,
		coverage: pipeline.coverage,
		jobs,
	};
}

const lists = { open: isComplete, ended: (pipeline: Pipeline) => !isComplete(pipeline), all: () => false };
const isList = (name: string): name is keyof typeof lists => Object.hasOwn(lists, name);

/** Returns the pipelines with their jobs, newest first. */
export function listPipelines(
	platform: ControlledPlatform,
	query: URLSearchParams,
): { count: number; pipelines: object[] } {
	const [limit, state] = [wholeNumber(query, "limit", 20), query.get("state") ?? "all"];
	if (!isList(state))
		throw new ControlRefusal(400, `state: expected one of ${Object.keys(lists).join(", ")}, found "${state}".`);
	settle(platform);
	const isLeftOut = lists[state];
	const found = [...platform.state.pipelines.all()].filter((pipeline) => !isLeftOut(pipeline));
	found.sort((a, b) => b.id - a.id);
	return { count: found.length, pipelines: found.slice(0, limit).map((pipeline) => pipelineBody(platform, pipeline)) };
}

export function finishPipeline(platform: ControlledPlatform, id: string, value: unknown): object {
	pipelineWithJobs(platform, id);
	// The value has passed its check.
	const ending = checkFields(value ?? {}, { status }, "field") as Partial<Ending>;
	platform.pipelines.finish(numberOf(id), ending.status);
	return pipelineWithJobs(platform, id);
}

/** Returns the id of an existing job. */
function jobOf({ state }: ControlledPlatform, id: string): number {
	if (!state.jobs.get(numberOf(id))) throw new ControlRefusal(404, `There is no job ${id}.`);
	return numberOf(id);
}

export function startJob(platform: ControlledPlatform, id: string): object {
	const { pipeline_id } = platform.pipelines.startJob(jobOf(platform, id));
	return pipelineWithJobs(platform, String(pipeline_id));
}

export function finishJob(platform: ControlledPlatform, id: string, value: unknown): object {
	const job = jobOf(platform, id);
	// The value has passed its check.
	const ending = checkFields(value ?? {}, { status, coverage, tests }, "field") as Partial<Ending>;
	const { pipeline_id } = platform.pipelines.finishJob(job, { status: "success", ...ending });
	return pipelineWithJobs(platform, String(pipeline_id));
}
