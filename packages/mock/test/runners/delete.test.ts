import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { notFound, type Scene, scene, tokenOf } from "./scene";

const since = (time: number) => ({ "if-unmodified-since": new Date(time).toUTCString() });
const forbidden = { message: "403 Forbidden" };

async function isGone(made: Scene, { id }: Runner): Promise<boolean> {
	const { body } = await made.ask("root", "GET", "/runners/all?per_page=100");
	const listed = body.some((one: { id: number }) => one.id === id);
	const { status } = await made.ask("root", "GET", `/runners/${id}`);
	expect(status).toBe(listed ? 200 : 404);
	return !listed;
}

describe("by number", () => {
	test("RUNNER-415, RUNNER-424, RUNNER-426, ERR-065 once: gone from everywhere, with its token", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const kept = made.projectRunner();
		const told = await made.ask("maintainer", "DELETE", `/runners/${runner.id}`);
		expect([told.status, told.body]).toEqual([204, undefined]);
		expect(await isGone(made, runner)).toBe(true);
		expect(await isGone(made, kept)).toBe(false);
		const again = await made.ask("maintainer", "DELETE", `/runners/${runner.id}`);
		expect([again.status, again.body]).toEqual([404, notFound]);
		const verified = await made.ask(null, "POST", "/runners/verify", { json: { token: tokenOf(runner) } });
		expect([verified.status, verified.body]).toEqual([403, forbidden]);
	});

	test("RUNNER-422 one of several projects by administrators alone", async () => {
		const made = scene();
		const runner = made.projectRunner({}, [made.project, made.second]);
		for (const who of ["maintainer", "owner"]) {
			const told = await made.refused(who, "DELETE", `/runners/${runner.id}`);
			expect([told.status, told.unchanged]).toEqual([403, true]);
			expect(told.body).toEqual({ message: "403 Forbidden - Runner associated with more than one project" });
		}
		expect((await made.ask("root", "DELETE", `/runners/${runner.id}`)).status).toBe(204);
		expect(await isGone(made, runner)).toBe(true);
	});

	test("RUNNER-425, ERR-063 If-Unmodified-Since before the last change: 412", async () => {
		const made = scene();
		const runner = made.projectRunner({ created_at: made.ago(48) });
		const at = `/runners/${runner.id}`;
		const before = { headers: since(made.platform.clock.now() - 3_600_000) };
		await made.ask("maintainer", "PUT", at, { json: { description: "Changed" } });
		const told = await made.refused("maintainer", "DELETE", at, before);
		expect([told.status, told.body]).toEqual([412, { message: "412 Precondition Failed" }]);
		expect(told.unchanged).toBe(true);
		const now = { headers: since(made.platform.clock.now()) };
		expect((await made.ask("maintainer", "DELETE", at, now)).status).toBe(204);
	});

	test("RUNNER-427 the way out of its owner project", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const unassigned = await made.refused("maintainer", "DELETE", `/projects/${made.project.id}/runners/${runner.id}`);
		expect([unassigned.status, unassigned.unchanged]).toEqual([403, true]);
		expect((await made.ask("maintainer", "DELETE", `/runners/${runner.id}`)).status).toBe(204);
		expect(await isGone(made, runner)).toBe(true);
	});
});

describe("by token", () => {
	test("RUNNER-429, RUNNER-432, ERR-022 204, that runner alone, whoever asks", async () => {
		for (const who of [null, "guest", "outsider"]) {
			const made = scene();
			const [runner, kept] = [made.instanceRunner(), made.instanceRunner()];
			const told = await made.ask(who, "DELETE", "/runners", { json: { token: tokenOf(runner) } });
			expect([told.status, told.body]).toEqual([204, undefined]);
			expect(await isGone(made, runner)).toBe(true);
			expect(await isGone(made, kept)).toBe(false);
		}
	});

	test("RUNNER-430 none: 400", async () => {
		const made = scene();
		made.projectRunner();
		const told = await made.refused(null, "DELETE", "/runners");
		expect([told.status, told.body, told.unchanged]).toEqual([400, { error: "token is missing" }, true]);
	});

	test("RUNNER-431 unknown, or used already: 403", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const unknown = await made.refused(null, "DELETE", "/runners", { json: { token: "nonsense" } });
		expect([unknown.status, unknown.body, unknown.unchanged]).toEqual([403, forbidden, true]);
		const json = { token: tokenOf(runner) };
		expect((await made.ask(null, "DELETE", "/runners", { json })).status).toBe(204);
		const again = await made.ask(null, "DELETE", "/runners", { json });
		expect([again.status, again.body]).toEqual([403, forbidden]);
	});

	test("RUNNER-433 its managers go with it", async () => {
		const made = scene();
		const [runner, other] = [made.projectRunner(), made.projectRunner()];
		for (const one of [runner, runner, other]) made.make.runnerManager(one);
		const managers = () => [runner, other].map(({ id }) => made.platform.state.runnerManagers.count("runner", id));
		expect(managers()).toEqual([2, 1]);
		await made.ask(null, "DELETE", "/runners", { json: { token: tokenOf(runner) } });
		expect(managers()).toEqual([0, 1]);
		expect((await made.ask("root", "GET", `/runners/${runner.id}/managers`)).status).toBe(404);
	});

	test("RUNNER-434 If-Unmodified-Since before the last change: 412", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const json = { token: tokenOf(runner) };
		const headers = since(made.platform.clock.now() - 60_000);
		const told = await made.refused(null, "DELETE", "/runners", { json, headers });
		expect([told.status, told.body]).toEqual([412, { message: "412 Precondition Failed" }]);
		expect(told.unchanged).toBe(true);
	});

	test("RUNNER-435 the token as query parameter, in JSON, in a form", async () => {
		const made = scene();
		const [a, b, c] = [made.projectRunner(), made.projectRunner(), made.projectRunner()];
		expect((await made.ask(null, "DELETE", `/runners?token=${tokenOf(a)}`)).status).toBe(204);
		expect((await made.ask(null, "DELETE", "/runners", { json: { token: tokenOf(b) } })).status).toBe(204);
		expect((await made.ask(null, "DELETE", "/runners", { form: { token: tokenOf(c) } })).status).toBe(204);
		for (const one of [a, b, c]) expect(await isGone(made, one)).toBe(true);
	});

	test("RUNNER-431 its jobs stay, without a runner", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const job = made.make.job(made.make.pipeline(made.project, { status: "success" }), { runner_id: runner.id });
		await made.ask(null, "DELETE", "/runners", { json: { token: tokenOf(runner) } });
		expect(made.platform.state.jobs.get(job.id)).toMatchObject({ status: "success", runner_id: null });
	});
});
