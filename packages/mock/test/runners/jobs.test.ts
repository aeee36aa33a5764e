import type { Job, PipelineStatus, Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { ids, insufficient, noAccess, notFound, scene, unauthorized } from "./scene";

function one() {
	const made = scene();
	const runner = made.projectRunner();
	const job = (given: Partial<Job> = {}, of: Runner = runner, project = made.project): Job =>
		made.make.job(made.make.pipeline(project, { status: given.status ?? "success" }), { runner_id: of.id, ...given });
	return {
		...made,
		runner,
		job,
		get: (query = "", who = "maintainer") => made.ask(who, "GET", `/runners/${runner.id}/jobs${query}`),
	};
}

describe("which jobs", () => {
	test("RUNNER-319 the runner's own, no others", async () => {
		const { get, job, projectRunner } = one();
		const own = [job(), job({ status: "running" })];
		job({}, projectRunner());
		job({ runner_id: null });
		expect(ids(await get()).sort()).toEqual(own.map(({ id }) => id).sort());
	});

	test("RUNNER-320, AUTH-064 only of projects where the caller is at least reporter", async () => {
		const { ask, foreign, job, make, project, projectRunner } = one();
		const shared = projectRunner({}, [project, foreign]);
		const seen = job({}, shared);
		const hidden = job({}, shared, foreign);
		const get = async () => ids(await ask("maintainer", "GET", `/runners/${shared.id}/jobs`));
		expect(await get()).toEqual([seen.id]);
		make.member("maintainer", "elsewhere/app", "guest");
		expect(await get()).toEqual([seen.id]);
		make.user({ username: "helper" });
		make.member("helper", "lab/app", "maintainer");
		make.member("helper", "elsewhere/app", "reporter");
		expect(ids(await ask("helper", "GET", `/runners/${shared.id}/jobs`))).toEqual([hidden.id, seen.id]);
	});

	test.each(["root", "auditor"])("RUNNER-334 all to %s", async (who) => {
		const { ask, foreign, job, project, projectRunner } = one();
		const shared = projectRunner({}, [project, foreign]);
		const all = [job({}, shared), job({}, shared, foreign)];
		expect(ids(await ask(who, "GET", `/runners/${shared.id}/jobs`)).sort()).toEqual(all.map(({ id }) => id).sort());
	});
});

describe("filters", () => {
	test("RUNNER-321, RUNNER-322, RUNNER-323 system_id: one manager's jobs, without totals", async () => {
		const { get, job, make, runner } = one();
		const [a, b] = ["s_a", "s_b"].map((system_id) => make.runnerManager(runner, { system_id }));
		const first = job({ runner_manager_id: a?.id ?? null });
		job({ runner_manager_id: b?.id ?? null });
		job();
		const told = await get("?system_id=s_a");
		expect(ids(told)).toEqual([first.id]);
		for (const name of ["x-total", "x-total-pages"]) expect(told.headers.has(name)).toBe(false);
		expect(told.headers.get("link")).not.toContain('rel="last"');
		expect(told.headers.get("x-page")).toBe("1");
		const none = await get("?system_id=s_unknown");
		expect([none.status, none.body]).toEqual([200, []]);
		expect((await get()).headers.get("x-total")).toBe("3");
	});

	test("RUNNER-322 a manager of another runner is none of this one's", async () => {
		const { get, job, make, projectRunner } = one();
		const other = projectRunner();
		const manager = make.runnerManager(other, { system_id: "s_other" });
		job({ runner_manager_id: manager.id }, other);
		expect((await get("?system_id=s_other")).body).toEqual([]);
	});

	test.each([
		["RUNNER-324", "running"],
		["RUNNER-325", "success"],
		["RUNNER-326", "failed"],
		["RUNNER-327", "canceled"],
	] as [string, PipelineStatus][])("%s status=%s", async (_claim, status) => {
		const { get, job } = one();
		for (const other of ["running", "success", "failed", "canceled"] as const) job({ status: other });
		const { body } = await get(`?status=${status}`);
		expect(body.map((each: Job) => each.status)).toEqual([status]);
	});

	test.each([
		["RUNNER-328", "status=non-existing", "status does not have a valid value"],
		["RUNNER-330", "order_by=name", "order_by does not have a valid value"],
		["RUNNER-330", "order_by=id&sort=up", "sort does not have a valid value"],
	])("%s %s: 400", async (_claim, query, error) => {
		const told = await one().get(`?${query}`);
		expect([told.status, told.body]).toEqual([400, { error }]);
	});
});

describe("order and pages", () => {
	test("RUNNER-329, RUNNER-331 by id, newest first by default; a direction alone is no error", async () => {
		const { get, job } = one();
		const made = [job().id, job().id, job().id];
		expect(ids(await get("?order_by=id&sort=asc"))).toEqual(made);
		expect(ids(await get("?order_by=id&sort=desc"))).toEqual([...made].reverse());
		expect(ids(await get("?order_by=id"))).toEqual([...made].reverse());
		const told = await get("?sort=asc");
		expect([told.status, ids(told).sort()]).toEqual([200, made]);
	});

	test("RUNNER-332 20 a page", async () => {
		const { get, job } = one();
		for (let count = 0; count < 21; count++) job();
		const { body, headers } = await get();
		expect([body.length, headers.get("x-total"), headers.get("x-next-page")]).toEqual([20, "21", "2"]);
		expect((await get("?page=2")).body).toHaveLength(1);
	});

	test("RUNNER-333 keyset is not offered: it is ignored", async () => {
		const { get, job } = one();
		for (let count = 0; count < 3; count++) job();
		const told = await get("?pagination=keyset&order_by=id&per_page=2&page=2");
		expect([told.status, told.body.length, told.headers.get("x-page")]).toEqual([200, 1, "2"]);
		expect(told.headers.has("x-next-cursor")).toBe(false);
	});
});

describe("who", () => {
	test("RUNNER-335 of an instance runner: administrators and auditors alone", async () => {
		const { ask, instanceRunner } = scene();
		const at = `/runners/${instanceRunner().id}/jobs`;
		for (const who of ["root", "auditor"]) expect((await ask(who, "GET", at)).status).toBe(200);
		for (const who of ["owner", "maintainer", "outsider"]) {
			const told = await ask(who, "GET", at);
			expect([told.status, told.body]).toEqual([403, noAccess]);
		}
	});

	test.each(["groupRunner", "projectRunner"] as const)("RUNNER-336 of a %s: maintainers", async (kind) => {
		const made = scene();
		const at = `/runners/${made[kind]().id}/jobs`;
		for (const who of ["owner", "maintainer"]) expect((await made.ask(who, "GET", at)).status).toBe(200);
		for (const who of ["developer", "reporter", "guest", "outsider"]) {
			const told = await made.ask(who, "GET", at);
			expect([told.status, told.body]).toEqual([403, noAccess]);
		}
	});

	test("RUNNER-337 unknown number 404, without credentials 401", async () => {
		const { ask, runner } = one();
		const unknown = await ask("maintainer", "GET", "/runners/999999/jobs");
		expect([unknown.status, unknown.body]).toEqual([404, notFound]);
		const anonymous = await ask(null, "GET", `/runners/${runner.id}/jobs`);
		expect([anonymous.status, anonymous.body]).toEqual([401, unauthorized]);
	});

	test("RUNNER-338 scopes", async () => {
		const { get, scoped } = one();
		for (const scope of ["manage_runners", "read_api", "api"])
			expect((await get("", scoped("maintainer", scope))).status).toBe(200);
		const told = await get("", scoped("maintainer", "create_runner"));
		expect([told.status, told.body]).toEqual([403, insufficient("api", "read_api", "manage_runners")]);
	});
});

describe("a job", () => {
	test("RUNNER-093 that runs has begun and not ended", async () => {
		const { get, make, project, runner } = one();
		const pipeline = make.pipeline(project, { status: "running" });
		const { id } = make.job(pipeline, { runner_id: runner.id });
		const { body } = await get("?status=running");
		expect(body).toHaveLength(1);
		expect(body[0]).toMatchObject({ id, status: "running", finished_at: null });
		expect(body[0].started_at).toBe(pipeline.started_at);
		expect(body[0]).toMatchObject({
			ref: pipeline.ref,
			commit: { id: pipeline.sha, short_id: pipeline.sha.slice(0, 8) },
			pipeline: { id: pipeline.id, sha: pipeline.sha, ref: pipeline.ref, status: "running" },
			project: { id: project.id, path_with_namespace: "lab/app" },
			user: { id: pipeline.user_id },
		});
	});

	test("PIPE-212 that ran in a pipeline that is canceled is canceled", async () => {
		const { ask, get, make, project, runner } = one();
		const pipeline = make.pipeline(project, { status: "running" });
		const { id } = make.job(pipeline, { runner_id: runner.id });
		expect((await get()).body[0]).toMatchObject({ id, status: "running" });
		expect((await ask("owner", "POST", `/projects/${project.id}/pipelines/${pipeline.id}/cancel`)).status).toBe(200);
		expect((await get()).body[0]).toMatchObject({ id, status: "canceled" });
		expect((await get("?status=running")).body).toEqual([]);
	});

	test("PIPE-223 of a pipeline that is deleted is gone", async () => {
		const { ask, get, job, make, project, runner } = one();
		const kept = job();
		const pipeline = make.pipeline(project, { status: "success" });
		const gone = make.job(pipeline, { runner_id: runner.id });
		expect(ids(await get())).toEqual([gone.id, kept.id]);
		expect((await ask("owner", "DELETE", `/projects/${project.id}/pipelines/${pipeline.id}`)).status).toBe(204);
		expect(ids(await get())).toEqual([kept.id]);
	});
});
