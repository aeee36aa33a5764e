import { pipelinePolicy } from "../../domains/pipelines/policy";
import { upper } from "../case";
import { visibleProject } from "../find";
import { globalId } from "../global-id";
import type { Part } from "../part";

export const jobs: Part = {
	CiJob: {
		id: ({ id }) => globalId("Ci::Build", id),
		status: ({ status }) => upper(status),
		refName: ({ pipeline_id }, _args, { state }) => state.pipelines.get(pipeline_id)?.ref ?? null,
		duration: ({ duration }) => (duration === null ? null : Math.round(duration)),
		pipeline({ pipeline_id, project_id }, _args, context) {
			const project = visibleProject(project_id, context);
			const mayRead = project && pipelinePolicy.read_pipeline(context.actor, project);
			return (mayRead && context.state.pipelines.get(pipeline_id)) || null;
		},
		project: ({ project_id }, _args, context) => visibleProject(project_id, context) ?? null,
	},
};
