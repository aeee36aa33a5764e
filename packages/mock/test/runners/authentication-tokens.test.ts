import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { noAccess, type Scene, scene, tokenOf, unauthorized } from "./scene";

const forbidden = { message: "403 Forbidden" };
const verify = ({ ask }: Scene, token: string) =>
	ask(null, "POST", "/runners/verify", { json: { token, system_id: "s_1" } });
const resetOf = ({ id }: Runner): string => `/runners/${id}/reset_authentication_token`;
const byToken = (made: Scene, json: object) =>
	made.refused(null, "POST", "/runners/reset_authentication_token", { json });
/** A runner of each kind by `POST /user/runners`. */
const createdBy = (made: Scene, json: object, who = "root") => made.refused(who, "POST", "/user/runners", { json });

describe("reset", () => {
	test("RUNNER-474, RUNNER-475 the new token verifies, the old one no more", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const told = await made.ask("maintainer", "POST", resetOf(runner));
		expect(told.status).toBe(201);
		expect(told.body.token).not.toBe(tokenOf(runner));
		expect(await verify(made, told.body.token)).toMatchObject({ status: 200, body: { id: runner.id } });
		const old = await verify(made, tokenOf(runner));
		expect([old.status, old.body]).toEqual([403, forbidden]);
	});

	test("RUNNER-476, RUNNER-480 refused: the old token keeps working", async () => {
		const made = scene();
		for (const [runner, who] of [
			[made.instanceRunner(), "owner"],
			[made.groupRunner(), "maintainer"],
			[made.projectRunner(), "developer"],
		] as const) {
			const told = await made.refused(who, "POST", resetOf(runner));
			expect([told.status, told.body, told.unchanged]).toEqual([403, noAccess, true]);
			expect((await verify(made, tokenOf(runner))).status).toBe(200);
		}
	});

	test("RUNNER-481, AUTH-072, AUTH-073 a token keeps its style", async () => {
		const made = scene();
		const { runnerTokenPrefix, registeredRunnerTokenPrefix } = made.platform.settings;
		const registered = await made.ask(null, "POST", "/runners", { json: { token: "lab-registration-token" } });
		const created = await createdBy(made, { runner_type: "instance_type" });
		for (const [{ body }, prefix] of [
			[registered, registeredRunnerTokenPrefix],
			[created, runnerTokenPrefix],
		] as const) {
			expect(body.token.startsWith(prefix)).toBe(true);
			const told = await made.ask("root", "POST", `/runners/${body.id}/reset_authentication_token`);
			expect(told.body.token.startsWith(prefix)).toBe(true);
			expect(told.body.token).not.toBe(body.token);
			const again = await byToken(made, { token: told.body.token });
			expect(again.body.token.startsWith(prefix)).toBe(true);
		}
	});

	test("RUNNER-482 it expires only where a lifetime is set: five days for a group", async () => {
		const made = scene();
		const runner = made.groupRunner();
		expect((await made.ask("owner", "POST", resetOf(runner))).body.token_expires_at).toBeNull();
		made.make.runnerRule(made.group, { token_lifetime: 5 * 86_400 });
		const told = await made.ask("owner", "POST", resetOf(runner));
		expect(told.body.token_expires_at).toBe(made.ago(-120));
		const other = made.instanceRunner();
		expect((await made.ask("root", "POST", resetOf(other))).body.token_expires_at).toBeNull();
		made.platform.clock.advance("5 days");
		expect((await verify(made, told.body.token)).status).toBe(403);
	});

	test("RUNNER-482 of several lifetimes the shortest counts", async () => {
		const made = scene();
		made.make.runnerRule(null, { token_lifetime: 10 * 86_400 });
		made.make.runnerRule(made.group, { token_lifetime: 5 * 86_400 });
		made.make.runnerRule(made.project, { token_lifetime: 86_400 });
		const expiry = async (runner: Runner) => (await made.ask("root", "POST", resetOf(runner))).body.token_expires_at;
		expect(await expiry(made.instanceRunner())).toBe(made.ago(-240));
		expect(await expiry(made.groupRunner())).toBe(made.ago(-120));
		expect(await expiry(made.projectRunner())).toBe(made.ago(-24));
	});
});

describe("reset by token", () => {
	test("RUNNER-485, RUNNER-486, RUNNER-488 the current token is exchanged, and stops working", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const told = await byToken(made, { token: tokenOf(runner) });
		expect(told.status).toBe(201);
		expect(Object.keys(told.body)).toEqual(["token", "token_expires_at"]);
		expect(await verify(made, told.body.token)).toMatchObject({ status: 200, body: { id: runner.id } });
		expect((await verify(made, tokenOf(runner))).status).toBe(403);
		const again = await byToken(made, { token: tokenOf(runner) });
		expect([again.status, again.body, again.unchanged]).toEqual([403, forbidden, true]);
	});

	test("RUNNER-487 unknown or expired 403, none 400", async () => {
		const made = scene();
		made.make.runner({ token: "expired-token", token_expires_at: made.ago(1) });
		for (const token of ["nonsense", "expired-token", ""]) {
			const told = await byToken(made, { token });
			expect([told.status, told.body, told.unchanged], token).toEqual([403, forbidden, true]);
		}
		const none = await byToken(made, {});
		expect([none.status, none.body, none.unchanged]).toEqual([400, { error: "token is missing" }, true]);
	});
});

