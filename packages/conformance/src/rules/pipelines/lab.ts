/** The projects that the rules on pipelines use: the scene's, as its maintainer, or one that a rule makes for itself. */
import type { Params } from "../../rule/address";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask, numberOf } from "../../rule/graphql";
import { type ApiResponse, type Fields, isFields } from "../../rule/response";

/** Every status that a pipeline can have. */
export const statuses = [
	"created",
	"waiting_for_resource",
	"preparing",
	"pending",
	"running",
	"success",
	"failed",
	"canceled",
	"skipped",
	"manual",
	"scheduled",
] as const;
export type Status = (typeof statuses)[number];

export const forbidden = { message: "403 Forbidden" };
export const unauthorized = { message: "401 Unauthorized" };
export const invisible = { message: "404 Project Not Found" };

export const list = async (t: Context, query: Params = {}): Promise<ApiResponse> =>
	await t.as("maintainer").call("listPipelines", { id: t.scene("project"), ...query });

export const get = async (t: Context, pipeline_id: unknown, id: unknown = t.scene("project")): Promise<ApiResponse> =>
	(await t.as("maintainer").call("getPipeline", { id, pipeline_id })).is(200);

/** All pages of the list. */
export const all = async (t: Context, query: Params = {}): Promise<readonly Fields[]> =>
	await t.as("maintainer").all("listPipelines", { id: t.scene("project"), ...query });

export const ids = (pipelines: readonly Fields[]): number[] => pipelines.map(({ id }) => Number(id));

/** The full record of the oldest pipeline in a status; skips if there is none. */
export async function oneOf(t: Context, status: Status): Promise<ApiResponse> {
	const [one] = (await list(t, { status, sort: "asc", per_page: 1 })).is(200).items;
	return one ? await get(t, one.id) : t.skip(`the project has no pipeline in status ${status}`);
}

/** The oldest pipeline of each status that at least two have, for rules that use them up; skips if there is none. */
export async function spare(t: Context): Promise<number[]> {
	const found: number[] = [];
	for (const status of statuses) {
		const [one, other] = (await list(t, { status, sort: "asc", per_page: 2 })).is(200).ids;
		if (one !== undefined && other !== undefined) found.push(one);
	}
	return found.length > 0 ? found : t.skip("the project has no status that two pipelines have");
}

/** Requests a pipeline: by the maintainer, on the scene's ref, unless the parameters say otherwise. It is removed after the rule. */
export async function create(t: Context, params: Params = {}, caller: Caller = t.as("maintainer"), options?: CallOptions): Promise<ApiResponse> {
	const { id = t.scene("project") } = params;
	const response = await caller.call("createPipeline", { id, ref: t.scene("ref"), ...params }, options);
	if (!response.succeeded) return response;
	const pipeline_id = response.number("id");
	t.undo(`pipeline ${pipeline_id}`, () => t.as("owner").call("deletePipeline", { id, pipeline_id }));
	return response;
}

/** Sends a request that must be refused and must not create or change a pipeline. */
export async function inVain(t: Context, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
	const records = async () => (t.given.hasControl ? await t.given.records("pipelines") : []);
	const before = await records();
	const response = await request();
	t.holds("the request is refused", response.refused, response);
	t.same("the pipelines after a refused request", await records(), before, response);
	return response;
}

/** Sends a request that must not change the pipeline. */
export async function untouched(t: Context, pipeline_id: number, request: () => Promise<ApiResponse>, id?: number): Promise<ApiResponse> {
	const before = (await get(t, pipeline_id, id)).fields;
	const response = await request();
	t.same("the pipeline after a request that should not change it", (await get(t, pipeline_id, id)).fields, before, response);
	return response;
}

/** Refs on which the developer may run a pipeline, and on which they may not. */
interface Refs {
	/** A pipeline that the developer started. */
	readonly made: ApiResponse;
	/** A ref on which the developer's pipeline was refused, and the refusal; undefined if there is none. */
	readonly closed: { readonly ref: string; readonly refusal: ApiResponse } | undefined;
}

/** Tries the developer's rights on the refs that have pipelines; skips if they may not run one on any. */
export async function tryRefs(t: Context): Promise<Refs> {
	let closed: Refs["closed"];
	let made: ApiResponse | undefined;
	for (const ref of new Set((await all(t)).map((one) => String(one.ref)))) {
		const response = await create(t, { ref }, t.as("developer"));
		if (response.succeeded) made ??= response;
		else closed ??= { ref, refusal: response };
		if (made && closed) break;
	}
	return made ? { made, closed } : t.skip("the project has no ref with pipelines on which the developer may run one");
}

/** Pipelines with a child pipeline, those with an unfinished child first; skips if there are none. */
export async function parents(t: Context): Promise<{ parent: number; child: number; isEnded: boolean }[]> {
	const query = `query ($at: ID!) { project(fullPath: $at) { pipelines(first: 100) { nodes {
		id child downstream { nodes { id complete } }
	} } } }`;
	const response = await ask(t.as("owner"), query, { at: t.scene("project") });
	const found = response.list("project.pipelines.nodes").flatMap(({ id, downstream }) => {
		const nodes = isFields(downstream) && Array.isArray(downstream.nodes) ? downstream.nodes.filter(isFields) : [];
		const child = nodes.find(({ complete }) => complete === false) ?? nodes[0];
		return child ? [{ parent: numberOf(id), child: numberOf(child.id), isEnded: child.complete !== false }] : [];
	});
	if (found.length === 0) t.skip("none of the newest hundred pipelines of the project has a child");
	return found.sort((one, other) => Number(one.isEnded) - Number(other.isEnded));
}

/** A project that a rule makes for itself, with the branches main and develop and the tag v1.0; it needs the control API. */
export interface Lab {
	readonly id: number;
	readonly path: string;
	readonly sha: (ref: "main" | "develop") => string;
	change(fields: Fields): Promise<void>;
	pipeline(fields?: Fields): Promise<number>;
	job(pipeline: number, fields?: Fields): Promise<number>;
	/** The statuses of the jobs of a pipeline, in the order of their creation. */
	jobs(pipeline: number): Promise<unknown[]>;
	list(query?: Params): Promise<readonly number[]>;
	get(pipeline: number): Promise<ApiResponse>;
}

export async function laboratory(t: Context, fields: Fields = {}): Promise<Lab> {
	const path = `${t.scene("group")}/${t.unique("lab")}`;
	const project = await t.given.record("projects", { full_path: path, ...fields });
	const { id } = project;
	return {
		id,
		path,
		sha: (ref) => String(Object(project.branches)[ref]),
		change: async (changes) => void (await t.given.change("projects", id, changes)),
		pipeline: async (fields = {}) => (await t.given.record("pipelines", { project: path, ...fields })).id,
		job: async (pipeline_id, fields = {}) => (await t.given.record("jobs", { pipeline_id, project_id: id, ...fields })).id,
		jobs: async (pipeline_id) => (await t.given.records("jobs", { pipeline_id })).map(({ status }) => status),
		list: async (query = {}) => (await t.as("owner").call("listPipelines", { id, ...query })).is(200).ids,
		get: (pipeline) => get(t, pipeline, id),
	};
}
