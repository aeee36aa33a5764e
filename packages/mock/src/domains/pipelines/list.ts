import type { Context } from "../../request/context";
import { parameterError } from "../../request/http/errors";
import type { ParamsOf } from "../../request/operation";
import { filtered, fromView, type Rows } from "../../request/pages/page";
import { narrowed, type RowTest, rowTest } from "../../state/narrowed-view";
import type { Pipeline, Project } from "../../state/records";
import { commitKey, refKey, type State } from "../../state/state";
import type { Key, View } from "../../state/table";

type Params = ParamsOf<"listPipelines">;
type OrderKey = "id" | "status" | "ref" | "updated_at" | "user_id";

/** The filters of a list of pipelines. */
export interface Filters {
	readonly ids?: readonly number[] | undefined;
	readonly name?: string | undefined;
	readonly ref?: string | undefined;
	/** True selects the pipelines of tags, false those of branches. */
	readonly tag?: boolean | undefined;
	readonly sha?: string | undefined;
	readonly scope?: Params["scope"] | undefined;
	readonly status?: string | undefined;
	/** Without it, child pipelines are left out. */
	readonly source?: string | undefined;
	readonly username?: string | undefined;
	readonly yaml_errors?: boolean | undefined;
	readonly created_after?: string | undefined;
	readonly created_before?: string | undefined;
	readonly updated_after?: string | undefined;
	readonly updated_before?: string | undefined;
}

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

/** Whether another pipeline started this one. */
export const isChild = (pipeline: Pipeline): boolean => pipeline.source === "parent_pipeline";
const isNoChild = (pipeline: Pipeline): boolean => !isChild(pipeline);
const byId = (pipeline: Pipeline): number => pipeline.id;

const ordered = (where: (pipeline: Pipeline) => boolean): { [key in OrderKey]: View<Pipeline, "project"> } => ({
	id: { group: "project", where, by: (row) => row.id },
	status: { group: "project", where, by: (row) => row.status },
	ref: { group: "project", where, by: (row) => row.ref },
	updated_at: { group: "project", where, by: (row) => row.updated_at },
	user_id: { group: "project", where, by: (row) => row.user_id },
});
/** Child pipelines are never in the same list as others. */
const views = { children: ordered(isChild), others: ordered(isNoChild) };
const refViews = {
	children: { group: "ref", where: isChild, by: byId },
	others: { group: "ref", where: isNoChild, by: byId },
} as const satisfies { [which: string]: View<Pipeline, "ref"> };
const commitView: View<Pipeline, "commit"> = { group: "commit", where: isNoChild, by: byId };
const childrenView: View<Pipeline, "parent"> = { group: "parent", by: byId };

/** Returns the pipelines of a commit, without child pipelines, newest first. */
export const ofCommit = (sha: string, project: Project, state: State): Iterable<Pipeline> =>
	state.pipelines.ordered(commitView, commitKey(project.id, sha)).rows(true);

/** Returns the pipelines that a pipeline started, oldest first. */
export const startedBy = (pipeline: Pipeline, state: State): Rows<Pipeline> =>
	fromView(state.pipelines.ordered(childrenView, pipeline.id), false);

/** Returns the IDs of the newest pipeline of each branch or tag that still exists. */
function newestOfRefs(project: Project, tags: boolean, state: State): Set<number> {
	const refs = tags ? project.tags : project.branches;
	const newest = new Map<string, number>();
	for (const one of state.pipelines.ordered(views.others.id, project.id).rows())
		if (one.tag === tags && Object.hasOwn(refs, one.ref)) newest.set(one.ref, one.id);
	return new Set(newest.values());
}

type Test = (pipeline: Pipeline) => boolean;

/** The statuses that a scope selects. Scopes that are not about statuses are missing. */
const statusesOf: { readonly [scope in NonNullable<Filters["scope"]>]?: readonly string[] } = {
	running: ["running"],
	pending: ["pending"],
	finished: ["success", "failed", "canceled"],
};

/** Returns the tests that depend only on the pipeline, except times, which differ with each request. */
function rowTestsOf(filters: Filters, state: State): RowTest<Pipeline>[] {
	const { name, ref, tag, sha, status, source, username, yaml_errors, scope } = filters;
	const user = username === undefined ? undefined : (state.users.one("username", username.toLowerCase())?.id ?? 0);
	const tests: (RowTest<Pipeline> | false)[] = [
		rowTest("name", name, (one, value) => one.name === value),
		rowTest("ref", ref, (one, value) => one.ref === value),
		rowTest("tag", tag, (one, value) => one.tag === value),
		rowTest("sha", sha, (one, value) => one.sha === value),
		rowTest("status", status, (one, value) => one.status === value),
		source !== "parent_pipeline" && rowTest("source", source, (one, value) => one.source === value),
		rowTest("yaml_errors", yaml_errors, (one, value) => (one.yaml_errors !== null) === value),
		rowTest("user", user, (one, value) => one.user_id === value),
		rowTest("scope", scope && statusesOf[scope], (one, statuses) => statuses.includes(one.status)),
	];
	return tests.filter((one) => one !== false);
}

function testsOf(filters: Filters, project: Project, state: State): Test[] {
	const { ids, scope, created_after, created_before, updated_after, updated_before } = filters;
	const newest = scope === "branches" || scope === "tags" ? newestOfRefs(project, scope === "tags", state) : undefined;
	const tests: (Test | false)[] = [
		ids !== undefined && ((one) => ids.includes(one.id)),
		newest !== undefined && ((one) => newest.has(one.id)),
		// Assumed: bounds of the creation time are exclusive, those of the last change inclusive.
		created_after !== undefined && ((one) => one.created_at > created_after),
		created_before !== undefined && ((one) => one.created_at < created_before),
		updated_after !== undefined && ((one) => one.updated_at >= updated_after),
		updated_before !== undefined && ((one) => one.updated_at <= updated_before),
	];
	return tests.filter((one) => one !== false);
}

function passing<Group extends "project" | "ref">(
	view: View<Pipeline, Group>,
	key: Key,
	descending: boolean,
	filters: Filters,
	project: Project,
	state: State,
): Rows<Pipeline> {
	const list = state.pipelines.ordered(narrowed(view, rowTestsOf(filters, state)), key);
	const tests = testsOf(filters, project, state);
	if (tests.length === 0) return fromView(list, descending);
	return filtered(fromView(list, descending), (one) => tests.every((test) => test(one)));
}

const kin = ({ source }: Filters) => (source === "parent_pipeline" ? "children" : "others");

/** Returns a project's pipelines that pass the filters, by default newest first. */
export function pipelinesOf(
	project: Project,
	filters: Filters,
	state: State,
	order: OrderKey = "id",
	descending = true,
): Rows<Pipeline> {
	return passing(views[kin(filters)][order], project.id, descending, filters, project, state);
}

/** Returns the pipelines of a branch or tag that pass the filters, newest first. */
export function pipelinesOfRef(ref: string, project: Project, filters: Filters, state: State): Rows<Pipeline> {
	return passing(refViews[kin(filters)], refKey(project.id, ref), true, filters, project, state);
}

/** Returns the pipelines that match the parameters, in the requested order. Throws 400 for an unknown source. */
export function listed(params: Params, project: Project, { state }: Context): Rows<Pipeline> {
	if (params.source !== undefined && !known.has(params.source))
		throw parameterError("source does not have a valid value");
	return pipelinesOf(project, params, state, params.order_by, params.sort !== "asc");
}
