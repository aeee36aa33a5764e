import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { eventually } from "../../rule/eventually";
import { ask, numberOf } from "../../rule/graphql";
import { type Check, check } from "../../rule/rule";
import { create, get, list, oneOf, parentOf, spare, tryRefs, untouched } from "./lab";
import { jobOf, jobStatus } from "./runner-jobs";

const act = async (
	t: Trial,
	operation: "retryPipeline" | "cancelPipeline",
	pipeline_id: number,
	who?: Caller,
): Promise<Answer> => await (who ?? t.as("maintainer")).call(operation, { id: t.scene("project"), pipeline_id });
const retry = (t: Trial, id: number, who?: Caller): Promise<Answer> => act(t, "retryPipeline", id, who);
const cancel = (t: Trial, id: number, who?: Caller): Promise<Answer> => act(t, "cancelPipeline", id, who);

/** A new pipeline that has been canceled, and so has canceled jobs. */
async function canceled(t: Trial, ref = t.scene("ref")): Promise<Answer> {
	const made = (await create(t, { ref })).is(201);
	return (await cancel(t, made.number("id"))).is(200).has({ status: "canceled" });
}

/** One that passed, and has nothing to retry. */
async function nothingToRetry(t: Trial): Promise<number> {
	const query = `query ($at: ID!) { project(fullPath: $at) { pipelines(first: 100, status: SUCCESS) {
		nodes { id retryable }
	} } }`;
	const told = await ask(t.as("owner"), query, { at: t.scene("project") });
	const one = told.list("project.pipelines.nodes").find(({ retryable }) => retryable === false);
	return one ? numberOf(one.id) : t.skip("the project has no passed pipeline without jobs to retry");
}

const isStatus = async (t: Trial, id: number, status: string): Promise<boolean> =>
	(await get(t, id)).field("status") === status;

/** Retrying the failed and canceled jobs of a pipeline. */
export const pipelineRetries: readonly Check[] = [
	check("PIPE-204", async (t) => {
		const id = (await canceled(t)).number("id");
		(await retry(t, id)).ok.has({ id, status: "pending" }).shows("detailed_status", "user");
	}),
	check("PIPE-205", async (t) => {
		const id = await nothingToRetry(t);
		(await untouched(t, id, () => retry(t, id))).ok;
	}),
	check("PIPE-206", async (t) => {
		const before = await canceled(t);
		const { id, iid, sha, ref } = before.fields;
		(await retry(t, before.number("id"))).is(201).has({ id, iid, sha, ref });
		const [newest] = (await list(t, { per_page: 1 })).is(200).items;
		t.same("the newest pipeline", newest?.id, id);
		(await retry(t, await nothingToRetry(t))).is(201);
	}),
	check("PIPE-207", async (t) => {
		const before = await canceled(t);
		t.holds("finished_at should be set once canceled", before.field("finished_at") !== null, before);
		(await retry(t, before.number("id"))).is(201).has({ finished_at: null });
		(await get(t, before.number("id"))).has({ finished_at: null });
	}),
	check("PIPE-208", async (t) => {
		const { closed, made } = await tryRefs(t);
		const id = (await canceled(t, made.string("ref"))).number("id");
		for (const who of ["reporter", "guest"] as const)
			(await untouched(t, id, () => retry(t, id, t.as(who)))).refuses(403, { message: "403 Forbidden" });
		(await untouched(t, id, () => retry(t, id, t.anonymous))).refuses(401, { message: "401 Unauthorized" });
		(await retry(t, id, t.as("developer"))).is(201);
		if (!closed) return;
		const guarded = (await canceled(t, closed.ref)).number("id");
		(await untouched(t, guarded, () => retry(t, guarded, t.as("developer")))).refuses(403);
		(await retry(t, guarded)).is(201);
	}),
];

/** Canceling pipelines. */
export const pipelineCancels: readonly Check[] = [
	check("PIPE-210", async (t) => {
		const id = (await create(t)).ok.number("id");
		(await cancel(t, id)).is(200).has({ id, status: "canceled" }).shows("detailed_status", "user");
		(await get(t, id)).has({ status: "canceled" });
		const query =
			"query ($at: ID!, $id: CiPipelineID!) { project(fullPath: $at) { pipeline(id: $id) { cancelable } } }";
		const told = await ask(t.as("owner"), query, { at: t.scene("project"), id: `gid://service/Ci::Pipeline/${id}` });
		t.holds("nothing should be left to cancel", told.at("project.pipeline.cancelable") !== true, told.answer);
	}),
	check(
		"PIPE-211",
		async (t) => {
			for (const id of await spare(t)) (await cancel(t, id)).is(200);
		},
		{ effect: "destroys" },
	),
	check(
		"PIPE-212",
		async (t) => {
			const { job, pipeline, runner } = await jobOf(t, "running");
			(await cancel(t, pipeline)).is(200);
			const now = await eventually(async () => (await jobStatus(t, runner, job)) === "canceled");
			t.holds(`job ${job} of runner ${runner} should be canceled`, now);
		},
		{ effect: "destroys" },
	),
	check("PIPE-213", async (t) => {
		for (const status of ["success", "failed", "skipped", "canceled"] as const) {
			const id = (await oneOf(t, status)).number("id");
			(await cancel(t, id)).is(200).has({ status });
			(await get(t, id)).has({ status });
		}
	}),
	check("PIPE-214", async (t) => {
		const once = await canceled(t);
		t.holds("finished_at should be set", once.field("finished_at") !== null, once);
		(await cancel(t, once.number("id"))).is(200).has({ status: "canceled" });
	}),
	check(
		"PIPE-215",
		async (t) => {
			const { child, parent } = await parentOf(t, "unfinished");
			for (const id of [child, parent]) t.undo(`canceling of pipeline ${id}`, () => retry(t, id));
			(await cancel(t, parent)).is(200);
			const now = await eventually(() => isStatus(t, child, "canceled"));
			t.holds(`the child pipeline ${child} should be canceled`, now);
		},
		{ effect: "destroys" },
	),
	check("PIPE-216", async (t) => {
		const { closed, made } = await tryRefs(t);
		const id = made.number("id");
		for (const who of ["reporter", "guest"] as const)
			(await untouched(t, id, () => cancel(t, id, t.as(who)))).refuses(403, { message: "403 Forbidden" });
		(await untouched(t, id, () => cancel(t, id, t.anonymous))).refuses(401, { message: "401 Unauthorized" });
		const hidden = { id: t.scene("private_project"), pipeline_id: id };
		(await t.as("outsider").call("cancelPipeline", hidden)).refuses(404, { message: "404 Project Not Found" });
		if (!closed) return;
		const guarded = (await create(t, { ref: closed.ref })).is(201).number("id");
		(await untouched(t, guarded, () => cancel(t, guarded, t.as("developer")))).refuses(403);
	}),
	check(
		"PIPE-217",
		async (t) => {
			const id = (await canceled(t)).number("id");
			(await retry(t, id)).ok.has({ status: "pending" });
			(await get(t, id)).has({ status: "pending" });
		},
		{ operations: ["retryPipeline", "cancelPipeline"] },
	),
];
