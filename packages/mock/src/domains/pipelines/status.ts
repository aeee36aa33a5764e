import type { Job, PipelineStatus } from "../../state/records";

/** The statuses that a pipeline or a job does not leave by itself. */
const ended: ReadonlySet<PipelineStatus> = new Set(["success", "failed", "canceled", "skipped"]);

/** Whether a pipeline or a job has ended, with any result. */
export const isComplete = ({ status }: { readonly status: PipelineStatus }): boolean => ended.has(status);
export const isUnfinished = (job: Job): boolean => !isComplete(job);

/** Whether a job prevents its pipeline from succeeding and later stages from running. */
export const breaks = ({ status, allow_failure }: Job): boolean =>
	!allow_failure && (status === "failed" || status === "canceled");

/** Returns a pipeline's jobs by stage, in the order in which the stages run. */
export function stagesOf(jobs: readonly Job[]): Job[][] {
	const stages = new Map<string, Job[]>();
	for (const job of jobs) {
		const stage = stages.get(job.stage);
		if (stage) stage.push(job);
		else stages.set(job.stage, [job]);
	}
	return [...stages.values()];
}

/** The statuses of a pipeline whose jobs have not run yet. It has the first of these that one of its jobs has. */
const waiting: readonly PipelineStatus[] = [
	"pending",
	"preparing",
	"waiting_for_resource",
	"waiting_for_callback",
	"canceling",
];
/** The statuses of a pipeline whose unfinished jobs all have this status or are `created`. */
const standing: readonly PipelineStatus[] = ["manual", "scheduled"];

/** Returns the status that a pipeline has because of its jobs. There must be at least one job. */
export function statusOf(jobs: readonly Job[]): PipelineStatus {
	const has = (status: PipelineStatus): boolean => jobs.some((job) => job.status === status);
	const open = jobs.filter(isUnfinished);
	if (open.length === 0) {
		const broken = jobs.filter(breaks);
		if (broken.some(({ status }) => status === "failed")) return "failed";
		if (broken.length > 0) return "canceled";
		return jobs.every(({ status }) => status === "skipped") ? "skipped" : "success";
	}
	if (has("running")) return "running";
	const stands = standing.find(
		(status) => has(status) && open.every((job) => job.status === status || job.status === "created"),
	);
	if (stands) return stands;
	if (jobs.some(({ status }) => status === "success" || status === "failed")) return "running";
	return waiting.find(has) ?? "created";
}
