import { expect, test } from "vitest";
import { lab } from "../support/lab";

/** A lab with a runner that runs a job of a pipeline, and has run another one to its end. */
function busy() {
	const made = lab();
	const runner = made.make.runner({ projects: [made.project] });
	const pipeline = made.pipeline({ status: "running" });
	const job = { runner_id: runner.id, started_at: "2026-01-05T09:00:00.000Z" };
	made.make.job(pipeline, { ...job, name: "build", status: "success" });
	made.make.job(pipeline, { ...job, name: "test", status: "running" });
	const other = made.pipeline({ status: "running" });
	made.make.job(other, { ...job, name: "other", status: "running" });
	return {
		...made,
		id: pipeline.id,
		async jobs() {
			const { status, body } = await made.ask("root", "GET", `/runners/${runner.id}/jobs?order_by=id&sort=asc`);
			expect(status).toBe(200);
			return body.map((one: { name: string; status: string }) => [one.name, one.status]);
		},
	};
}

test("PIPE-212 once canceled no job of it runs", async () => {
	const { ask, at, id, jobs } = busy();
	expect(await jobs()).toEqual([
		["build", "success"],
		["test", "running"],
		["other", "running"],
	]);
	expect((await ask("owner", "POST", `${at}/${id}/cancel`)).status).toBe(200);
	expect(await jobs()).toEqual([
		["build", "success"],
		["test", "canceled"],
		["other", "running"],
	]);
});

test("PIPE-223 its jobs are deleted with it, also from the runner's list", async () => {
	const { ask, at, id, jobs } = busy();
	expect((await ask("owner", "DELETE", `${at}/${id}`)).status).toBe(204);
	expect(await jobs()).toEqual([["other", "running"]]);
});
