import { describe, expect, test } from "vitest";
import { type Scene, scene } from "./scene";

const path = "/user/runners";
const post = ({ ask }: Scene, json: object, who = "root") => ask(who, "POST", path, { json });
const instance = { runner_type: "instance_type" };

/** A scene, and where runners of groups and of projects are put. */
function places() {
	const made = scene();
	const group = { runner_type: "group_type", group_id: made.platform.state.group("acme")?.id };
	const project = { runner_type: "project_type", project_id: made.platform.state.project("acme/portal")?.id };
	return { ...made, group, project };
}

/** The runner of an answer, as its detail shows it to the administrator. */
const shown = async ({ ask }: Scene, told: { body: { id: number } }) =>
	(await ask("root", "GET", `/runners/${told.body.id}`)).body;

describe("what is made", () => {
	test("USER-684 of the kind that is asked for, where it is asked for", async () => {
		const made = places();
		expect((await shown(made, await post(made, instance))).runner_type).toBe("instance_type");
		const project = await shown(made, await post(made, made.project));
		expect(project.runner_type).toBe("project_type");
		expect(project.projects.map((one: { id: number }) => one.id)).toEqual([made.project.project_id]);
		const group = await post(made, made.group);
		expect((await shown(made, group)).runner_type).toBe("group_type");
		const listed = (await made.ask("root", "GET", `/groups/${made.group.group_id}/runners?per_page=100`)).body;
		expect(listed.map((one: { id: number }) => one.id)).toContain(group.body.id);
	});

	test("USER-663 the answer: number and token, that never expires unless a lifetime is set", async () => {
		const made = places();
		const { status, body } = await post(made, instance);
		expect(status).toBe(201);
		expect(Object.keys(body).sort()).toEqual(["id", "token", "token_expires_at"]);
		expect(body.token_expires_at).toBeNull();
		const group = made.platform.state.group("acme") ?? null;
		made.make.runnerRule(group, { token_lifetime: 3600 });
		const limited = (await post(made, made.group)).body.token_expires_at;
		expect(limited).toBe(new Date(made.platform.clock.now() + 3_600_000).toISOString());
	});

	test.each([
		["USER-652", { description: "Builds" }, { description: "Builds" }],
		["USER-653", { paused: true }, { paused: true, active: false }],
		["USER-654", { access_level: "ref_protected" }, { access_level: "ref_protected" }],
		["USER-655", { maximum_timeout: 3600 }, { maximum_timeout: 3600 }],
		["USER-656", { maintenance_note: "Ask first" }, { maintenance_note: "Ask first" }],
		["USER-658", { tag_list: "ruby,mysql" }, { tag_list: ["ruby", "mysql"] }],
		["CONV-040 a list, as clients send it", { tag_list: ["ruby", "mysql"] }, { tag_list: ["ruby", "mysql"] }],
		["USER-659", { tag_list: " ruby , mysql,ruby, ,mysql " }, { tag_list: ["ruby", "mysql"] }],
		["USER-682", {}, { status: "never_contacted", online: null }],
	])("%s %j", async (_claim, given, expected) => {
		const made = places();
		for (const place of [instance, made.group, made.project]) {
			const told = await post(made, { ...place, ...given });
			expect(told.status).toBe(201);
			expect(await shown(made, told)).toMatchObject(expected);
		}
	});

	test("USER-660 the usual settings", async () => {
		const made = places();
		const told = await post(made, instance);
		expect(await shown(made, told)).toMatchObject({
			paused: false,
			access_level: "not_protected",
			maximum_timeout: null,
			tag_list: [],
		});
		const row = made.platform.state.runners.get(told.body.id);
		expect([row?.locked, row?.run_untagged]).toEqual([false, true]);
	});

	test("USER-657 a locked one goes to no second project, save by an administrator", async () => {
		const made = places();
		const { ask, platform } = made;
		const other = platform.state.project("acme/web")?.id;
		for (const [locked, status] of [
			[true, 403],
			[false, 201],
		] as const) {
			const { id } = (await post(made, { ...made.project, locked }, "owner")).body;
			const told = await ask("owner", "POST", `/projects/${other}/runners`, { json: { runner_id: id } });
			expect(told.status).toBe(status);
		}
	});

	test("USER-683 created_by, where it is told, is who made it", async () => {
		const made = places();
		const [owner] = (await made.ask("root", "GET", "/users?username=owner", { headers: { Sudo: "guest" } })).body;
		const record = await shown(made, await post(made, made.group, "owner"));
		expect(record.created_by).toEqual(owner);
	});

	test("USER-685 group_id with an instance runner means nothing", async () => {
		const made = places();
		const told = await post(made, { ...instance, group_id: 999_999 });
		expect(told.status).toBe(201);
		expect((await shown(made, told)).runner_type).toBe("instance_type");
		expect(made.platform.state.runners.get(told.body.id)?.group_id).toBeNull();
	});
});

