import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { ids, noAccess, notFound, type Scene, scene, unauthorized } from "./scene";

const forbidden = { message: "403 Forbidden" };
const projectNotFound = { message: "404 Project Not Found" };

/** Assigns a runner to the scene's second project. */
const assign = (made: Scene, who: string | null, runner: { id: number }, place: number | string = made.second.id) =>
	made.refused(who, "POST", `/projects/${place}/runners`, { json: { runner_id: runner.id } });

const unassign = (made: Scene, who: string | null, runner: { id: number }, place: number | string = made.second.id) =>
	made.refused(who, "DELETE", `/projects/${place}/runners/${runner.id}`);

const projectsOf = async ({ ask }: Scene, { id }: Runner): Promise<number[]> =>
	(await ask("root", "GET", `/runners/${id}`)).body.projects.map((one: { id: number }) => one.id);

describe("assign", () => {
	test.each([
		["RUNNER-346", {}, "runner_id is missing"],
		["RUNNER-346", { runner_id: "abc" }, "runner_id is invalid"],
		["RUNNER-346", { runner_id: 1.5 }, "runner_id is invalid"],
	])("%s %j: 400", async (_claim, json, error) => {
		const { refused, second } = scene();
		const told = await refused("maintainer", "POST", `/projects/${second.id}/runners`, { json });
		expect([told.status, told.body, told.unchanged]).toEqual([400, { error }, true]);
	});

	test("RUNNER-347, RUNNER-359 the summary comes back, and the runner shows in the project, which does not own it", async () => {
		const made = scene();
		const { ask, project, second } = made;
		const runner = made.projectRunner();
		const told = await assign(made, "maintainer", runner);
		expect(told.status).toBe(201);
		const list = await ask("maintainer", "GET", `/projects/${second.id}/runners`);
		expect(list.body).toEqual([told.body]);
		expect(told.body.id).toBe(runner.id);
		expect(await projectsOf(made, runner)).toEqual([project.id, second.id]);
		expect((await unassign(made, "maintainer", runner, project.id)).status).toBe(403);
		expect((await unassign(made, "maintainer", runner)).status).toBe(204);
	});

	test("RUNNER-349, RUNNER-353 maintainers of both the project and the one that owns the runner", async () => {
		const made = scene();
		const { foreign, make } = made;
		const runner = made.projectRunner();
		for (const who of ["developer", "reporter", "guest"]) {
			const told = await assign(made, who, runner);
			expect([told.status, told.body, told.unchanged], who).toEqual([403, forbidden, true]);
		}
		const strange = made.projectRunner({}, [foreign]);
		for (const who of ["maintainer", "owner"]) {
			const told = await assign(made, who, strange);
			expect([told.status, told.body, told.unchanged], who).toEqual([403, noAccess, true]);
		}
		make.member("maintainer", "elsewhere/app", "developer");
		expect((await assign(made, "maintainer", strange)).status).toBe(403);
		make.user({ username: "helper" });
		for (const path of ["lab/tool", "elsewhere/app"]) make.member("helper", path, "maintainer");
		expect((await assign(made, "helper", strange)).status).toBe(201);
		expect((await assign(made, "root", runner)).status).toBe(201);
	});

	test("RUNNER-349 a project that merely has the runner gives no right to pass it on", async () => {
		const made = scene();
		const { foreign, make, project, second } = made;
		const runner = made.projectRunner({}, [foreign, project]);
		make.user({ username: "helper" });
		for (const path of ["lab/app", "lab/tool"]) make.member("helper", path, "maintainer");
		const told = await assign(made, "helper", runner, second.id);
		expect([told.status, told.body]).toEqual([403, noAccess]);
	});

	test("RUNNER-350 a custom role with admin_runners in both projects suffices, in one it does not", async () => {
		const both = scene();
		expect((await assign(both, both.keeper("lab/app", "lab/tool"), both.projectRunner())).status).toBe(201);
		const target = scene();
		const foreign = target.projectRunner({}, [target.foreign]);
		expect((await assign(target, target.keeper("lab/tool"), foreign)).body).toEqual(noAccess);
		const owner = scene();
		const keeper = owner.keeper("lab/app");
		owner.make.member(keeper, "lab/tool", "guest");
		expect((await assign(owner, keeper, owner.projectRunner())).body).toEqual(forbidden);
	});

	test.each(["maintainer", "owner", "root"])("RUNNER-351 a group runner: 403, also for %s", async (who) => {
		const made = scene();
		const told = await assign(made, who, made.groupRunner());
		expect([told.status, told.unchanged]).toEqual([403, true]);
		expect(told.body).toEqual({ message: "403 Forbidden - Runner is a group runner" });
	});

	test("RUNNER-352 a locked runner: 403, for administrators 201", async () => {
		const made = scene();
		const runner = made.projectRunner({ locked: true });
		for (const who of ["maintainer", "owner"]) {
			const told = await assign(made, who, runner);
			expect([told.status, told.unchanged]).toEqual([403, true]);
			expect(told.body).toEqual({ message: "403 Forbidden - Runner is locked" });
		}
		expect((await assign(made, "root", runner)).status).toBe(201);
	});

	test("RUNNER-354 an instance runner: 403, for administrators 400", async () => {
		const made = scene();
		const runner = made.instanceRunner();
		for (const [who, status] of [
			["maintainer", 403],
			["owner", 403],
			["root", 400],
		] as const) {
			const told = await assign(made, who, runner);
			expect([told.status, told.unchanged], who).toEqual([status, true]);
		}
	});

	test("RUNNER-355 a project runner without any project: 400", async () => {
		const made = scene();
		const runner = made.projectRunner({}, []);
		for (const who of ["maintainer", "root"]) {
			const told = await assign(made, who, runner);
			expect([told.status, told.unchanged], who).toEqual([400, true]);
		}
	});

	test("RUNNER-356 the project by its encoded path", async () => {
		const made = scene();
		const runner = made.projectRunner();
		expect((await assign(made, "maintainer", runner, "lab%2Ftool")).status).toBe(201);
		expect(await projectsOf(made, runner)).toEqual([made.project.id, made.second.id]);
	});

	test("RUNNER-357 one that the project has already: 400", async () => {
		const made = scene();
		const runner = made.projectRunner();
		for (const who of ["maintainer", "root"]) {
			const told = await assign(made, who, runner, made.project.id);
			expect([told.status, told.unchanged], who).toEqual([400, true]);
		}
		expect(await projectsOf(made, runner)).toEqual([made.project.id]);
	});

	test("RUNNER-358 unknown runner 404, unseen project 404, without credentials 401", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const unknown = await assign(made, "maintainer", { id: 999_999 });
		expect([unknown.status, unknown.body]).toEqual([404, notFound]);
		for (const place of [made.second.id, 999_999]) {
			const told = await assign(made, "outsider", runner, place);
			expect([told.status, told.body, told.unchanged]).toEqual([404, projectNotFound, true]);
		}
		const anonymous = await assign(made, null, runner);
		expect([anonymous.status, anonymous.body, anonymous.unchanged]).toEqual([401, unauthorized, true]);
	});
});

