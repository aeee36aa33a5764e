import { detailedStatus } from "../../domains/pipelines/detailed-status";
import { meanCoverage } from "../../domains/pipelines/job";
import { type Filters, isChild, ofCommit, pipelinesOf, pipelinesOfRef, startedBy } from "../../domains/pipelines/list";
import {
	cancel,
	create,
	destroy,
	isCancelable,
	isRetryable,
	latest,
	newestOf,
	retry,
} from "../../domains/pipelines/pipeline";
import { pipelinePolicy } from "../../domains/pipelines/policy";
import { isComplete } from "../../domains/pipelines/status";
import { testReportSummary } from "../../domains/pipelines/test-report";
import { authorize } from "../../request/access/authorize";
import { notFound } from "../../request/http/errors";
import type { Job, Pipeline, Project } from "../../state/records";
import { lower, upper } from "../case";
import { Connection } from "../connection";
import type { GraphqlContext } from "../context";
import { refusal } from "../errors";
import { projectOf, visibleProject } from "../find";
import type { MergeRequestPipelinesArgs, ProjectPipelineArgs, ProjectPipelinesArgs } from "../generated/resolvers";
import { type GlobalId, globalId, parseGlobalId } from "../global-id";
import { readIid } from "../iid";
import { isPresent } from "../is-present";
import { known } from "../known";
import { mutation } from "../mutation";
import type { Part } from "../part";

const projectFor = ({ project_id }: Pipeline, { state }: GraphqlContext): Project => known(state.projects, project_id);

const filtersOf = (args: ProjectPipelinesArgs | MergeRequestPipelinesArgs): Filters => ({
	scope: args.scope ? lower(args.scope) : undefined,
	status: args.status ? lower(args.status) : undefined,
	ref: args.ref ?? undefined,
	sha: args.sha ?? undefined,
	source: args.source ?? undefined,
});

/** Returns the pipeline that the arguments name. Throws unless exactly one argument is given. */
function named({ id, iid, sha }: ProjectPipelineArgs, project: Project, state: GraphqlContext["state"]) {
	if ([id, iid, sha].filter(isPresent).length !== 1)
		throw refusal("Exactly one of `id`, `iid` and `sha` must be given");
	if (id) return state.pipelines.get(id.id);
	if (isPresent(iid)) return state.pipelines.one("iid", `${project.id}:${readIid(iid)}`);
	const [newest] = ofCommit(sha ?? "", project, state);
	return newest;
}

/** Returns the pipeline of a mutation, and its project. Throws 404 if the caller cannot see the project. */
function pipelineOf({ id }: GlobalId, context: GraphqlContext): { pipeline: Pipeline; project: Project } {
	const pipeline = context.state.pipelines.get(id);
	const project = pipeline && visibleProject(pipeline.project_id, context);
	if (!project) throw notFound();
	return { pipeline, project };
}

const jobsOf = ({ id }: Pipeline, { state }: GraphqlContext): Job[] => state.jobs.in("pipeline", id);

