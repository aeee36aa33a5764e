import type { Ending } from "@tenon/mock";
import { expect, test } from "vitest";
import { lab } from "../support/lab";
import { startOfTime } from "../support/world";

/** Returns a lab with a new pipeline, which waits for calls of the control API. */
async function started() {
	const made = lab();
	const { ask, project, platform, get } = made;
	const { body } = await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main" } });
	const id: number = body.id;
	const [build = 0, check = 0] = platform.state.jobs.in("pipeline", id).map((job) => job.id);
	return {
		...made,
		id,
		build,
		check,
		async look() {
			const jobs = platform.state.jobs.in("pipeline", id).map(({ status }) => status);
			return [(await get(`/${id}`)).body.status, ...jobs];
		},
	};
}

test("job by job: started, finished, and what follows from it", async () => {
	const { platform, build, check, look, get, id } = await started();
	platform.clock.advance("10 seconds");
	expect(platform.pipelines.startJob(build)).toMatchObject({ status: "running", queued_duration: 10 });
	expect(await look()).toEqual(["running", "running", "created"]);
	platform.clock.advance("20 seconds");
	expect(platform.pipelines.finishJob(build)).toMatchObject({ status: "success", duration: 20 });
	expect(await look()).toEqual(["running", "success", "pending"]);
	platform.pipelines.finishJob(check, { status: "success", coverage: 50 });
	expect(await look()).toEqual(["success", "success", "success"]);
	expect((await get(`/${id}`)).body).toMatchObject({ duration: 20, queued_duration: 10, coverage: "50.00" });
});

test("a job that fails ends the pipeline, one that is allowed to does not", async () => {
	const { platform, build, look } = await started();
	platform.pipelines.finishJob(build, { status: "failed" });
	expect(await look()).toEqual(["failed", "failed", "skipped"]);
	const other = await started();
	other.platform.state.jobs.update(other.build, { allow_failure: true });
	other.platform.pipelines.finishJob(other.build, { status: "failed" });
	expect(await other.look()).toEqual(["running", "failed", "pending"]);
	other.platform.pipelines.finish(other.id);
	expect(await other.look()).toEqual(["success", "failed", "success"]);
	expect((await other.get(`/${other.id}`)).body.detailed_status.text).toBe("Warning");
});

test.each<[Ending["status"], string[]]>([
	["success", ["success", "success", "success"]],
	["failed", ["failed", "failed", "skipped"]],
	["canceled", ["canceled", "canceled", "canceled"]],
	["skipped", ["skipped", "skipped", "skipped"]],
])("a whole pipeline: %s", async (status, expected) => {
	const { platform, id, look, get } = await started();
	platform.clock.advance("1 minute");
	expect(platform.pipelines.finish(id, status)).toMatchObject({ id, status });
	expect(await look()).toEqual(expected);
	expect((await get(`/${id}`)).body.finished_at).toBe("2026-01-05T09:31:00.000Z");
});

test("a pipeline without jobs ends with the given status", async () => {
	const { platform, pipeline, get } = lab();
	const { id } = pipeline({ status: "manual" });
	platform.pipelines.finish(id, "failed");
	expect((await get(`/${id}`)).body).toMatchObject({ status: "failed", finished_at: startOfTime });
});

test("a manual job blocks its pipeline until somebody starts it", async () => {
	const { platform, build, check, look } = await started();
	platform.state.jobs.update(check, { status: "manual" });
	platform.pipelines.finishJob(build);
	expect(await look()).toEqual(["manual", "success", "manual"]);
	platform.pipelines.startJob(check);
	expect(await look()).toEqual(["running", "success", "running"]);
	platform.pipelines.finishJob(check, { status: "canceled" });
	expect(await look()).toEqual(["canceled", "success", "canceled"]);
});

test("what is not there, or has ended, is refused in words, and nothing is changed", async () => {
	const { platform, id, build, state } = await started();
	const { pipelines } = platform;
	platform.state.jobs.update(build, { status: "running" });
	const before = state();
	expect(() => pipelines.finish(1)).toThrow("There is no pipeline 1.");
	expect(() => pipelines.startJob(1)).toThrow("There is no job 1.");
	expect(() => pipelines.startJob(build)).toThrow(`The job ${build} runs already.`);
	expect(state()).toBe(before);
	pipelines.finish(id, "failed");
	expect(() => pipelines.finish(id)).toThrow(`The pipeline ${id} has ended already: failed.`);
	expect(() => pipelines.finishJob(build)).toThrow(`The job ${build} has ended already: failed.`);
});
