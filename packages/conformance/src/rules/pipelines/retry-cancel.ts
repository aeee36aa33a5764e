import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { eventually } from "../../rule/eventually";
import { ask, numberOf } from "../../rule/graphql";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, get, list, oneOf, parentOf, spare, tryRefs, untouched } from "./lab";
import { jobOf, jobStatus } from "./runner-jobs";

const act = async (t: Context, operation: "retryPipeline" | "cancelPipeline", pipeline_id: number, who?: Caller): Promise<Answer> =>
	await (who ?? t.as("maintainer")).call(operation, { id: t.scene("project"), pipeline_id });
const retry = (t: Context, id: number, who?: Caller): Promise<Answer> => act(t, "retryPipeline", id, who);
const cancel = (t: Context, id: number, who?: Caller): Promise<Answer> => act(t, "cancelPipeline", id, who);

/** A new pipeline that has been canceled, and so has canceled jobs. */
async function canceled(t: Context, ref = t.scene("ref")): Promise<Answer> {
	const made = (await create(t, { ref })).is(201);
	return (await cancel(t, made.number("id"))).is(200).has({ status: "canceled" });
}

/** One that passed, and has nothing to retry. */
async function nothingToRetry(t: Context): Promise<number> {
	const query = `query ($at: ID!) { project(fullPath: $at) { pipelines(first: 100, status: SUCCESS) {
		nodes { id retryable }
	} } }`;
	const response = await ask(t.as("owner"), query, { at: t.scene("project") });
	const one = response.list("project.pipelines.nodes").find(({ retryable }) => retryable === false);
	return one ? numberOf(one.id) : t.skip("the project has no passed pipeline without jobs to retry");
}

const isStatus = async (t: Context, id: number, status: string): Promise<boolean> => (await get(t, id)).field("status") === status;

/** Retrying the failed and canceled jobs of a pipeline. */
export const pipelineRetries: readonly Rule[] = [
	rule(
		"PIPE-204",
		"On a pipeline with failed or canceled jobs those jobs are retried and the response (full pipeline) has status pending.",
		"retryPipeline",
		async (t) => {
			const id = (await canceled(t)).number("id");
			(await retry(t, id)).ok.has({ id, status: "pending" }).shows("detailed_status", "user");
		},
	),
	rule(
		"PIPE-205",
		"With no failed or canceled jobs the call has no effect: status and all other fields stay, and it still succeeds.",
		"retryPipeline",
		async (t) => {
			const id = await nothingToRetry(t);
			(await untouched(t, id, () => retry(t, id))).ok;
		},
	),
	assumed("PIPE-206", "Success answers 201 in both cases; id, iid, sha and ref stay the same (no new pipeline).", "retryPipeline", async (t) => {
		const before = await canceled(t);
		const { id, iid, sha, ref } = before.fields;
		(await retry(t, before.number("id"))).is(201).has({ id, iid, sha, ref });
		const [newest] = (await list(t, { per_page: 1 })).is(200).items;
		t.same("the newest pipeline", newest?.id, id);
		(await retry(t, await nothingToRetry(t))).is(201);
	}),
	assumed("PIPE-207", "Retrying a failed or canceled pipeline clears finished_at.", "retryPipeline", async (t) => {
		const before = await canceled(t);
		t.holds("finished_at should be set once canceled", before.field("finished_at") !== null, before);
		(await retry(t, before.number("id"))).is(201).has({ finished_at: null });
		(await get(t, before.number("id"))).has({ finished_at: null });
	}),
	assumed(
		"PIPE-208",
		"Developer and above with push right on the ref may retry; reporter, guest, and a developer without right on a protected ref get 403; anonymous 401.",
		"retryPipeline",
		async (t) => {
			const { closed, made } = await tryRefs(t);
			const id = (await canceled(t, made.string("ref"))).number("id");
			for (const who of ["reporter", "guest"] as const) (await untouched(t, id, () => retry(t, id, t.as(who)))).refuses(403, { message: "403 Forbidden" });
			(await untouched(t, id, () => retry(t, id, t.anonymous))).refuses(401, { message: "401 Unauthorized" });
			(await retry(t, id, t.as("developer"))).is(201);
			if (!closed) return;
			const guarded = (await canceled(t, closed.ref)).number("id");
			(await untouched(t, guarded, () => retry(t, guarded, t.as("developer")))).refuses(403);
			(await retry(t, guarded)).is(201);
		},
	),
];

