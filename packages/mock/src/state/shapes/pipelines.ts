/** What rows of pipelines, jobs and runners look like in a state file. */

import {
	dictionary,
	flag,
	id,
	json,
	list,
	nullable,
	number,
	object,
	oneOf,
	type Shape,
	text,
	time,
	to,
} from "../../lib/checks";
import {
	type Job,
	type JobStep,
	type Pipeline,
	type PipelineVariable,
	pipelineStatuses,
	type RegistrationToken,
	type Runner,
	type RunnerAssignment,
	type RunnerManager,
	type RunnerProgram,
	type RunnerRule,
	type RunnerToken,
	type TestCase,
	type TestSuite,
} from "../records";

const status = oneOf(...pipelineStatuses);

const testCase = object<TestCase>({
	status: oneOf("success", "failed", "skipped", "error"),
	name: text,
	classname: text,
	execution_time: number,
	system_output: nullable(text),
	stack_trace: nullable(text),
});

export const pipeline: Shape<Pipeline> = {
	id,
	iid: id,
	project_id: to("projects"),
	status,
	source: text,
	ref: text,
	tag: flag,
	sha: text,
	before_sha: text,
	name: nullable(text),
	yaml_errors: nullable(text),
	user_id: to("users"),
	// May name a pipeline that is no more.
	parent_id: nullable(number),
	created_at: time,
	updated_at: time,
	started_at: nullable(time),
	finished_at: nullable(time),
	committed_at: nullable(time),
	duration: nullable(number),
	queued_duration: number,
	coverage: nullable(number),
	archived: flag,
	variables: list(
		object<PipelineVariable>({ key: text, value: text, variable_type: oneOf("env_var", "file"), raw: flag }),
	),
	inputs: dictionary(json),
	test_suites: list(
		object<TestSuite>({ name: text, build_ids: list(number), suite_error: nullable(text), test_cases: list(testCase) }),
	),
};

export const job: Shape<Job> = {
	id,
	pipeline_id: to("pipelines"),
	project_id: to("projects"),
	name: text,
	stage: text,
	status,
	allow_failure: flag,
	runner_id: nullable(to("runners")),
	runner_manager_id: nullable(to("runnerManagers")),
	created_at: time,
	started_at: nullable(time),
	finished_at: nullable(time),
	duration: nullable(number),
	queued_duration: nullable(number),
	coverage: nullable(number),
};

export const jobStep: Shape<JobStep> = { id, job_id: to("jobs"), since: time, due_at: time };

const program: Shape<RunnerProgram> = {
	version: nullable(text),
	revision: nullable(text),
	platform: nullable(text),
	architecture: nullable(text),
};

export const runner: Shape<Runner> = {
	id,
	runner_type: oneOf("instance_type", "group_type", "project_type"),
	group_id: nullable(to("groups")),
	name: nullable(text),
	description: nullable(text),
	paused: flag,
	locked: flag,
	run_untagged: flag,
	tag_list: list(text),
	access_level: oneOf("not_protected", "ref_protected"),
	maximum_timeout: nullable(number),
	maintenance_note: nullable(text),
	program: nullable(object(program)),
	created_by_id: nullable(to("users")),
	created_at: time,
	updated_at: time,
	contacted_at: nullable(time),
};

export const runnerManager: Shape<RunnerManager> = {
	id,
	runner_id: to("runners"),
	system_id: text,
	...program,
	created_at: time,
	contacted_at: nullable(time),
	ip_address: nullable(text),
};

export const runnerAssignment: Shape<RunnerAssignment> = {
	id,
	runner_id: to("runners"),
	project_id: to("projects"),
	created_at: time,
};

export const runnerToken: Shape<RunnerToken> = {
	id,
	runner_id: to("runners"),
	text,
	expires_at: nullable(time),
};

const runnerPlace = oneOf("instance", "group", "project");

export const registrationToken: Shape<RegistrationToken> = { id, place: runnerPlace, place_id: number, text };

export const runnerRule: Shape<RunnerRule> = {
	id,
	place: runnerPlace,
	place_id: number,
	registration_enabled: flag,
	token_lifetime: nullable(number),
};
