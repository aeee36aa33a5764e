import { type Fields, isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, gid, mutate, noPermission, numberOf } from "../../rule/graphql";
import { assumed } from "../../rule/rule";

const reads = { effect: "reads" } as const;

/** Makes a pipeline by GraphQL, as the maintainer; it is removed after the check. */
async function made(t: Context): Promise<{ readonly id: string; readonly pipeline: Fields; readonly pipeline_id: number }> {
	const input = { projectPath: t.scene("project"), ref: t.scene("ref") };
	const response = await mutate(t.as("maintainer"), "pipelineCreate", input, "pipeline { id status ref sha }");
	const pipeline = response.record("pipelineCreate.pipeline");
	const id = String(pipeline.id);
	t.undo(`pipeline ${id}`, async () => (await mutate(t.as("owner"), "pipelineDestroy", { id })).answer);
	return { id, pipeline, pipeline_id: numberOf(id) };
}

const read = async (t: Context, pipeline_id: number) => await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id });

export const pipelineChecks = [
	assumed(
		"GQL-233",
		"project.pipelines agrees with REST listPipelines in id, status (upper case), ref, sha and order for the same filter.",
		"executeGraphql",
		async (t) => {
			const path = t.scene("project");
			const filters: readonly (readonly [args: string, params: Fields])[] = [
				["", {}],
				[`, ref: ${JSON.stringify(t.scene("ref"))}`, { ref: t.scene("ref") }],
				[", status: SUCCESS", { status: "success" }],
				[", scope: FINISHED", { scope: "finished" }],
			];
			for (const [args, params] of filters) {
				const rest = await t.as("developer").call("listPipelines", { id: path, per_page: 50, ...params });
				const query = `query($path: ID!) { project(fullPath: $path) { pipelines(first: 50${args}) { nodes { id status ref sha } } } }`;
				const response = await ask(t.as("developer"), query, { path });
				const expected = rest.is(200).items.map(({ id, status, ref, sha }) => ({
					id: gid("Ci::Pipeline", Number(id)),
					status: String(status).toUpperCase(),
					ref,
					sha,
				}));
				if (expected.length === 0) t.skip(`the scene's project has no pipelines for ${JSON.stringify(params)}`);
				t.same(`the pipelines for ${JSON.stringify(params)}`, response.list("project.pipelines.nodes"), expected, response.answer);
			}
		},
		reads,
	),
	assumed(
		"GQL-234",
		'pipelineCreate makes the pipeline REST then lists, status PENDING; an unknown ref → pipeline null, errors ["Reference not found"].',
		"executeGraphql",
		async (t) => {
			const { pipeline, pipeline_id } = await made(t);
			t.same("the status", pipeline.status, "PENDING");
			const list = await t.as("maintainer").call("listPipelines", { id: t.scene("project"), per_page: 20 });
			const listed = list.is(200).items.find(({ id }) => id === pipeline_id);
			t.same("ref and SHA in the REST list", [listed?.ref, listed?.sha], [pipeline.ref, pipeline.sha], list);
			const unknown = { projectPath: t.scene("project"), ref: t.unique("no-such-ref") };
			const response = await mutate(t.as("maintainer"), "pipelineCreate", unknown, "pipeline { id }");
			t.same("the payload for an unknown ref", response.record("pipelineCreate"), { pipeline: null, errors: ["Reference not found"] }, response.answer);
		},
	),
	assumed(
		"GQL-235",
		"pipelineRetry and pipelineCancel have the same effect as the REST calls; pipelineDestroy needs Owner and REST GET then → 404.",
		"executeGraphql",
		async (t) => {
			const { id, pipeline_id } = await made(t);
			const act = async (name: string) => {
				const response = await mutate(t.as("maintainer"), name, { id }, "pipeline { id }");
				t.same(`errors of ${name}`, response.record(name).errors, [], response.answer);
			};
			await act("pipelineCancel");
			const canceled = (await read(t, pipeline_id)).is(200).string("status");
			t.holds(`the status should be canceled, and is ${canceled}`, /^cancel(ed|ing)$/.test(canceled));
			await act("pipelineRetry");
			const retried = (await read(t, pipeline_id)).is(200).string("status");
			t.holds(`the status should not be canceled any more, and is ${retried}`, !/^cancel/.test(retried));
			(await mutate(t.as("maintainer"), "pipelineDestroy", { id })).refuses(noPermission);
			(await read(t, pipeline_id)).is(200);
			const gone = await mutate(t.as("owner"), "pipelineDestroy", { id });
			t.same("errors of pipelineDestroy", gone.record("pipelineDestroy").errors, [], gone.answer);
			(await read(t, pipeline_id)).is(404);
		},
	),
	assumed(
		"GQL-236",
		"testReportSummary equals REST test_report_summary.",
		"executeGraphql",
		async (t) => {
			const query = `query($path: ID!, $id: CiPipelineID) { project(fullPath: $path) { pipeline(id: $id) { testReportSummary {
				total { time count success failed skipped error suiteError }
				testSuites { nodes { name totalTime totalCount successCount failedCount skippedCount errorCount suiteError } } } } } }`;
			const path = t.scene("project");
			const list = await t.as("developer").call("listPipelines", { id: path, scope: "finished", per_page: 50 });
			let reported = 0;
			for (const { id } of list.is(200).items) {
				if (reported >= 3) return;
				const answer = await t.as("developer").call("getPipelineTestReportSummary", { id: path, pipeline_id: id });
				const { total, test_suites } = answer.is(200).fields;
				if (!isFields(total) || !Array.isArray(test_suites) || test_suites.length === 0) continue;
				reported += 1;
				const response = await ask(t.as("developer"), query, { path, id: gid("Ci::Pipeline", Number(id)) });
				const summary = response.record("project.pipeline.testReportSummary");
				const { suite_error, ...numbers } = total;
				t.same("the total", summary.total, { ...numbers, suiteError: suite_error }, response.answer);
				const suites = test_suites.filter(isFields).map((one) => ({
					name: one.name,
					totalTime: one.total_time,
					totalCount: one.total_count,
					successCount: one.success_count,
					failedCount: one.failed_count,
					skippedCount: one.skipped_count,
					errorCount: one.error_count,
					suiteError: one.suite_error,
				}));
				t.same("the suites", response.at("project.pipeline.testReportSummary.testSuites.nodes"), suites, response.answer);
			}
			if (reported === 0) t.skip("no finished pipeline of the scene's project has a test report");
		},
		reads,
	),
];
