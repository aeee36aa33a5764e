/** The tables of the pipelines domain. */
import {
	count,
	dictionary,
	flag,
	json,
	linkTo,
	list,
	nullable,
	number,
	object,
	oneOf,
	partOf,
	serial,
	type TypeOf,
	text,
	time,
	to,
} from "../columns";
import { type RowOf, table } from "../definition";

/** The statuses of pipelines, in the order of progress. Only GitLab has `waiting_for_callback` and `canceling`. */
export const pipelineStatuses = [
	"created",
	"waiting_for_resource",
	"preparing",
	"waiting_for_callback",
	"pending",
	"running",
	"success",
	"failed",
	"canceling",
	"canceled",
	"skipped",
	"manual",
	"scheduled",
] as const;
/** The status of a pipeline or a job. */
export type PipelineStatus = (typeof pipelineStatuses)[number];

const variable = object({ key: text(), value: text(), variable_type: oneOf("env_var", "file"), raw: flag() });
/** A variable that a pipeline was started with. */
export type PipelineVariable = TypeOf<typeof variable>;

const testCase = object({
	status: oneOf("success", "failed", "skipped", "error"),
	name: text(),
	classname: text(),
	/** Seconds. */
	execution_time: number(),
	system_output: nullable(text()),
	stack_trace: nullable(text()),
});
/** A case of a pipeline's test report. */
export type TestCase = TypeOf<typeof testCase>;

const testSuite = object({
	name: text(),
	build_ids: list(number()),
	/** Why the report could not be read, if it could not. */
	suite_error: nullable(text()),
	test_cases: list(testCase),
});
/** A suite of a pipeline's test report. */
export type TestSuite = TypeOf<typeof testSuite>;

/** A pipeline. */
export interface Pipeline extends RowOf<typeof pipelines> {}
export const pipelines = table(
	"pipelines",
	{
		id: serial(701),
		/** The pipeline's number within the project. */
		iid: count(),
		project_id: partOf("projects"),
		status: oneOf(...pipelineStatuses).or("pending"),
		source: text().or("push"),
		ref: text(),
		tag: flag(),
		sha: text(),
		before_sha: text().or("0".repeat(40)),
		name: nullable(text()),
		yaml_errors: nullable(text()),
		user_id: to("users"),
		/** The pipeline that started this one as its child. */
		parent_id: linkTo("pipelines"),
		created_at: time().now(),
		updated_at: time().like("created_at"),
		started_at: nullable(time()),
		finished_at: nullable(time()),
		committed_at: nullable(time()),
		/** Whole seconds from start to finish, without waiting time. */
		duration: nullable(number()),
		/** Seconds from creation to start. */
		queued_duration: number().or(0),
		/** Percent. */
		coverage: nullable(number()),
		archived: flag(),
		variables: list(variable),
		inputs: dictionary(json()),
		test_suites: list(testSuite),
	},
	{
		groups: {
			project: "project_id",
			parent: "parent_id",
			commit: ["project_id", "sha"],
			ref: ["project_id", "ref"],
		},
		unique: { iid: ["project_id", "iid"] },
	},
);

/** A job of a pipeline. */
export interface Job extends RowOf<typeof jobs> {}
export const jobs = table(
	"jobs",
	{
		id: serial(5001),
		pipeline_id: partOf("pipelines"),
		/** The pipeline's project. */
		project_id: to("projects"),
		name: text().or("build"),
		stage: text().or("build"),
		status: oneOf(...pipelineStatuses),
		allow_failure: flag(),
		runner_id: linkTo("runners"),
		/** The machine of the runner that runs the job. */
		runner_manager_id: linkTo("runnerManagers"),
		created_at: time().now(),
		started_at: nullable(time()),
		finished_at: nullable(time()),
		/** Seconds. */
		duration: nullable(number()),
		/** Seconds from creation to start. */
		queued_duration: nullable(number()),
		/** Percent. */
		coverage: nullable(number()),
	},
	{ groups: { pipeline: "pipeline_id", runner: "runner_id", manager: "runner_manager_id" } },
);

/** When the simulation changes a job: a pending one starts then, a running one ends. See the setting `pipelines`. */
export interface JobStep extends RowOf<typeof jobSteps> {}
export const jobSteps = table(
	"jobSteps",
	{
		id: serial(1),
		job_id: partOf("jobs"),
		/** When the job began to wait or to run. */
		since: time().now(),
		due_at: time().now(),
	},
	{ groups: { all: () => 0 }, unique: { job: "job_id" } },
);