describe("kinds of tokens", () => {
	test("RUNNER-492, AUTH-016 a runner's or a registration token is no access token", async () => {
		const made = scene();
		const runner = made.projectRunner();
		const created = await createdBy(made, { runner_type: "instance_type" });
		for (const text of [tokenOf(runner), created.body.token, "instance-registration-token", "lab-registration-token"])
			for (const path of ["/runners", "/user"]) {
				const told = await made.ask(null, "GET", path, { headers: { "private-token": text } });
				expect([told.status, told.body], text).toEqual([401, unauthorized]);
			}
	});

	test("AUTH-072, AUTH-071 every token of POST /user/runners begins with the same prefix, and verifies", async () => {
		const made = scene();
		for (const json of [
			{ runner_type: "instance_type" },
			{ runner_type: "group_type", group_id: made.group.id },
			{ runner_type: "project_type", project_id: made.project.id },
		]) {
			const { body, status } = await createdBy(made, json);
			expect(status).toBe(201);
			expect(body.token.startsWith(made.platform.settings.runnerTokenPrefix)).toBe(true);
			expect(await verify(made, body.token)).toMatchObject({ status: 200, body: { id: body.id } });
		}
	});

	test("AUTH-073 each kind has its prefix, which the settings tell and may change", async () => {
		const made = scene({
			runnerTokenPrefix: "new:",
			registeredRunnerTokenPrefix: "old:",
			registrationTokenPrefix: "reg:",
		});
		const created = await createdBy(made, { runner_type: "instance_type" });
		const registration = await made.ask("root", "POST", "/runners/reset_registration_token");
		const registered = await made.ask(null, "POST", "/runners", { json: { token: registration.body.token } });
		const texts = [created, registration, registered].map(({ body }) => body.token.slice(0, 4));
		expect(texts).toEqual(["new:", "reg:", "old:"]);
		const named = scene().platform.settings;
		const all = [named.runnerTokenPrefix, named.registeredRunnerTokenPrefix, named.registrationTokenPrefix];
		expect(new Set([...all, named.accessTokenPrefix]).size).toBe(4);
		expect(named.registeredRunnerTokenPrefix.startsWith(named.runnerTokenPrefix)).toBe(false);
	});

	test("RUNNER-491, AUTH-073 the same state and the same requests give the same tokens", async () => {
		const run = async () => {
			const made = scene();
			const { body } = await createdBy(made, { runner_type: "instance_type" });
			const reset = await made.ask("root", "POST", `/runners/${body.id}/reset_authentication_token`);
			return [body.token, reset.body.token];
		};
		const [first, second] = [await run(), await run()];
		expect(second).toEqual(first);
		expect(new Set(first).size).toBe(2);
	});
});

describe("POST /user/runners", () => {
	test("ERR-043 without runner_type both texts", async () => {
		const told = await createdBy(scene(), {});
		expect([told.status, told.unchanged]).toEqual([400, true]);
		expect(told.body).toEqual({ error: "runner_type is missing, runner_type does not have a valid value" });
	});

	test("AUTH-063 instance runners by administrators, others by owners; 403 below", async () => {
		const rights: [json: (made: Scene) => object, may: string[], mayNot: string[]][] = [
			[() => ({ runner_type: "instance_type" }), ["root"], ["owner", "maintainer"]],
			[({ group }) => ({ runner_type: "group_type", group_id: group.id }), ["root", "owner"], ["maintainer"]],
			[({ project }) => ({ runner_type: "project_type", project_id: project.id }), ["root", "owner"], ["maintainer"]],
		];
		for (const [json, may, mayNot] of rights) {
			for (const who of may) {
				const made = scene();
				expect((await createdBy(made, json(made), who)).status, who).toBe(201);
			}
			for (const who of mayNot) {
				const made = scene();
				const told = await createdBy(made, json(made), who);
				expect([told.status, told.unchanged], who).toEqual([403, true]);
			}
		}
	});

	test("CONV-116 a maintenance note of 1024 characters, not of 1025", async () => {
		const made = scene();
		const json = (length: number) => ({ runner_type: "instance_type", maintenance_note: "n".repeat(length) });
		const refused = await createdBy(made, json(1025));
		expect([refused.status, refused.unchanged]).toEqual([400, true]);
		expect((await createdBy(made, json(1024))).status).toBe(201);
	});
});