describe("the token", () => {
	test("USER-662 is never shown again", async () => {
		const made = places();
		const { id, token } = (await post(made, made.project)).body;
		const projectPath = `/projects/${made.project.project_id}/runners`;
		for (const place of [`/runners/${id}`, "/runners", "/runners/all", projectPath]) {
			const { body } = await made.ask("root", "GET", `${place}${place.endsWith(String(id)) ? "" : "?per_page=100"}`);
			for (const one of [body].flat()) expect(one).not.toHaveProperty("token");
			expect(JSON.stringify(body)).not.toContain(token);
		}
	});

	test("USER-664 is an authentication token", async () => {
		const made = places();
		const { id, token } = (await post(made, instance)).body;
		const told = await made.ask(null, "POST", "/runners/verify", { json: { token, system_id: "s_1" } });
		expect([told.status, told.body.id]).toEqual([200, id]);
	});

	test("USER-665 begins alike for all kinds", async () => {
		const made = places();
		const tokens: string[] = [];
		for (const place of [instance, made.group, made.project]) tokens.push((await post(made, place)).body.token);
		const prefix = made.platform.settings.runnerTokenPrefix;
		expect(prefix).not.toBe("");
		for (const token of tokens) expect(token.startsWith(prefix)).toBe(true);
		expect(new Set(tokens).size).toBe(3);
	});
});

describe("who may", () => {
	const denied = { message: "403 Forbidden - Insufficient permissions" };

	test.each([
		["USER-666", "instance", [], ["owner", "maintainer", "auditor", "outsider"]],
		["USER-667", "group", ["owner"], ["maintainer", "developer", "auditor", "outsider"]],
		["USER-668, USER-669", "project", ["owner"], ["maintainer", "developer", "guest"]],
	] as const)("%s, USER-670, AUTH-063 %s runners", async (_claim, kind, allowed, refusedTo) => {
		const made = places();
		const json = { instance, group: made.group, project: made.project }[kind];
		for (const who of ["root", ...allowed]) expect((await post(made, json, who)).status, who).toBe(201);
		for (const who of refusedTo) {
			const told = await made.refused(who, "POST", path, { json });
			expect(told, who).toMatchObject({ status: 403, unchanged: true });
			expect(told.body).toEqual(denied);
		}
	});

	test.each([
		["USER-671, AUTH-049", ["create_runner"], 201],
		["USER-673", ["api"], 201],
		["USER-672, USER-673", ["read_api"], 403],
		["USER-672", ["read_user"], 403],
		["USER-672, AUTH-049", ["manage_runners"], 403],
	])("%s a token with %j: %i", async (_claim, scopes, expected) => {
		const made = places();
		made.make.token({ user_id: made.user("owner").id, text: "scoped-token", scopes });
		const before = made.state();
		const { status, body } = await post(made, made.group, "scoped");
		expect(status).toBe(expected);
		if (expected === 201) return;
		expect(body.error).toBe("insufficient_scope");
		expect(body.scope.split(" ").sort()).toEqual(["api", "create_runner"]);
		expect(made.state()).toBe(before);
	});

	test("USER-674 without credentials: 401", async () => {
		expect(await scene().refused(null, "POST", path, { json: instance })).toMatchObject({
			status: 401,
			unchanged: true,
		});
	});
});

describe("what is refused", () => {
	const missing = "runner_type is missing, runner_type does not have a valid value";
	test.each<[string, object, object]>([
		["USER-636", {}, { error: missing }],
		["USER-637", { runner_type: "unknown" }, { error: "runner_type does not have a valid value" }],
		["USER-640, USER-642", { runner_type: "group_type" }, { error: "group_id is missing" }],
		["USER-641, USER-642", { runner_type: "project_type" }, { error: "project_id is missing" }],
		[
			"USER-643",
			{ runner_type: "group_type", group_id: 999_999 },
			{ message: "400 Bad request - Missing/invalid group" },
		],
		[
			"USER-643",
			{ runner_type: "project_type", project_id: 999_999 },
			{ message: "400 Bad request - Missing/invalid project" },
		],
		["USER-681", { ...instance, access_level: "other" }, { error: "access_level does not have a valid value" }],
		[
			"USER-678",
			{ ...instance, run_untagged: false },
			{ message: "400 Bad request - Tags list can not be empty when runner is not allowed to pick untagged jobs" },
		],
		[
			"USER-676",
			{ ...instance, maintenance_note: "n".repeat(1025) },
			{ message: "400 Bad request - Maintenance note is too long (maximum is 1024 characters)" },
		],
	])("%s %j: 400", async (_claim, json, expected) => {
		const told = await scene().refused("root", "POST", path, { json });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body).toEqual(expected);
	});

	const tags = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`).join(",");
	test.each([
		[
			"USER-675, CONV-116",
			{ maintenance_note: "n".repeat(1024) },
			{ maintenance_note: "n".repeat(1025) },
			"Maintenance note",
		],
		["USER-677", { maximum_timeout: 600 }, { maximum_timeout: 599 }, "needs to be at least 10 minutes"],
		[
			"USER-679",
			{ tag_list: tags(50) },
			{ tag_list: tags(51) },
			"Too many tags specified. Please limit the number of tags to 50",
		],
		["USER-680", { description: "d".repeat(1024) }, { description: "d".repeat(1025) }, "too long"],
	])("%s up to a bound, and no further", async (_claim, most, more, text) => {
		const made = scene();
		expect((await post(made, { ...instance, ...most })).status).toBe(201);
		const told = await made.refused("root", "POST", path, { json: { ...instance, ...more } });
		expect(told).toMatchObject({ status: 400, unchanged: true });
		expect(told.body.message).toContain(text);
	});
});
