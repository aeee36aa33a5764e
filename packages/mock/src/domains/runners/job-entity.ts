import type { Context } from "../../request/context";
import type { Job, Pipeline, User } from "../../state/records";
import { profileUser } from "../users/entities";
import { projectNames } from "./entities";

/** Builds a commit from its pipeline. Assumed: no commits are stored, so the author is who started the pipeline. */
function commit(pipeline: Pipeline, user: User | undefined): object {
	const short = pipeline.sha.slice(0, 8);
	const at = pipeline.committed_at ?? pipeline.created_at;
	const name = user?.name ?? "Unknown";
	const email = user?.commit_email ?? user?.email ?? "unknown@example.com";
	return {
		id: pipeline.sha,
		short_id: short,
		title: `Commit ${short}`,
		created_at: at,
		parent_ids: /^0+$/.test(pipeline.before_sha) ? [] : [pipeline.before_sha],
		message: `Commit ${short}`,
		author_name: name,
		author_email: email,
		authored_date: at,
		committer_name: name,
		committer_email: email,
		committed_date: at,
	};
}

/** Returns the JSON of a job in a runner's list. */
export function job(one: Job, context: Context): object {
	const { base, state } = context;
	const pipeline = state.pipelines.get(one.pipeline_id);
	const project = state.projects.get(one.project_id);
	const user = pipeline && state.users.get(pipeline.user_id);
	return {
		id: one.id,
		status: one.status,
		stage: one.stage,
		name: one.name,
		ref: pipeline?.ref,
		tag: pipeline?.tag,
		coverage: one.coverage,
		allow_failure: one.allow_failure,
		created_at: one.created_at,
		started_at: one.started_at,
		finished_at: one.finished_at,
		erased_at: null,
		duration: one.duration,
		queued_duration: one.queued_duration,
		user: user && profileUser(user, context),
		commit: pipeline && commit(pipeline, user),
		pipeline: pipeline && { id: pipeline.id, sha: pipeline.sha, ref: pipeline.ref, status: pipeline.status },
		web_url: `${base}/${project?.full_path}/-/jobs/${one.id}`,
		// Assumed: every failed job failed because of its script.
		...(one.status === "failed" ? { failure_reason: "script_failure" } : {}),
		project: project && {
			...projectNames(project, state),
			description: project.description,
			created_at: project.created_at,
		},
	};
}
