import { compareReleases } from "../../request/access/served";
import type { Context } from "../../request/context";
import type { Pipeline, PipelineVariable, Project } from "../../state/records";
import { userBasic } from "../users/entities";
import { detailedStatus } from "./detailed-status";
import { meanCoverage } from "./job";

/** The first release in which pipelines show their name. */
const namedSince = "16.3";

const name = (pipeline: Pipeline, context: Context): { name?: string | null } =>
	compareReleases(context.settings.release, namedSince) < 0 ? {} : { name: pipeline.name };

/** Returns the JSON of a pipeline in a list. */
export const listItem = (pipeline: Pipeline, project: Project, context: Context): object => ({
	id: pipeline.id,
	iid: pipeline.iid,
	project_id: pipeline.project_id,
	sha: pipeline.sha,
	ref: pipeline.ref,
	status: pipeline.status,
	source: pipeline.source,
	created_at: pipeline.created_at,
	updated_at: pipeline.updated_at,
	web_url: `${context.base}/${project.full_path}/-/pipelines/${pipeline.id}`,
	...name(pipeline, context),
});

/** Returns the full JSON of a pipeline. */
export function full(pipeline: Pipeline, project: Project, context: Context): object {
	const { state } = context;
	const user = state.users.get(pipeline.user_id);
	return {
		id: pipeline.id,
		...listItem(pipeline, project, context),
		before_sha: pipeline.before_sha,
		tag: pipeline.tag,
		yaml_errors: pipeline.yaml_errors,
		user: user && userBasic(user, context),
		started_at: pipeline.started_at,
		finished_at: pipeline.finished_at,
		committed_at: pipeline.committed_at,
		duration: pipeline.duration,
		queued_duration: Math.floor(pipeline.queued_duration),
		coverage: meanCoverage(pipeline, state)?.toFixed(2) ?? null,
		detailed_status: detailedStatus(pipeline, project, state),
		archived: pipeline.archived,
	};
}

export const variable = ({ variable_type, key, value, raw }: PipelineVariable): object => ({
	variable_type,
	key,
	value,
	raw,
});
