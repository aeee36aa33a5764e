import { createPlatform, demo, type PlatformOptions } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { withGraphql } from "../support/graphql";
import { lab } from "../support/lab";
import { startOfTime } from "../support/world";

/** Returns the time this many seconds after the clock's start. */
const secondsOn = (seconds: number): string => new Date(Date.parse(startOfTime) + seconds * 1000).toISOString();

/** Returns a lab with simulated pipelines and an online runner, and a function that reads the state of a pipeline. */
function simulated(pipelines: PlatformOptions["pipelines"] = { wait: 2, run: 30 }) {
	const made = lab({}, { pipelines });
	const { make, project, platform, ask, at, get } = made;
	const runner = make.runner({ projects: [project] }, { contacted_at: startOfTime });
	return {
		...made,
		runner,
		async start() {
			const { status, body } = await ask("owner", "POST", `/projects/${project.id}/pipeline`, {
				json: { ref: "main" },
			});
			expect([status, body.status]).toEqual([201, "pending"]);
			return body.id as number;
		},
		async look(id: number) {
			const { body } = await get(`/${id}`);
			const jobs = platform.state.jobs.in("pipeline", id).map(({ name, status }) => `${name} ${status}`);
			return [body.status, ...jobs];
		},
		retry: (id: number) => ask("owner", "POST", `${at}/${id}/retry`),
		cancel: (id: number) => ask("owner", "POST", `${at}/${id}/cancel`),
	};
}

test("a pipeline goes on as the clock does, stage by stage", async () => {
	const { start, look, platform } = simulated();
	const id = await start();
	const seen: [string, string[]][] = [];
	for (const step of ["1 second", "1 second", "30 seconds", "2 seconds", "29 seconds", "1 second"]) {
		platform.clock.advance(step);
		seen.push([platform.clock.iso(), await look(id)]);
	}
	expect(seen).toEqual([
		[secondsOn(1), ["pending", "build pending", "test created"]],
		[secondsOn(2), ["running", "build running", "test created"]],
		[secondsOn(32), ["running", "build success", "test pending"]],
		[secondsOn(34), ["running", "build success", "test running"]],
		[secondsOn(63), ["running", "build success", "test running"]],
		[secondsOn(64), ["success", "build success", "test success"]],
	]);
});

test("PIPE-124, PIPE-126, PIPE-127 in one leap it comes to the same times, durations and coverage", async () => {
	const { start, get, platform } = simulated({ wait: 2, run: 30, coverage: 87.5 });
	const id = await start();
	platform.clock.advance("1 day");
	expect((await get(`/${id}`)).body).toMatchObject({
		status: "success",
		started_at: secondsOn(2),
		finished_at: secondsOn(64),
		updated_at: secondsOn(64),
		duration: 60,
		queued_duration: 2,
		coverage: "87.50",
	});
	expect(platform.state.jobs.in("pipeline", id)).toMatchObject([
		{ started_at: secondsOn(2), finished_at: secondsOn(32), duration: 30, queued_duration: 2, coverage: null },
		{ started_at: secondsOn(34), finished_at: secondsOn(64), duration: 30, queued_duration: 2, coverage: 87.5 },
	]);
});

test("the runner's jobs follow, and lists know the pipeline by its status", async () => {
	const { start, ask, ids, platform, runner } = simulated();
	const id = await start();
	const jobs = async (query = "") =>
		(await ask("root", "GET", `/runners/${runner.id}/jobs?order_by=id&sort=asc${query}`)).body.map(
			(job: { name: string; status: string }) => `${job.name} ${job.status}`,
		);
	expect(await jobs()).toEqual([]);
	expect(await ids("scope=running")).toEqual([]);
	platform.clock.advance("10 seconds");
	expect(await jobs()).toEqual(["build running"]);
	expect(await ids("scope=running")).toEqual([id]);
	platform.clock.advance("30 seconds");
	expect(await jobs()).toEqual(["build success", "test running"]);
	expect(await jobs("&status=running")).toEqual(["test running"]);
	platform.clock.advance("1 hour");
	expect(await jobs()).toEqual(["build success", "test success"]);
	expect([await ids("scope=running"), await ids("status=success")]).toEqual([[], [id]]);
});

test("GraphQL sees the same", async () => {
	const made = simulated({ wait: 1, run: 10, fail: ["build"] });
	const { gql } = withGraphql(made);
	const created = await gql(
		"owner",
		'mutation { pipelineCreate(input: { projectPath: "acme/lab", ref: "main" }) { pipeline { id status } } }',
	);
	const { id, status } = created.data.pipelineCreate.pipeline;
	expect(status).toBe("PENDING");
	const now = async () =>
		(
			await gql(
				"owner",
				`{ project(fullPath: "acme/lab") { pipeline(id: "${id}") { status duration failedJobsCount complete retryable } } }`,
			)
		).data.project.pipeline;
	made.platform.clock.advance("5 seconds");
	expect(await now()).toEqual({
		status: "RUNNING",
		duration: null,
		failedJobsCount: 0,
		complete: false,
		retryable: false,
	});
	made.platform.clock.advance("5 minutes");
	expect(await now()).toEqual({ status: "FAILED", duration: 10, failedJobsCount: 1, complete: true, retryable: true });
});

