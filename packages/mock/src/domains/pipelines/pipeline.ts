/** The states and transitions of a pipeline. */
import { isLonger } from "../../lib/is-longer";
import type { Actor } from "../../request/access/actor";
import { invalid } from "../../request/http/errors";
import type { Job, Pipeline, PipelineVariable, Project, User } from "../../state/records";
import { remove } from "../../state/references";
import type { State } from "../../state/state";
import type { Inputs } from "./inputs";
import { finish, promote, type Setting, unplan } from "./job";
import { seconds } from "./lasting";
import { ofCommit } from "./list";
import { pipelinePolicy } from "./policy";
import { isComplete, isUnfinished } from "./status";

const mostInputs = 20;
const longestName = 255;

/** Returns a 400 error about the pipeline as a whole. */
const refused = (text: string) => invalid({ base: [text] });

export interface NewPipeline {
	readonly ref: string;
	readonly variables: readonly PipelineVariable[];
	readonly inputs: Inputs;
}

/** Returns the commit of a ref, and whether the ref is a tag. Throws 400 if no ref has the name, or two have it. */
function resolve(ref: string, project: Project): { sha: string; tag: boolean } {
	const branch = Object.hasOwn(project.branches, ref) ? project.branches[ref] : undefined;
	const tag = Object.hasOwn(project.tags, ref) ? project.tags[ref] : undefined;
	if (branch !== undefined && tag !== undefined) throw refused("Ref is ambiguous");
	const sha = branch ?? tag;
	if (sha === undefined) throw refused("Reference not found");
	return { sha, tag: branch === undefined };
}

function checkVariables(variables: readonly PipelineVariable[]): void {
	const seen = new Set<string>();
	for (const { key } of variables) {
		if (!/^[A-Za-z0-9_]+$/.test(key)) throw refused(`Variables key can contain only letters, digits and '_': ${key}`);
		if (seen.has(key)) throw refused(`Duplicate variable name: ${key}`);
		seen.add(key);
	}
}

function checkPace(project: Project, user: User, state: State): void {
	if (project.pipelines_per_minute === null) return;
	const since = new Date(state.clock.now() - 60_000).toISOString();
	const recent = state.pipelines
		.in("project", project.id)
		.filter((one) => one.user_id === user.id && one.source === "api" && one.created_at > since);
	if (recent.length >= project.pipelines_per_minute)
		throw refused("Too many pipelines created in the last minute. Try again later.");
}

/** The caller who starts a pipeline, and the state and settings. */
interface Start extends Setting {
	readonly actor: Actor;
}

/**
 * Starts a pipeline on a branch or a tag. It is `pending`, with a job that waits to run and one in a later stage.
 * Throws 400 if the pipeline cannot start; then no number is used up.
 */
export function create(input: NewPipeline, project: Project, user: User, { actor, ...setting }: Start): Pipeline {
	const { state } = setting;
	checkPace(project, user, state);
	const { sha, tag } = resolve(input.ref, project);
	if (!pipelinePolicy.run_on_ref(actor, project, input.ref))
		throw refused(
			`You do not have sufficient permission to run a pipeline on '${input.ref}'. Please select a different branch or contact your administrator for assistance.`,
		);
	if (project.ci_config === null) throw refused("Missing CI config file");
	if (project.ci_config.errors !== null) throw refused(project.ci_config.errors);
	if (input.variables.length > 0 && !pipelinePolicy.set_variables(actor, project))
		throw refused("Insufficient permissions to set pipeline variables");
	checkVariables(input.variables);
	if (Object.keys(input.inputs).length > mostInputs) throw refused(`There cannot be more than ${mostInputs} inputs`);
	const now = state.clock.iso();
	const pipeline = state.pipelines.insert({
		iid: state.nextIid(project, "pipeline"),
		project_id: project.id,
		status: "pending",
		source: "api",
		ref: input.ref,
		tag,
		sha,
		before_sha: "0".repeat(40),
		name: null,
		yaml_errors: null,
		user_id: user.id,
		parent_id: null,
		created_at: now,
		updated_at: now,
		started_at: null,
		finished_at: null,
		committed_at: null,
		duration: null,
		queued_duration: 0,
		coverage: null,
		archived: false,
		variables: input.variables,
		inputs: input.inputs,
		test_suites: [],
	});
	for (const stage of ["build", "test"])
		state.jobs.insert({
			pipeline_id: pipeline.id,
			project_id: project.id,
			name: stage,
			stage,
			status: "created",
			allow_failure: false,
			runner_id: null,
			runner_manager_id: null,
			created_at: now,
			started_at: null,
			finished_at: null,
			duration: null,
			queued_duration: null,
			coverage: null,
		});
	promote(state.jobs.in("pipeline", pipeline.id), now, setting);
	return pipeline;
}

