import { describe, expect, test } from "vitest";
import { type Scene, scene, tokenOf } from "./scene";

const forbidden = { message: "403 Forbidden" };
const verify = (made: Scene, json: object) => made.refused(null, "POST", "/runners/verify", { json });
const detail = async ({ ask }: Scene, id: number) => (await ask("root", "GET", `/runners/${id}`)).body;
const systems = async ({ ask }: Scene, id: number): Promise<string[]> =>
	(await ask("root", "GET", `/runners/${id}/managers`)).body.map((one: { system_id: string }) => one.system_id);

/** A runner with a token of the new style. */
function newStyle() {
	const made = scene();
	const token = `${made.platform.settings.runnerTokenPrefix}abc`;
	return { ...made, token, runner: made.make.runner({ projects: [made.project], token }) };
}

describe("the token", () => {
	test("RUNNER-438, RUNNER-450, ERR-023, AUTH-071 valid: 200 with the runner and the same token", async () => {
		const made = scene();
		for (const runner of [made.instanceRunner(), made.groupRunner(), made.projectRunner()]) {
			const { body, status } = await verify(made, { token: tokenOf(runner) });
			expect([status, body]).toEqual([200, { id: runner.id, token: tokenOf(runner), token_expires_at: null }]);
		}
	});

	test("RUNNER-439, RUNNER-440, RUNNER-489, ERR-023 invalid: 403", async () => {
		const made = scene();
		for (const token of ["nonsense", "", "root-token", "instance-registration-token"]) {
			const told = await verify(made, { token });
			expect([told.status, told.body, told.unchanged], token).toEqual([403, forbidden, true]);
		}
	});

	test("RUNNER-441, RUNNER-442 of the new style without system_id: 400, no manager", async () => {
		const made = newStyle();
		const unknown = `${made.token}-unknown`;
		for (const json of [{ token: made.token }, { token: made.token, system_id: "" }, { token: unknown }]) {
			const told = await verify(made, json);
			expect([told.status, told.body, told.unchanged]).toEqual([400, { error: "system_id is missing" }, true]);
		}
		expect(await systems(made, made.runner.id)).toEqual([]);
		expect((await verify(made, { token: made.token, system_id: "s_1" })).status).toBe(200);
		expect((await verify(made, { token: unknown, system_id: "s_1" })).status).toBe(403);
	});

	test("RUNNER-443, RUNNER-449 of the older style without system_id: 200, manager <legacy>", async () => {
		const made = scene();
		const runner = made.projectRunner();
		expect((await verify(made, { token: tokenOf(runner) })).status).toBe(200);
		expect(await systems(made, runner.id)).toEqual(["<legacy>"]);
		expect((await verify(made, { token: tokenOf(runner) })).status).toBe(200);
		expect(await systems(made, runner.id)).toEqual(["<legacy>"]);
	});

	test("RUNNER-444 none: 400", async () => {
		const told = await verify(scene(), { system_id: "s_1" });
		expect([told.status, told.body, told.unchanged]).toEqual([400, { error: "token is missing" }, true]);
	});

	test("RUNNER-445, RUNNER-446 until it expires, and 403 from then on", async () => {
		const made = scene();
		const expires = "2026-01-05T10:30:00.000Z";
		made.make.runner({ token: "short-token", token_expires_at: expires });
		const told = await verify(made, { token: "short-token" });
		expect([told.status, told.body.token_expires_at]).toEqual([200, expires]);
		made.platform.clock.set(expires);
		const late = await verify(made, { token: "short-token" });
		expect([late.status, late.body, late.unchanged]).toEqual([403, forbidden, true]);
	});
});

describe("the contact", () => {
	test("RUNNER-447 the runner is online from now on", async () => {
		const made = scene();
		const runner = made.projectRunner({ created_at: made.ago(240) });
		expect(await detail(made, runner.id)).toMatchObject({ status: "stale", online: null, contacted_at: null });
		await verify(made, { token: tokenOf(runner) });
		const now = made.platform.clock.iso();
		expect(await detail(made, runner.id)).toMatchObject({ status: "online", online: true, contacted_at: now });
	});

	test("RUNNER-447 a paused one stays paused, and is in contact", async () => {
		const made = scene();
		const runner = made.projectRunner({ paused: true });
		await verify(made, { token: tokenOf(runner) });
		expect(await detail(made, runner.id)).toMatchObject({ status: "paused", online: true });
	});

	test("RUNNER-448 a new system_id adds a manager, a known one none", async () => {
		const made = newStyle();
		for (const system_id of ["s_1", "s_2", "s_1"]) {
			made.platform.clock.advance("1 hour");
			expect((await verify(made, { token: made.token, system_id })).status).toBe(200);
		}
		expect(await systems(made, made.runner.id)).toEqual(["s_1", "s_2"]);
		const { body } = await made.ask("root", "GET", `/runners/${made.runner.id}/managers`);
		expect(body.map((one: { contacted_at: string }) => one.contacted_at)).toEqual([made.ago(0), made.ago(1)]);
	});
});
