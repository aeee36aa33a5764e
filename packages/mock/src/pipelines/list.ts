import type { Context } from "../context";
import { parameterError } from "../http/errors";
import { filtered, fromView, type Rows } from "../http/page";
import type { ParamsOf } from "../operation";
import type { Pipeline, Project } from "../state/records";
import type { View } from "../state/table";

type Params = ParamsOf<"listPipelines">;
type OrderKey = "id" | "status" | "ref" | "updated_at" | "user_id";

const known = new Set([
	"unknown",
	"push",
	"web",
	"trigger",
	"schedule",
	"api",
	"external",
	"pipeline",
	"chat",
	"webide",
	"merge_request_event",
	"external_pull_request_event",
	"parent_pipeline",
	"ondemand_dast_scan",
	"ondemand_dast_validation",
	"security_orchestration_policy",
	"container_registry_push",
	"duo_workflow",
	"pipeline_execution_policy_schedule",
]);

const isChild = (pipeline: Pipeline): boolean => pipeline.source === "parent_pipeline";

const ordered = (where: (pipeline: Pipeline) => boolean): { [key in OrderKey]: View<Pipeline, "project"> } => ({
	id: { group: "project", where, by: (row) => row.id },
	status: { group: "project", where, by: (row) => row.status },
	ref: { group: "project", where, by: (row) => row.ref },
	updated_at: { group: "project", where, by: (row) => row.updated_at },
	user_id: { group: "project", where, by: (row) => row.user_id },
});
/** Child pipelines are listed by themselves alone. */
const views = { children: ordered(isChild), others: ordered((pipeline) => !isChild(pipeline)) };

/** Ids of the newest pipeline of each branch, or tag, that still exists. */
function newestOfRefs(project: Project, tags: boolean, context: Context): Set<number> {
	const refs = tags ? project.tags : project.branches;
	const newest = new Map<string, number>();
	for (const one of context.state.pipelines.ordered(views.others.id, project.id).rows())
		if (one.tag === tags && Object.hasOwn(refs, one.ref)) newest.set(one.ref, one.id);
	return new Set(newest.values());
}

type Test = (pipeline: Pipeline) => boolean;

function scope(value: Params["scope"], project: Project, context: Context): Test[] {
	switch (value) {
		case "running":
		case "pending":
			return [(one) => one.status === value];
		case "finished":
			return [(one) => one.status === "success" || one.status === "failed" || one.status === "canceled"];
		case "branches":
		case "tags": {
			const ids = newestOfRefs(project, value === "tags", context);
			return [(one) => ids.has(one.id)];
		}
		default:
			return [];
	}
}

function tests(params: Params, project: Project, context: Context): Test[] {
	const { name, ref, sha, status, source, username, yaml_errors } = params;
	const { created_after, created_before, updated_after, updated_before } = params;
	const tests: (Test | false)[] = [
		name !== undefined && ((one) => one.name === name),
		ref !== undefined && ((one) => one.ref === ref),
		sha !== undefined && ((one) => one.sha === sha),
		status !== undefined && ((one) => one.status === status),
		source !== undefined && source !== "parent_pipeline" && ((one) => one.source === source),
		yaml_errors !== undefined && ((one) => (one.yaml_errors !== null) === yaml_errors),
		// Assumed: creation is compared without its ends, the last change with them.
		created_after !== undefined && ((one) => one.created_at > created_after),
		created_before !== undefined && ((one) => one.created_at < created_before),
		updated_after !== undefined && ((one) => one.updated_at >= updated_after),
		updated_before !== undefined && ((one) => one.updated_at <= updated_before),
	];
	if (username !== undefined) {
		const user = context.state.users.one("username", username.toLowerCase());
		tests.push((one) => one.user_id === user?.id);
	}
	return [...tests.filter((one) => one !== false), ...scope(params.scope, project, context)];
}

/** The pipelines that a list's parameters ask for, in their order. Throws 400 for a source that is not known. */
export function listed(params: Params, project: Project, context: Context): Rows<Pipeline> {
	if (params.source !== undefined && !known.has(params.source))
		throw parameterError("source does not have a valid value");
	const all = params.source === "parent_pipeline" ? views.children : views.others;
	const list = context.state.pipelines.ordered(all[params.order_by ?? "id"], project.id);
	const descending = params.sort !== "asc";
	const must = tests(params, project, context);
	if (must.length === 0) return fromView(list, descending);
	return filtered(list, descending, (one) => must.every((test) => test(one)));
}