describe("unassign", () => {
	const shared = (given: Partial<Runner> = {}) => {
		const made = scene();
		return { ...made, runner: made.projectRunner(given, [made.project, made.second]) };
	};

	test("RUNNER-360, RUNNER-371 it leaves that project, and stays with its owner project and as such", async () => {
		const made = shared();
		const told = await unassign(made, "maintainer", made.runner);
		expect([told.status, told.body]).toEqual([204, undefined]);
		const list = async (id: number) => ids(await made.ask("maintainer", "GET", `/projects/${id}/runners`));
		expect(await list(made.second.id)).toEqual([]);
		expect(await list(made.project.id)).toEqual([made.runner.id]);
		expect((await made.ask("maintainer", "GET", `/runners/${made.runner.id}`)).status).toBe(200);
	});

	test.each(["maintainer", "owner", "root"])(
		"RUNNER-361, RUNNER-362, RUNNER-363, ERR-024, ERR-025 not from its owner project, by %s",
		async (who) => {
			const made = shared();
			const told = await unassign(made, who, made.runner, made.project.id);
			expect([told.status, told.unchanged]).toEqual([403, true]);
			expect(told.body).toEqual({
				message: "403 Forbidden - You cannot unassign a runner from the owner project. Delete the runner instead",
			});
			expect(await projectsOf(made, made.runner)).toEqual([made.project.id, made.second.id]);
		},
	);

	test("RUNNER-364, RUNNER-365, RUNNER-366 a locked one by administrators alone", async () => {
		const made = shared({ locked: true });
		for (const who of ["maintainer", "owner"]) {
			const told = await unassign(made, who, made.runner);
			expect([told.status, told.unchanged]).toEqual([403, true]);
			expect(told.body).toEqual({ message: "403 Forbidden - Runner is locked" });
		}
		expect((await unassign(made, "root", made.runner)).status).toBe(204);
		expect(await projectsOf(made, made.runner)).toEqual([made.project.id]);
	});

	test("RUNNER-367 not assigned, unknown, or done already: 404", async () => {
		const made = shared();
		const strangers = [{ id: 999_999 }, made.projectRunner(), made.groupRunner(), made.instanceRunner()];
		for (const runner of strangers) {
			const told = await unassign(made, "maintainer", runner);
			expect([told.status, told.body]).toEqual([404, { message: "404 Runner Not Found" }]);
			expect(told.unchanged).toBe(true);
		}
		expect((await unassign(made, "maintainer", made.runner)).status).toBe(204);
		const again = await unassign(made, "maintainer", made.runner);
		expect([again.status, again.body]).toEqual([404, { message: "404 Runner Not Found" }]);
	});

	test("RUNNER-368 for maintainers of the project and custom roles with admin_runners; others 403, 404, 401", async () => {
		for (const who of ["developer", "guest", "auditor"]) {
			const made = shared();
			const told = await unassign(made, who, made.runner);
			expect([told.status, told.body, told.unchanged], who).toEqual([403, forbidden, true]);
		}
		const made = shared();
		const unseen = await unassign(made, "outsider", made.runner);
		expect([unseen.status, unseen.body]).toEqual([404, projectNotFound]);
		const anonymous = await unassign(made, null, made.runner);
		expect([anonymous.status, anonymous.body]).toEqual([401, unauthorized]);
		expect((await unassign(made, made.keeper("lab/tool"), made.runner)).status).toBe(204);
	});

	test("RUNNER-369 the project by its encoded path", async () => {
		const made = shared();
		expect((await unassign(made, "maintainer", made.runner, "lab%2Ftool")).status).toBe(204);
		expect(await projectsOf(made, made.runner)).toEqual([made.project.id]);
	});

	test("RUNNER-370 If-Unmodified-Since before the assignment: 412, at it: 204", async () => {
		const made = shared();
		const at = `/projects/${made.second.id}/runners/${made.runner.id}`;
		const since = (time: number) => ({ headers: { "if-unmodified-since": new Date(time).toUTCString() } });
		const told = await made.refused("maintainer", "DELETE", at, since(made.platform.clock.now() - 60_000));
		expect([told.status, told.body]).toEqual([412, { message: "412 Precondition Failed" }]);
		expect(told.unchanged).toBe(true);
		expect((await made.ask("maintainer", "DELETE", at, since(made.platform.clock.now()))).status).toBe(204);
	});
});
