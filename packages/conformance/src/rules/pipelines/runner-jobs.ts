/** Jobs that a runner has run or runs, for what can be seen of pipelines there alone. */
import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";

const jobsOf = async (t: Context, id: number, status: string): Promise<readonly Fields[]> =>
	(await t.as("administrator").call("listRunnerJobs", { id, status, order_by: "id", sort: "asc", per_page: 100 })).is(200).items;

/** The oldest job of a status that a runner of the project took for it; skips where there is none. */
export async function jobOf(t: Context, status: string): Promise<{ runner: number; job: number; pipeline: number }> {
	const id = t.scene("project");
	const runners = (await t.as("owner").call("listProjectRunners", { id, per_page: 20 })).is(200).ids;
	for (const runner of runners)
		for (const job of await jobsOf(t, runner, status)) {
			const pipeline = Number(Object(job.pipeline).id);
			if ((await t.as("owner").call("getPipeline", { id, pipeline_id: pipeline })).status === 200) return { runner, job: Number(job.id), pipeline };
		}
	return t.skip(`no runner of the project has a job in status ${status}`);
}

/** What became of a runner's job; undefined once it is listed no more. */
export async function jobStatus(t: Context, id: number, job: number): Promise<unknown> {
	for (let page = 1; ; page++) {
		const { items } = (await t.as("administrator").call("listRunnerJobs", { id, per_page: 100, page })).is(200);
		const one = items.find((entry) => entry.id === job);
		if (one || items.length < 100) return one?.status;
	}
}
