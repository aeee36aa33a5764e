/** Where the checks of pipelines work: the scene's project, asked as its maintainer. */
import type { Params } from "../../rule/address";
import { type Answer, type Fields, isFields } from "../../rule/answer";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask, numberOf } from "../../rule/graphql";

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

export const list = async (t: Context, query: Params = {}): Promise<Answer> =>
	await t.as("maintainer").call("listPipelines", { id: t.scene("project"), ...query });

export const get = async (t: Context, pipeline_id: unknown): Promise<Answer> =>
	(await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id })).is(200);

/** A list to its end, by pages of a hundred. */
export async function all(t: Context, query: Params = {}): Promise<Fields[]> {
	const pipelines: Fields[] = [];
	for (let page = 1; ; page++) {
		const { items } = (await list(t, { ...query, per_page: 100, page })).is(200);
		pipelines.push(...items);
		if (items.length < 100) return pipelines;
	}
}

export const ids = (pipelines: readonly Fields[]): unknown[] => pipelines.map(({ id }) => id);

/** The oldest pipeline of a status, in full; skips where there is none. */
export async function oneOf(t: Context, status: Status): Promise<Answer> {
	const [one] = (await list(t, { status, sort: "asc", per_page: 1 })).is(200).items;
	return one ? await get(t, one.id) : t.skip(`the project has no pipeline in status ${status}`);
}

/** The oldest pipeline of each status that has another beside it, for checks that take them away; skips where there is none. */
export async function spare(t: Context): Promise<number[]> {
	const found: number[] = [];
	for (const status of statuses) {
		const [one, other] = (await list(t, { status, sort: "asc", per_page: 2 })).is(200).ids;
		if (one !== undefined && other !== undefined) found.push(one);
	}
	return found.length > 0 ? found : t.skip("the project has no two pipelines in any status");
}

/** The list must be of all pipelines that satisfy the predicate, and of no others; there must be some of both. */
export async function keeps(t: Context, query: Params, holds: (pipeline: Fields) => boolean): Promise<void> {
	const everything = await all(t);
	const wanted = everything.filter(holds);
	if (wanted.length === 0) t.skip(`the project has no pipeline for ${JSON.stringify(query)}`);
	if (wanted.length === everything.length) t.skip(`all pipelines of the project are for ${JSON.stringify(query)}`);
	t.same(`the pipelines for ${JSON.stringify(query)}`, ids(await all(t, query)), ids(wanted));
}

/** Asks for a pipeline on the scene's ref, by the maintainer; what comes of it is taken back. */
export async function create(t: Context, params: Params = {}, caller: Caller = t.as("maintainer"), options?: CallOptions): Promise<Answer> {
	const { id = t.scene("project") } = params;
	const answer = await caller.call("createPipeline", { id, ref: t.scene("ref"), ...params }, options);
	if (answer.status !== 201) return answer;
	const pipeline_id = answer.number("id");
	t.undo(`pipeline ${pipeline_id}`, () => t.as("owner").call("deletePipeline", { id, pipeline_id }));
	return answer;
}

/** A request by which no pipeline may be made. */
export async function inVain(t: Context, request: () => Promise<Answer>): Promise<Answer> {
	const newest = async () => (await list(t, { per_page: 1 })).is(200).ids;
	const before = await newest();
	const answer = await request();
	t.same("the newest pipeline after a refused request", await newest(), before, answer);
	return answer;
}

/** What the pipeline is like before and after a request must be the same. */
export async function untouched(t: Context, pipeline_id: number, request: () => Promise<Answer>): Promise<Answer> {
	const before = (await get(t, pipeline_id)).fields;
	const answer = await request();
	t.same(`the pipeline after a request that should not change it`, (await get(t, pipeline_id)).fields, before, answer);
	return answer;
}

/** What a pipeline runs on where the developer may push, and where they may not. */
interface Refs {
	/** A pipeline of the developer's. */
	readonly made: Answer;
	/** A ref on which they were refused one, and the refusal; undefined where there is none. */
	readonly closed: { readonly ref: string; readonly refusal: Answer } | undefined;
}

/** Tries the developer's rights on the refs that have pipelines; skips where they may run none on any. */
export async function tryRefs(t: Context): Promise<Refs> {
	let closed: Refs["closed"];
	let made: Answer | undefined;
	for (const ref of new Set((await all(t)).map((one) => String(one.ref)))) {
		const answer = await create(t, { ref }, t.as("developer"));
		if (answer.status === 201) made ??= answer;
		else closed ??= { ref, refusal: answer };
		if (made && closed) break;
	}
	return made ? { made, closed } : t.skip("the project has no ref with pipelines on which the developer may run one");
}

/** A parent with child pipelines in some state; skips where there is none. */
export async function parentOf(t: Context, state: "any" | "unfinished"): Promise<{ parent: number; child: number }> {
	const query = `query ($at: ID!) { project(fullPath: $at) { pipelines(first: 100) { nodes {
		id child downstream { nodes { id complete } }
	} } } }`;
	const response = await ask(t.as("owner"), query, { at: t.scene("project") });
	for (const { id, downstream } of response.list("project.pipelines.nodes")) {
		const nodes = isFields(downstream) && Array.isArray(downstream.nodes) ? downstream.nodes.filter(isFields) : [];
		const child = nodes.find(({ complete }) => state === "any" || complete === false);
		if (child) return { parent: numberOf(id), child: numberOf(child.id) };
	}
	return t.skip(`none of the newest hundred pipelines of the project has ${state === "any" ? "a" : "an unfinished"} child`);
}
