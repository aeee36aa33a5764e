import type { OperationId } from "@tenon/contract";
import type { Answer } from "../../rule/answer";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Trial } from "../../rule/context";
import { eventually } from "../../rule/eventually";
import { type Check, check } from "../../rule/rule";
import { all, create, get, ids, parentOf, spare, untouched } from "./lab";
import { jobOf, jobStatus } from "./runner-jobs";

const remove = async (
	t: Trial,
	pipeline_id: number,
	who: Caller = t.as("owner"),
	options?: CallOptions,
): Promise<Answer> => await who.call("deletePipeline", { id: t.scene("project"), pipeline_id }, options);

const gone = { message: "404 Not found" };

/** Removing pipelines. */
export const pipelineRemoval: readonly Check[] = [
	check("PIPE-218", async (t) => {
		const [kept, made] = [await create(t), await create(t)];
		const pipeline_id = made.number("id");
		(await remove(t, pipeline_id)).ok;
		const below: readonly OperationId[] = [
			"getPipeline",
			"listPipelineVariables",
			"getPipelineTestReport",
			"getPipelineTestReportSummary",
		];
		for (const operation of below)
			(await t.as("owner").call(operation, { id: t.scene("project"), pipeline_id })).refuses(404);
		const listed = await all(t);
		t.holds("the list should no longer have it", !ids(listed).includes(pipeline_id));
		t.holds("the list should have another still", ids(listed).includes(kept.number("id")));
	}),
	check(
		"PIPE-219",
		async (t) => {
			const { child, parent } = await parentOf(t, "any");
			(await remove(t, parent)).ok;
			await get(t, child);
		},
		{ effect: "destroys" },
	),
	check(
		"PIPE-220",
		async (t) => {
			for (const id of await spare(t)) {
				(await remove(t, id)).ok;
				(await t.as("owner").call("getPipeline", { id: t.scene("project"), pipeline_id: id })).refuses(404);
			}
		},
		{ effect: "destroys" },
	),
	check("PIPE-221", async (t) => {
		const pipeline_id = (await create(t)).is(201).number("id");
		(await remove(t, pipeline_id)).ok;
		for (const operation of ["retryPipeline", "cancelPipeline", "updatePipelineMetadata", "getPipeline"] as const) {
			const name = operation === "updatePipelineMetadata" ? { name: "Back" } : {};
			(await t.as("owner").call(operation, { id: t.scene("project"), pipeline_id, ...name })).refuses(404);
		}
	}),
	check("PIPE-222", async (t) => {
		const made = (await create(t)).is(201);
		(await remove(t, made.number("id"))).ok;
		const next = (await create(t)).is(201);
		t.holds("the next id should be higher", next.number("id") > made.number("id"), next);
		t.holds("the next iid should be higher", next.number("iid") > made.number("iid"), next);
	}),
	check(
		"PIPE-223",
		async (t) => {
			const { job, pipeline, runner } = await jobOf(t, "success");
			(await remove(t, pipeline)).ok;
			const now = await eventually(async () => (await jobStatus(t, runner, job)) === undefined);
			t.holds(`job ${job} should be listed no more for runner ${runner}`, now);
		},
		{ effect: "destroys" },
	),
	check("PIPE-224", async (t) => {
		const id = (await create(t)).is(201).number("id");
		const told = (await remove(t, id)).is(204);
		t.same("the body", told.text, "", told);
		(await remove(t, id)).refuses(404, gone);
	}),
	check("PIPE-225", async (t) => {
		const id = (await create(t)).is(201).number("id");
		for (const who of ["developer", "maintainer"] as const)
			(await untouched(t, id, () => remove(t, id, t.as(who)))).refuses(403, { message: "403 Forbidden" });
		(await untouched(t, id, () => remove(t, id, t.anonymous))).refuses(401, { message: "401 Unauthorized" });
		const hidden = { id: t.scene("private_project"), pipeline_id: id };
		(await t.as("outsider").call("deletePipeline", hidden)).refuses(404, { message: "404 Project Not Found" });
		(await remove(t, id)).ok;
		const other = (await create(t)).is(201).number("id");
		(await remove(t, other, t.as("administrator"))).ok;
	}),
	check("PIPE-226", async (t) => {
		const id = (await create(t)).is(201).number("id");
		const headers = { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" };
		const told = await untouched(t, id, () => remove(t, id, undefined, { headers }));
		told.refuses(412, { message: "412 Precondition Failed" });
	}),
	check(
		"PIPE-227",
		async (t) => {
			const { child, parent } = await parentOf(t, "unfinished");
			(await remove(t, parent)).ok;
			const now = await eventually(async () => (await get(t, child)).field("status") === "canceled");
			t.holds(`the child pipeline ${child} should be canceled`, now);
		},
		{ effect: "destroys" },
	),
];