describe("failure", () => {
	test("behind a failed job nothing runs, and a retry brings it on again", async () => {
		const { start, look, retry, get, platform } = simulated({ wait: 2, run: 30, fail: ["build"] });
		const id = await start();
		platform.clock.advance("5 minutes");
		expect(await look(id)).toEqual(["failed", "build failed", "test skipped"]);
		expect((await get(`/${id}`)).body).toMatchObject({ finished_at: secondsOn(32), duration: 30 });
		platform.configure({ pipelines: { wait: 2, run: 30 } });
		expect((await retry(id)).body.status).toBe("pending");
		expect(await look(id)).toEqual(["pending", "build pending", "test created"]);
		platform.clock.advance("2 seconds");
		expect(await look(id)).toEqual(["running", "build running", "test created"]);
		platform.clock.advance("5 minutes");
		expect(await look(id)).toEqual(["success", "build success", "test success"]);
		// The time between the two runs is not a part of the duration.
		expect((await get(`/${id}`)).body).toMatchObject({
			finished_at: secondsOn(364),
			duration: 60,
			started_at: secondsOn(2),
		});
	});

	test("a share fails, the same in every run, by another seed others", async () => {
		const run = async (seed: number) => {
			const { start, look, platform } = simulated({ wait: 1, run: { min: 5, max: 50 }, fail: 0.3, seed });
			const ids = [];
			for (let number = 0; number < 20; number++) ids.push(await start());
			platform.clock.advance("1 hour");
			const ends = [];
			for (const id of ids) ends.push((await look(id))[0]);
			const lasted = [...platform.state.jobs.all()].slice(-40).filter((job) => job.finished_at !== null);
			return { ends, lasted: lasted.map(({ duration }) => duration ?? 0) };
		};
		const first = await run(1);
		expect(await run(1)).toEqual(first);
		expect((await run(2)).ends).not.toEqual(first.ends);
		expect(first.ends.filter((status) => status === "failed").length).toBeGreaterThan(3);
		expect(first.ends.filter((status) => status === "success").length).toBeGreaterThan(3);
		expect(new Set(first.lasted).size).toBeGreaterThan(5);
		expect([Math.min(...first.lasted) >= 5, Math.max(...first.lasted) <= 50]).toEqual([true, true]);
	});

	test("a function says which jobs fail", async () => {
		const { start, look, platform } = simulated({ fail: ({ stage }) => stage === "test" });
		const id = await start();
		platform.clock.advance("1 hour");
		expect(await look(id)).toEqual(["failed", "build success", "test failed"]);
	});
});

test("PIPE-214, PIPE-217 what is canceled stays so until it is retried", async () => {
	const { start, look, cancel, retry, get, platform } = simulated();
	const id = await start();
	platform.clock.advance("10 seconds");
	expect((await cancel(id)).body).toMatchObject({ status: "canceled", finished_at: secondsOn(10), duration: 8 });
	platform.clock.advance("1 hour");
	expect(await look(id)).toEqual(["canceled", "build canceled", "test canceled"]);
	expect((await get(`/${id}`)).body.finished_at).toBe(secondsOn(10));
	await retry(id);
	platform.clock.advance("1 second");
	expect(await look(id)).toEqual(["pending", "build pending", "test created"]);
	platform.clock.advance("1 hour");
	expect(await look(id)).toEqual(["success", "build success", "test success"]);
});

test("one that is deleted while it runs leaves nothing behind", async () => {
	const { start, at, ask, platform } = simulated();
	const id = await start();
	platform.clock.advance("10 seconds");
	expect((await ask("owner", "DELETE", `${at}/${id}`)).status).toBe(204);
	expect(platform.state.jobSteps.size).toBe(0);
	platform.clock.advance("1 hour");
	expect((await ask("owner", "GET", `${at}/${id}`)).status).toBe(404);
	expect(() => createPlatform().importState(JSON.stringify(platform.exportState()))).not.toThrow();
});

test("what the seed made stays as it was made, and so does everything while pipelines are manual", async () => {
	const { start, look, platform, make, project, runner } = simulated();
	const seeded = make.pipeline(project, { status: "running" });
	make.job(seeded, { runner_id: runner.id });
	platform.clock.advance("1 day");
	expect(await look(seeded.id)).toEqual(["running", "build running"]);
	platform.configure({ pipelines: "manual" });
	const id = await start();
	platform.clock.advance("1 day");
	expect(await look(id)).toEqual(["pending", "build pending", "test created"]);
	expect(createPlatform().settings.pipelines).toBe("manual");
});

test("without a runner that may take them jobs run all the same", async () => {
	const { start, look, platform, runner } = simulated("simulated");
	for (const one of platform.state.runners.all()) platform.state.runners.update(one.id, { paused: true });
	const id = await start();
	platform.clock.advance("10 seconds");
	expect(await look(id)).toEqual(["running", "build running", "test created"]);
	expect(platform.state.jobs.in("pipeline", id)[0]?.runner_id).toBeNull();
	expect(platform.state.jobs.in("runner", runner.id)).toEqual([]);
});

test("snapshots, forks and state files know what is due", async () => {
	const { start, look, platform } = simulated();
	const id = await start();
	const before = platform.snapshot();
	const file = JSON.stringify(platform.exportState());
	const end = ["success", "build success", "test success"];
	const beginning = ["pending", "build pending", "test created"];
	platform.clock.advance("1 hour");
	expect(await look(id)).toEqual(end);
	platform.clock.set(startOfTime);
	platform.restore(before);
	expect(await look(id)).toEqual(beginning);
	platform.clock.advance("1 hour");
	expect(await look(id)).toEqual(end);
	const other = createPlatform({ seed: demo });
	other.importState(file);
	const there = async () =>
		(
			await (
				await other.fetch(`http://a.test/api/v4/projects/acme%2Flab/pipelines/${id}`, {
					headers: { "PRIVATE-TOKEN": "owner-token" },
				})
			).json()
		).status;
	expect(await there()).toBe("pending");
	other.clock.advance("1 hour");
	expect(await there()).toBe("success");
});
