import { type Fields, isFields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { ask, gid, mutate, noPermission, numberOf } from "../../rule/graphql";
import { check } from "../../rule/rule";

const reads = { effect: "reads" } as const;

/** Makes a pipeline by GraphQL, as the maintainer; it is removed after the check. */
async function made(
	t: Trial,
): Promise<{ readonly id: string; readonly pipeline: Fields; readonly pipeline_id: number }> {
	const input = { projectPath: t.scene("project"), ref: t.scene("ref") };
	const told = await mutate(t.as("maintainer"), "pipelineCreate", input, "pipeline { id status ref sha }");
	const pipeline = told.record("pipelineCreate.pipeline");
	const id = String(pipeline.id);
	t.undo(`pipeline ${id}`, async () => (await mutate(t.as("owner"), "pipelineDestroy", { id })).answer);
	return { id, pipeline, pipeline_id: numberOf(id) };
}

const read = async (t: Trial, pipeline_id: number) =>
	await t.as("maintainer").call("getPipeline", { id: t.scene("project"), pipeline_id });

export const pipelineChecks = [
	check(
		"GQL-233",
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
				const told = await ask(t.as("developer"), query, { path });
				const expected = rest.is(200).items.map(({ id, status, ref, sha }) => ({
					id: gid("Ci::Pipeline", Number(id)),
					status: String(status).toUpperCase(),
					ref,
					sha,
				}));
				if (expected.length === 0) t.skip(`the scene's project has no pipelines for ${JSON.stringify(params)}`);
				t.same(
					`the pipelines for ${JSON.stringify(params)}`,
					told.list("project.pipelines.nodes"),
					expected,
					told.answer,
				);
			}
		},
		reads,
	),
	check("GQL-234", async (t) => {
		const { pipeline, pipeline_id } = await made(t);
		t.same("the status", pipeline.status, "PENDING");
		const list = await t.as("maintainer").call("listPipelines", { id: t.scene("project"), per_page: 20 });
		const listed = list.is(200).items.find(({ id }) => id === pipeline_id);
		t.same("ref and SHA in the REST list", [listed?.ref, listed?.sha], [pipeline.ref, pipeline.sha], list);
		const unknown = { projectPath: t.scene("project"), ref: t.unique("no-such-ref") };
		const told = await mutate(t.as("maintainer"), "pipelineCreate", unknown, "pipeline { id }");
		t.same(
			"the payload for an unknown ref",
			told.record("pipelineCreate"),
			{ pipeline: null, errors: ["Reference not found"] },
			told.answer,
		);
	}),
	check("GQL-235", async (t) => {
		const { id, pipeline_id } = await made(t);
		const act = async (name: string) => {
			const told = await mutate(t.as("maintainer"), name, { id }, "pipeline { id }");
			t.same(`errors of ${name}`, told.record(name).errors, [], told.answer);
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
	}),
	check(
		"GQL-236",
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
				const told = await ask(t.as("developer"), query, { path, id: gid("Ci::Pipeline", Number(id)) });
				const summary = told.record("project.pipeline.testReportSummary");
				const { suite_error, ...numbers } = total;
				t.same("the total", summary.total, { ...numbers, suiteError: suite_error }, told.answer);
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
				t.same("the suites", told.at("project.pipeline.testReportSummary.testSuites.nodes"), suites, told.answer);
			}
			if (reported === 0) t.skip("no finished pipeline of the scene's project has a test report");
		},
		reads,
	),
];