export const pipelines: Part = {
	Project: {
		pipeline(project, args, { actor, state }) {
			const found = named(args, project, state);
			const isHere = found?.project_id === project.id;
			return isHere && pipelinePolicy.read_pipeline(actor, project) ? found : null;
		},
		pipelines(project, args, { actor, state }) {
			if (!pipelinePolicy.read_pipeline(actor, project)) return null;
			const filters = {
				...filtersOf(args),
				ids: args.ids?.map((id) => parseGlobalId(id, "Ci::Pipeline").id),
				tag: args.refType ? args.refType === "TAGS" : undefined,
				username: args.username ?? undefined,
				updated_after: args.updatedAfter ?? undefined,
				updated_before: args.updatedBefore ?? undefined,
			};
			return new Connection(pipelinesOf(project, filters, state), args);
		},
	},
	MergeRequest: {
		/** Assumed: the pipelines of the source branch. */
		pipelines({ project_id, source_branch }, args, { actor, state }) {
			const project = known(state.projects, project_id);
			if (!pipelinePolicy.read_pipeline(actor, project)) return null;
			return new Connection(pipelinesOfRef(source_branch, project, filtersOf(args), state), args);
		},
		headPipeline({ project_id, source_branch, diff_head_sha }, _args, { actor, state }) {
			const project = known(state.projects, project_id);
			if (!pipelinePolicy.read_pipeline(actor, project)) return null;
			return newestOf(source_branch, diff_head_sha, project, state) ?? null;
		},
	},
	Pipeline: {
		id: ({ id }) => globalId("Ci::Pipeline", id),
		iid: ({ iid }) => String(iid),
		sha: ({ sha }, { format }) => (format === "SHORT" ? sha.slice(0, 8) : sha),
		refPath: ({ ref, tag }) => `refs/${tag ? "tags" : "heads"}/${ref}`,
		status: ({ status }) => upper(status),
		detailedStatus(pipeline, _args, context) {
			const shown = detailedStatus(pipeline, projectFor(pipeline, context), context.state);
			const { status, id } = pipeline;
			return {
				id: `${status}-${id}-${id}`,
				name: shown.group.replaceAll("-", "_").toUpperCase(),
				label: shown.label,
				tooltip: shown.tooltip,
				favicon: shown.favicon,
				detailsPath: shown.details_path,
				hasDetails: shown.has_details,
				icon: shown.icon,
				text: shown.text,
				group: shown.group,
			};
		},
		coverage: (pipeline, _args, { state }) => meanCoverage(pipeline, state),
		queuedDuration: ({ queued_duration }) => Math.floor(queued_duration),
		user: ({ user_id }, _args, { state }) => state.users.get(user_id) ?? null,
		project: (pipeline, _args, context) => projectFor(pipeline, context),
		yamlErrors: ({ yaml_errors }) => yaml_errors !== null,
		yamlErrorMessages: ({ yaml_errors }) => yaml_errors,
		active: (pipeline) => !isComplete(pipeline),
		complete: isComplete,
		cancelable: (pipeline, _args, { state }) => isCancelable(pipeline, state),
		retryable: (pipeline, _args, { state }) => isRetryable(pipeline, state),
		child: isChild,
		latest: (pipeline, _args, context) =>
			latest(pipeline.ref, projectFor(pipeline, context), context.state)?.id === pipeline.id,
		failedJobsCount: (pipeline, _args, context) =>
			jobsOf(pipeline, context).filter(({ status }) => status === "failed").length,
		totalJobs: ({ id }, _args, { state }) => state.jobs.count("pipeline", id),
		testReportSummary: (pipeline) => pipeline,
		upstream: ({ parent_id }, _args, { state }) =>
			(parent_id === null ? undefined : state.pipelines.get(parent_id)) ?? null,
		downstream: (pipeline, args, { state }) => new Connection(startedBy(pipeline, state), args),
		userPermissions(pipeline, _args, context) {
			const { actor } = context;
			const project = projectFor(pipeline, context);
			const update = pipelinePolicy.update_pipeline(actor, project, pipeline);
			return {
				adminPipeline: pipelinePolicy.admin_pipeline(actor, project),
				destroyPipeline: pipelinePolicy.destroy_pipeline(actor, project),
				updatePipeline: update,
				cancelPipeline: update,
			};
		},
	},
	TestReportSummary: {
		total(pipeline) {
			const { suite_error, ...numbers } = testReportSummary(pipeline).total;
			return { ...numbers, suiteError: suite_error };
		},
		testSuites: (pipeline, args) =>
			// The index of a suite does not change, so two suites can have the same name.
			new Connection(testReportSummary(pipeline).test_suites, args, ({ name }) => name),
	},
	TestSuiteSummary: { buildIds: ({ build_ids }) => build_ids.map(String) },
	Mutation: {
		pipelineCreate: mutation((input, context) => {
			const { actor, user } = context;
			const project = projectOf(input.projectPath, context);
			authorize(pipelinePolicy.create_pipeline(actor, project));
			const variables = (input.variables ?? []).map(({ key, value, variableType }) => ({
				key,
				value,
				variable_type: lower(variableType ?? "ENV_VAR"),
				raw: false,
			}));
			const inputs = Object.fromEntries((input.inputs ?? []).map(({ name, value }) => [name, value]));
			return { pipeline: create({ ref: input.ref, variables, inputs }, project, user, context) };
		}),
		pipelineRetry: mutation(({ id }, context) => {
			const { pipeline, project } = pipelineOf(id, context);
			authorize(pipelinePolicy.retry_pipeline(context.actor, project, pipeline));
			return { pipeline: retry(pipeline, context) };
		}),
		pipelineCancel: mutation(({ id }, context) => {
			const { pipeline, project } = pipelineOf(id, context);
			authorize(pipelinePolicy.update_pipeline(context.actor, project, pipeline));
			return { pipeline: cancel(pipeline, context.state) };
		}),
		pipelineDestroy: mutation(({ id }, context) => {
			const { pipeline, project } = pipelineOf(id, context);
			authorize(pipelinePolicy.destroy_pipeline(context.actor, project));
			destroy(pipeline, context.state);
			return {};
		}),
	},
};
