import type { OperationId } from "@tenon/contract";
import type { Answer } from "../../rule/answer";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { eventually } from "../../rule/eventually";
import { assumed, type Rule, rule } from "../../rule/rule";
import { all, create, get, ids, parentOf, spare, untouched } from "./lab";
import { jobOf, jobStatus } from "./runner-jobs";

const remove = async (t: Context, pipeline_id: number, who: Caller = t.as("owner"), options?: CallOptions): Promise<Answer> =>
	await who.call("deletePipeline", { id: t.scene("project"), pipeline_id }, options);

const gone = { message: "404 Not found" };

/** Removing pipelines. */
export const pipelineRemoval: readonly Rule[] = [
	rule(
		"PIPE-218",
		"The pipeline is removed: get, variables, test_report and test_report_summary answer 404 and the list no longer holds it.",
		"deletePipeline",
		async (t) => {
			const [kept, made] = [await create(t), await create(t)];
			const pipeline_id = made.number("id");
			(await remove(t, pipeline_id)).ok;
			const below: readonly OperationId[] = ["getPipeline", "listPipelineVariables", "getPipelineTestReport", "getPipelineTestReportSummary"];
			for (const operation of below) (await t.as("owner").call(operation, { id: t.scene("project"), pipeline_id })).refuses(404);
			const listed = await all(t);
			t.holds("the list should no longer have it", !ids(listed).includes(pipeline_id));
			t.holds("the list should have another still", ids(listed).includes(kept.number("id")));
		},
	),
	rule(
		"PIPE-219",
		"Child pipelines are not deleted with the parent: get of the child still answers 200.",
		"deletePipeline",
		async (t) => {
			const { child, parent } = await parentOf(t, "any");
			(await remove(t, parent)).ok;
			await get(t, child);
		},
		{ effect: "destroys" },
	),
	rule(
		"PIPE-220",
		"It works from every state, running included.",
		"deletePipeline",
		async (t) => {
			for (const id of await spare(t)) {
				(await remove(t, id)).ok;
				(await t.as("owner").call("getPipeline", { id: t.scene("project"), pipeline_id: id })).refuses(404);
			}
		},
		{ effect: "destroys" },
	),
	rule("PIPE-221", "It cannot be undone: retry, cancel or rename of the deleted id answer 404 and never bring it back.", "deletePipeline", async (t) => {
		const pipeline_id = (await create(t)).is(201).number("id");
		(await remove(t, pipeline_id)).ok;
		for (const operation of ["retryPipeline", "cancelPipeline", "updatePipelineMetadata", "getPipeline"] as const) {
			const name = operation === "updatePipelineMetadata" ? { name: "Back" } : {};
			(await t.as("owner").call(operation, { id: t.scene("project"), pipeline_id, ...name })).refuses(404);
		}
	}),
	assumed("PIPE-222", "id and iid of a deleted pipeline are not given to a later one.", "deletePipeline", async (t) => {
		const made = (await create(t)).is(201);
		(await remove(t, made.number("id"))).ok;
		const next = (await create(t)).is(201);
		t.holds("the next id should be higher", next.number("id") > made.number("id"), next);
		t.holds("the next iid should be higher", next.number("iid") > made.number("iid"), next);
	}),
	rule(
		"PIPE-223",
		"The pipeline's builds are deleted with it: GET /runners/:id/jobs of the runner that ran them no longer lists them.",
		"deletePipeline",
		async (t) => {
			const { job, pipeline, runner } = await jobOf(t, "success");
			(await remove(t, pipeline)).ok;
			const now = await eventually(async () => (await jobStatus(t, runner, job)) === undefined);
			t.holds(`job ${job} should be listed no more for runner ${runner}`, now);
		},
		{ effect: "destroys" },
	),
	assumed("PIPE-224", 'Answers 204 with an empty body; a second call answers 404 {"message":"404 Not found"}.', "deletePipeline", async (t) => {
		const id = (await create(t)).is(201).number("id");
		const response = (await remove(t, id)).is(204);
		t.same("the body", response.text, "", response);
		(await remove(t, id)).refuses(404, gone);
	}),
	assumed(
		"PIPE-225",
		'Only owner and administrator may delete: developer and maintainer get 403 {"message":"403 Forbidden"}; non-member of a private project 404; anonymous 401; pipeline stays.',
		"deletePipeline",
		async (t) => {
			const id = (await create(t)).is(201).number("id");
			for (const who of ["developer", "maintainer"] as const)
				(await untouched(t, id, () => remove(t, id, t.as(who)))).refuses(403, { message: "403 Forbidden" });
			(await untouched(t, id, () => remove(t, id, t.anonymous))).refuses(401, { message: "401 Unauthorized" });
			const hidden = { id: t.scene("private_project"), pipeline_id: id };
			(await t.as("outsider").call("deletePipeline", hidden)).refuses(404, { message: "404 Project Not Found" });
			(await remove(t, id)).ok;
			const other = (await create(t)).is(201).number("id");
			(await remove(t, other, t.as("administrator"))).ok;
		},
	),
	assumed(
		"PIPE-226",
		'If-Unmodified-Since older than the pipeline\'s updated_at answers 412 {"message":"412 Precondition Failed"} and keeps it.',
		"deletePipeline",
		async (t) => {
			const id = (await create(t)).is(201).number("id");
			const headers = { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" };
			const response = await untouched(t, id, () => remove(t, id, undefined, { headers }));
			response.refuses(412, { message: "412 Precondition Failed" });
		},
	),
	assumed(
		"PIPE-227",
		"Unfinished child pipelines of the deleted parent are cancelled (status canceled), not removed.",
		"deletePipeline",
		async (t) => {
			const { child, parent } = await parentOf(t, "unfinished");
			(await remove(t, parent)).ok;
			const now = await eventually(async () => (await get(t, child)).field("status") === "canceled");
			t.holds(`the child pipeline ${child} should be canceled`, now);
		},
		{ effect: "destroys" },
	),
];
