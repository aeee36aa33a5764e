import fc from "fast-check";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { type Move, sequences } from "./play";
import { isInVain, onOne, Shelf } from "./shelf";

interface Pipeline {
	readonly id: number;
	readonly sha: unknown;
	name: string | undefined;
	/** The last seen status, if it is final. */
	ended: string | undefined;
	gone: boolean;
}

async function begin(t: Context) {
	return { t, owner: t.as("owner"), id: t.scene("project"), shelf: new Shelf<Pipeline>() };
}
type Model = Awaited<ReturnType<typeof begin>>;

const ends = ["success", "failed", "canceled", "skipped"];

const create = fc.constant<Move<Model>>(async ({ t, owner, id, shelf }) => {
	const response = (await owner.call("createPipeline", { id, ref: t.scene("ref") })).is(201);
	const pipeline_id = response.number("id");
	t.undo(`pipeline ${pipeline_id}`, () => owner.call("deletePipeline", { id, pipeline_id }));
	shelf.add({ id: pipeline_id, sha: response.field("sha"), name: undefined, ended: undefined, gone: false });
});

/** Checks that the response is the pipeline, and that its status is still the final one, if it has ended. */
function hold({ t }: Model, pipeline: Pipeline, response: ApiResponse): void {
	response.has({ id: pipeline.id, sha: pipeline.sha });
	t.same("name", response.field("name") || undefined, pipeline.name, response);
	const status = response.string("status");
	if (pipeline.ended) t.assume(`the status ${status} should still be ${pipeline.ended}`, status === pipeline.ended, response);
	else if (ends.includes(status)) pipeline.ended = status;
}

type Verb = "getPipeline" | "cancelPipeline" | "retryPipeline";

const ask = ({ owner, id }: Model, verb: Verb, pipeline: Pipeline) => owner.call(verb, { id, pipeline_id: pipeline.id });

async function read(model: Model, pipeline: Pipeline): Promise<void> {
	const response = await ask(model, "getPipeline", pipeline);
	if (pipeline.gone) response.is(404);
	else hold(model, pipeline, response.is(200));
}

const cancel = onOne(async (model: Model, pipeline: Pipeline) => {
	const response = await ask(model, "cancelPipeline", pipeline);
	if (pipeline.gone) return void response.is(404);
	hold(model, pipeline, response.is(200));
	model.t.assume("a pipeline that was cancelled should have ended", pipeline.ended !== undefined, response);
});

const retry = onOne(async (model: Model, pipeline: Pipeline) => {
	const response = await ask(model, "retryPipeline", pipeline);
	if (pipeline.gone) return void response.is(404);
	response.is(201);
	if (pipeline.ended === "canceled") model.t.assume("a retried pipeline should be pending", response.field("status") === "pending", response);
	if (pipeline.ended === "canceled" || pipeline.ended === "failed") pipeline.ended = undefined;
	hold(model, pipeline, response);
});

const rename = onOne(async (model: Model, pipeline: Pipeline) => {
	const { owner, id, t } = model;
	const name = t.unique("name");
	const response = await owner.call("updatePipelineMetadata", { id, pipeline_id: pipeline.id, name });
	if (pipeline.gone) return void response.is(404);
	pipeline.name = name;
	hold(model, pipeline, response.is(200));
});

const remove = onOne(async ({ t, owner, id }: Model, pipeline: Pipeline) => {
	const response = await owner.call("deletePipeline", { id, pipeline_id: pipeline.id });
	if (pipeline.gone) return isInVain(t, response);
	response.is(204);
	pipeline.gone = true;
});

const list = fc.constant<Move<Model>>(async ({ t, owner, id, shelf }) => {
	const response = (await owner.call("listPipelines", { id, per_page: 100 })).is(200);
	const own = response.items.filter((item) => shelf.items.some((one) => one.id === item.id));
	const listed = own.map((item) => ({ id: item.id, name: item.name || undefined }));
	const expected = shelf.there.map((one) => ({ id: one.id, name: one.name }));
	t.same("the listed pipelines of the sequence", listed, expected, response);
});

/** Cancels, retries, renames, removes and reads a pipeline in any order. */
export const pipelines: Rule = sequences({
	noun: "pipelines",
	title: "a pipeline is canceled by cancel, pending after retry, keeps its name, and is gone after its removal, in any sequence of operations",
	level: "MUST",
	operations: ["createPipeline", "cancelPipeline", "retryPipeline", "updatePipelineMetadata", "deletePipeline", "getPipeline", "listPipelines"],
	begin,
	first: create,
	// One pipeline per sequence, and fewer sequences: only a limited number of pipelines may be started per minute.
	moves: [cancel, retry, rename, remove, onOne(read), list],
	last: async (model) => {
		for (const pipeline of model.shelf.items) await read(model, pipeline);
	},
	sequences: 8,
	most: 20,
});