/** Canceling pipelines. */
export const pipelineCancels: readonly Rule[] = [
	rule(
		"PIPE-210",
		"On a running or pending pipeline all its jobs are cancelled; answers 200 with the full pipeline, status canceled.",
		"cancelPipeline",
		async (t) => {
			const id = (await create(t)).ok.number("id");
			(await cancel(t, id)).is(200).has({ id, status: "canceled" }).shows("detailed_status", "user");
			(await get(t, id)).has({ status: "canceled" });
			const query = "query ($at: ID!, $id: CiPipelineID!) { project(fullPath: $at) { pipeline(id: $id) { cancelable } } }";
			const response = await ask(t.as("owner"), query, { at: t.scene("project"), id: `gid://service/Ci::Pipeline/${id}` });
			t.holds("nothing should be left to cancel", response.at("project.pipeline.cancelable") !== true, response.answer);
		},
	),
	rule(
		"PIPE-211",
		"Answers 200 whatever the state: created, waiting_for_resource, preparing, pending, running, success, failed, canceled, skipped, manual, scheduled.",
		"cancelPipeline",
		async (t) => {
			for (const id of await spare(t)) (await cancel(t, id)).is(200);
		},
		{ effect: "destroys" },
	),
	rule(
		"PIPE-212",
		"After it no job of the pipeline is left running: GET /runners/:id/jobs shows the formerly running job with status canceled.",
		"cancelPipeline",
		async (t) => {
			const { job, pipeline, runner } = await jobOf(t, "running");
			(await cancel(t, pipeline)).is(200);
			const now = await eventually(async () => (await jobStatus(t, runner, job)) === "canceled");
			t.holds(`job ${job} of runner ${runner} should be canceled`, now);
		},
		{ effect: "destroys" },
	),
	assumed("PIPE-213", "On a success, failed, skipped or canceled pipeline status stays as it was.", "cancelPipeline", async (t) => {
		for (const status of ["success", "failed", "skipped", "canceled"] as const) {
			const id = (await oneOf(t, status)).number("id");
			(await cancel(t, id)).is(200).has({ status });
			(await get(t, id)).has({ status });
		}
	}),
	assumed("PIPE-214", "A canceled pipeline has finished_at set, and canceling twice answers 200 with status canceled.", "cancelPipeline", async (t) => {
		const once = await canceled(t);
		t.holds("finished_at should be set", once.field("finished_at") !== null, once);
		(await cancel(t, once.number("id"))).is(200).has({ status: "canceled" });
	}),
	assumed(
		"PIPE-215",
		"Cancelling a parent also cancels its unfinished child pipelines (eventually).",
		"cancelPipeline",
		async (t) => {
			const { child, parent } = await parentOf(t, "unfinished");
			for (const id of [child, parent]) t.undo(`canceling of pipeline ${id}`, () => retry(t, id));
			(await cancel(t, parent)).is(200);
			const now = await eventually(() => isStatus(t, child, "canceled"));
			t.holds(`the child pipeline ${child} should be canceled`, now);
		},
		{ effect: "destroys" },
	),
	assumed(
		"PIPE-216",
		"Reporter and guest get 403 and the status stays; a developer without push right on a protected ref 403; non-member of a private project 404; anonymous 401.",
		"cancelPipeline",
		async (t) => {
			const { closed, made } = await tryRefs(t);
			const id = made.number("id");
			for (const who of ["reporter", "guest"] as const) (await untouched(t, id, () => cancel(t, id, t.as(who)))).refuses(403, { message: "403 Forbidden" });
			(await untouched(t, id, () => cancel(t, id, t.anonymous))).refuses(401, { message: "401 Unauthorized" });
			const hidden = { id: t.scene("private_project"), pipeline_id: id };
			(await t.as("outsider").call("cancelPipeline", hidden)).refuses(404, { message: "404 Project Not Found" });
			if (!closed) return;
			const guarded = (await create(t, { ref: closed.ref })).is(201).number("id");
			(await untouched(t, guarded, () => cancel(t, guarded, t.as("developer")))).refuses(403);
		},
	),
	rule(
		"PIPE-217",
		"A canceled pipeline with canceled jobs can be retried afterwards and goes back to pending.",
		["retryPipeline", "cancelPipeline"],
		async (t) => {
			const id = (await canceled(t)).number("id");
			(await retry(t, id)).ok.has({ status: "pending" });
			(await get(t, id)).has({ status: "pending" });
		},
	),
];