const isRetried = ({ status }: Job): boolean => status === "failed" || status === "canceled";

/** Whether a pipeline has jobs that can be retried. */
export const isRetryable = ({ id, archived }: Pipeline, state: State): boolean =>
	!archived && state.jobs.in("pipeline", id).some(isRetried);

/** Whether a pipeline has jobs that can be canceled. */
export const isCancelable = (pipeline: Pipeline, state: State): boolean =>
	!isComplete(pipeline) && state.jobs.in("pipeline", pipeline.id).some(isUnfinished);

/**
 * Retries the failed and canceled jobs, and the skipped ones after them, stage by stage. Without any, nothing changes.
 */
export function retry(pipeline: Pipeline, setting: Setting): Pipeline {
	const { state } = setting;
	const jobs = state.jobs.in("pipeline", pipeline.id);
	if (!jobs.some(isRetried)) return pipeline;
	const now = state.clock.iso();
	for (const job of jobs)
		if (isRetried(job) || job.status === "skipped")
			state.jobs.update(job.id, {
				status: "created",
				runner_id: null,
				runner_manager_id: null,
				started_at: null,
				finished_at: null,
				duration: null,
				queued_duration: null,
				coverage: null,
			});
	promote(state.jobs.in("pipeline", pipeline.id), now, setting);
	return state.pipelines.update(pipeline.id, {
		status: "pending",
		finished_at: null,
		duration: null,
		updated_at: now,
	});
}

/** Cancels a pipeline, its unfinished jobs and its child pipelines. A pipeline that has ended does not change. */
export function cancel(pipeline: Pipeline, state: State): Pipeline {
	if (isComplete(pipeline)) return pipeline;
	const now = state.clock.iso();
	for (const job of state.jobs.in("pipeline", pipeline.id))
		if (isUnfinished(job)) {
			unplan(job, state);
			const duration = job.started_at === null ? null : seconds(job.started_at, now);
			state.jobs.update(job.id, { status: "canceled", finished_at: now, duration });
		}
	cancelChildren(pipeline, state);
	return finish(pipeline, "canceled", now, state);
}

function cancelChildren(pipeline: Pipeline, state: State): void {
	for (const child of state.pipelines.in("parent", pipeline.id)) cancel(child, state);
}

/** Removes a pipeline with its jobs. Its child pipelines stay, but unfinished ones are canceled. */
export function destroy(pipeline: Pipeline, state: State): void {
	cancelChildren(pipeline, state);
	remove("pipelines", pipeline.id, state);
}

/** Sets the name of a pipeline, without spaces around it. Throws 400 if the name is empty or too long. */
export function rename(pipeline: Pipeline, text: string, state: State): Pipeline {
	const name = text.trim();
	const fault =
		name === ""
			? "Name is too short (minimum is 1 character)"
			: isLonger(name, longestName)
				? `Name is too long (maximum is ${longestName} characters)`
				: undefined;
	if (fault) throw invalid(`Failed to update pipeline - ${fault}`);
	return state.pipelines.update(pipeline.id, { name, updated_at: state.clock.iso() });
}

/** Returns the newest pipeline of a commit and a ref, without child pipelines, or undefined if there is none. */
export function newestOf(ref: string, sha: string, project: Project, state: State): Pipeline | undefined {
	for (const one of ofCommit(sha, project, state)) if (one.ref === ref) return one;
	return undefined;
}

/** Returns the newest pipeline of the commit that a ref points to, without child pipelines, or undefined. */
export function latest(ref: string | null, project: Project, state: State): Pipeline | undefined {
	if (ref === null) return undefined;
	const tips = Object.hasOwn(project.branches, ref) ? project.branches : project.tags;
	const sha = Object.hasOwn(tips, ref) ? tips[ref] : undefined;
	return sha === undefined ? undefined : newestOf(ref, sha, project, state);
}
