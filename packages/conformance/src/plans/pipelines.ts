import type { Context } from "../rule/context";
import type { Planner } from "./planner";

const inProject: Planner = async (t) => ({ caller: t.as("owner"), params: { id: t.scene("project") } });

/** A pipeline with variables. */
async function onPipeline(t: Context) {
	const variables = ["ONE", "TWO", "THREE"].map((key) => ({ key, value: t.unique("value") }));
	const params = { id: t.scene("project"), pipeline_id: (await t.given.pipeline({ variables })).number("id") };
	const caller = t.as("owner");
	return { caller, params, look: async () => (await caller.call("getPipeline", params)).is(200).json };
}

/** A new pipeline or, if the server returns 404 for a pipeline without test reports, one of the project that has a report. */
const withReport =
	(operation: "getPipelineTestReport" | "getPipelineTestReportSummary"): Planner =>
	async (t) => {
		const plan = await onPipeline(t);
		const trial = await plan.caller.call(operation, plan.params);
		t.assume("a pipeline without test reports should have an empty one", trial.status !== 404, trial);
		if (trial.status !== 404) return plan;
		for (const status of ["failed", "success"])
			for (const { id } of (await plan.caller.call("listPipelines", { id: t.scene("project"), status, per_page: 10 })).is(200).items) {
				const params = { ...plan.params, pipeline_id: Number(id) };
				if ((await plan.caller.call(operation, params)).succeeded) return { caller: plan.caller, params };
			}
		return t.skip("none of the newest failed and passed pipelines of the project has a test report");
	};

/** How the operations on pipelines succeed. */
export const pipelinePlans = {
	listPipelines: inProject,
	getLatestPipeline: async (t) => {
		await t.given.pipeline();
		return { caller: t.as("owner"), params: { id: t.scene("project"), ref: t.scene("ref") } };
	},
	getPipeline: onPipeline,
	deletePipeline: onPipeline,
	listPipelineVariables: onPipeline,
	getPipelineTestReport: withReport("getPipelineTestReport"),
	getPipelineTestReportSummary: withReport("getPipelineTestReportSummary"),
	createPipeline: async (t) => {
		const caller = t.as("owner");
		const id = t.scene("project");
		return {
			caller,
			params: { id, ref: t.scene("ref") },
			isShared: true,
			// Only pipelines of the users who send the request: most other rules create pipelines as the maintainer meanwhile.
			look: async () => {
				const names = (["owner", "reporter", "guest", "outsider"] as const).flatMap((who) => t.facts.users[who]?.username ?? []);
				const of = async (username: string) => (await caller.list("listPipelines", { id, username })).is(200).ids;
				return await Promise.all(names.map(of));
			},
			made: (response) => {
				const pipeline_id = response.number("id");
				t.undo(`pipeline ${pipeline_id}`, () => caller.call("deletePipeline", { id, pipeline_id }));
			},
		};
	},
	retryPipeline: onPipeline,
	cancelPipeline: onPipeline,
	updatePipelineMetadata: async (t) => {
		const plan = await onPipeline(t);
		return { ...plan, params: { ...plan.params, name: t.unique("name") } };
	},
} as const satisfies Record<string, Planner>;
