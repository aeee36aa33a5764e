import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { byId } from "../generators/rest-operations";
import { planOf, type RestOperationId } from "../plans/plan";
import type { ApiResponse, Fields } from "../rule/response";
import type { Rule } from "../rule/rule";

const law = (id: RestOperationId, title: string, rest: string, run: Rule["run"]) =>
	generated(byId(id), { phase: "laws", what: "twice", title, rests: [rest] }, run);

/** Returns the fields of a pipeline, without those that change while it waits to run. */
function steady({ fields }: ApiResponse): Fields {
	const { status: _, detailed_status, started_at, updated_at, queued_duration, ...rest } = fields;
	return rest;
}

const cancel = law("cancelPipeline", "has no further effect when it is repeated", "200", async (t) => {
	const { caller, params } = await planOf("cancelPipeline", t);
	const first = (await caller.call("cancelPipeline", params)).is(200);
	const second = (await caller.call("cancelPipeline", params)).is(200);
	// A second cancellation may set another end.
	const end = { updated_at: null, finished_at: null, duration: null };
	t.same("the pipeline that was cancelled twice", { ...second.fields, ...end }, { ...first.fields, ...end }, second);
	// The specification states that it succeeds in any status, not whether it changes a pipeline that has ended.
	t.assume("a second cancellation should change nothing", isDeepStrictEqual(second.json, first.json), second);
	const read = (await caller.call("getPipeline", params)).is(200);
	t.same("the pipeline in a later read", read.json, second.json, read);
});

const retry = law("retryPipeline", "has no further effect when it is repeated", "201", async (t) => {
	const { caller, params } = await planOf("retryPipeline", t);
	const named = (await caller.call("updatePipelineMetadata", { ...params, name: t.unique("Named") })).ok;
	const ended = (await caller.call("cancelPipeline", params)).is(200);
	const first = (await caller.call("retryPipeline", params)).ok.has({ status: "pending" });
	const end = { finished_at: null, duration: null };
	for (const one of [ended, first])
		t.assume(
			"only the pipeline's status, finished_at and duration should change",
			isDeepStrictEqual({ ...steady(one), ...end }, { ...steady(named), ...end }),
			one,
		);
	const second = (await caller.call("retryPipeline", params)).ok;
	t.same("the pipeline that was retried twice", steady(second), steady(first), second);
	t.holds("the repeated retry should not cancel the pipeline", second.string("status") !== "canceled", second);
});

/** Removals that the law `life` does not cover: each succeeds once, and finds nothing the second time. */
const removals = (["unassignProjectRunner", "deleteUserIdentity", "deleteRunnerByToken", "deleteGroupSshKey"] as const).map((operation) =>
	generated(
		byId(operation),
		{ phase: "laws", what: "twice", title: "removes the record, and finds no record when it is repeated", level: "MUST" },
		async (t) => {
			const { caller, params, look } = await planOf(operation, t);
			// For `deleteRunnerByToken`, laws of the runner's token check that it is removed.
			const isRead = look && operation !== "deleteRunnerByToken";
			const before = isRead && (await look());
			const removed = (await caller.call(operation, params)).ok;
			if (isRead) t.holds("the removed record should be gone", !isDeepStrictEqual(await look(), before), removed);
			const again = await caller.call(operation, params);
			t.assume("the second removal should be refused", again.refused, again);
		},
	),
);

/** A repeated request has no further effect: a cancellation or retry succeeds again, a removal is refused. */
export const repeats: readonly Rule[] = [cancel, retry, ...removals];
