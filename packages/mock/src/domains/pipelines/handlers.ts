import { authorize } from "../../request/access/authorize";
import { checkUnmodified, findProject } from "../../request/access/find";
import type { Context } from "../../request/context";
import { forbidden, notFound, unauthorized } from "../../request/http/errors";
import { created, noContent, ok } from "../../request/http/json-response";
import { operation } from "../../request/operation";
import { fromArray, page } from "../../request/pages/page";
import type { Pipeline, Project } from "../../state/records";
import { full, listItem, variable } from "./entities";
import { inputsOf } from "./inputs";
import { listed } from "./list";
import { cancel, create, destroy, latest, rename, retry } from "./pipeline";
import { pipelinePolicy } from "./policy";
import { testReport, testReportSummary } from "./test-report";

/** Returns the pipeline in the request's path. Throws 404 if the project has no such pipeline. */
function find(context: Context, project: Project, id: number): Pipeline {
	const pipeline = context.state.pipelines.get(id);
	if (!pipeline || pipeline.project_id !== project.id) throw notFound();
	return pipeline;
}

/** Returns a pipeline that the caller can read, and its project. */
function readable(context: Context, params: { id: number | string; pipeline_id: number }) {
	const project = findProject(context, params.id);
	authorize(pipelinePolicy.read_pipeline(context.actor, project));
	return { project, pipeline: find(context, project, params.pipeline_id) };
}

export const pipelines = {
	listPipelines: operation("listPipelines", (call) => {
		const project = findProject(call, call.params.id);
		authorize(pipelinePolicy.read_pipeline(call.actor, project));
		return page(call, call.params, listed(call.params, project, call), (one) =>
			call.json(one, project, () => listItem(one, project, call)),
		);
	}),

	getPipeline: operation("getPipeline", (call) => {
		const { project, pipeline } = readable(call, call.params);
		return ok(full(pipeline, project, call));
	}),

	getLatestPipeline: operation("getLatestPipeline", (call) => {
		const project = findProject(call, call.params.id);
		authorize(pipelinePolicy.read_pipeline(call.actor, project));
		const pipeline = latest(call.params.ref ?? project.default_branch, project, call.state);
		if (!pipeline) throw forbidden();
		return ok(full(pipeline, project, call));
	}),

	listPipelineVariables: operation("listPipelineVariables", (call) => {
		const project = findProject(call, call.params.id);
		authorize(pipelinePolicy.read_pipeline(call.actor, project));
		const pipeline = find(call, project, call.params.pipeline_id);
		authorize(pipelinePolicy.read_variables(call.actor, project, pipeline));
		return page(call, call.params, fromArray(pipeline.variables), variable);
	}),

	getPipelineTestReport: operation("getPipelineTestReport", (call) =>
		ok(testReport(readable(call, call.params).pipeline)),
	),

	getPipelineTestReportSummary: operation("getPipelineTestReportSummary", (call) =>
		ok(testReportSummary(readable(call, call.params).pipeline)),
	),

	createPipeline: operation("createPipeline", (call) => {
		const { actor, params } = call;
		const project = findProject(call, params.id);
		authorize(pipelinePolicy.create_pipeline(actor, project));
		if (!actor.user) throw unauthorized();
		const variables = (params.variables ?? []).map(({ key, value, variable_type }) => ({
			key,
			value: value ?? "",
			variable_type: variable_type ?? "env_var",
			raw: false,
		}));
		const values = { ref: params.ref, variables, inputs: inputsOf(params.inputs ?? {}, call) };
		return created(full(create(values, project, actor.user, call), project, call));
	}),

	retryPipeline: operation("retryPipeline", (call) => {
		const project = findProject(call, call.params.id);
		const pipeline = find(call, project, call.params.pipeline_id);
		authorize(pipelinePolicy.retry_pipeline(call.actor, project, pipeline));
		return created(full(retry(pipeline, call), project, call));
	}),

	cancelPipeline: operation("cancelPipeline", (call) => {
		const project = findProject(call, call.params.id);
		const pipeline = find(call, project, call.params.pipeline_id);
		authorize(pipelinePolicy.update_pipeline(call.actor, project, pipeline));
		return ok(full(cancel(pipeline, call.state), project, call));
	}),

	deletePipeline: operation("deletePipeline", (call) => {
		const project = findProject(call, call.params.id);
		const pipeline = find(call, project, call.params.pipeline_id);
		authorize(pipelinePolicy.destroy_pipeline(call.actor, project));
		checkUnmodified(call, pipeline.updated_at);
		destroy(pipeline, call.state);
		return noContent();
	}),

	updatePipelineMetadata: operation("updatePipelineMetadata", (call) => {
		const project = findProject(call, call.params.id);
		const pipeline = find(call, project, call.params.pipeline_id);
		authorize(pipelinePolicy.rename_pipeline(call.actor, project));
		return ok(full(rename(pipeline, call.params.name, call.state), project, call));
	}),
};
