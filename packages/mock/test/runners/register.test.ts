import { describe, expect, test } from "vitest";
import { ids, type Scene, scene } from "./scene";

const instanceToken = "instance-registration-token";

const register = (made: Scene, json: object) =>
	made.refused(null, "POST", "/runners", { json: { token: instanceToken, ...json } });
const detail = async ({ ask }: Scene, id: number) => (await ask("root", "GET", `/runners/${id}`)).body;
const count = ({ platform }: Scene): number => platform.state.runners.size;
const verify = (made: Scene, token: string) => made.ask(null, "POST", "/runners/verify", { json: { token } });

const disallowed = { message: "410 Gone - runner registration disallowed" };
const invalidToken = { message: "403 Forbidden - invalid token supplied" };

describe("the token", () => {
	test("RUNNER-386, RUNNER-395, RUNNER-396, RUNNER-397, AUTH-070, AUTH-071, ERR-021 registers; what comes back authenticates", async () => {
		const made = scene();
		const told = await register(made, {});
		expect(told.status).toBe(201);
		expect(Object.keys(told.body)).toEqual(["id", "token", "token_expires_at"]);
		expect((await detail(made, told.body.id)).id).toBe(told.body.id);
		const { runnerTokenPrefix } = made.platform.settings;
		expect(told.body.token.startsWith(runnerTokenPrefix)).toBe(false);
		expect(await verify(made, told.body.token)).toMatchObject({ status: 200, body: { id: told.body.id } });
	});

	test("RUNNER-387, RUNNER-388, RUNNER-490, ERR-021 an invalid one: 403, nothing is made", async () => {
		const made = scene();
		const runner = made.projectRunner();
		for (const token of ["nonsense", "", `runner-${runner.id}-token`, "root-token"]) {
			const told = await register(made, { token });
			expect([told.status, told.body, told.unchanged], token).toEqual([403, invalidToken, true]);
		}
	});

	test("RUNNER-389, RUNNER-390, RUNNER-391, RUNNER-490, ERR-021, ERR-067 switched off for the instance: 410", async () => {
		const made = scene();
		const runner = made.projectRunner();
		made.make.runnerRule(null, { registration_enabled: false });
		for (const token of [instanceToken, "lab-registration-token", "nonsense", `runner-${runner.id}-token`]) {
			const told = await register(made, { token });
			expect([told.status, told.body, told.unchanged], token).toEqual([410, disallowed, true]);
		}
	});

	test("RUNNER-392 switched off for a group: 410 there and below, 201 elsewhere", async () => {
		const made = scene();
		made.make.runnerRule(made.group, { registration_enabled: false });
		for (const place of ["lab", "lab/sub", "lab/app"]) {
			const told = await register(made, { token: `${place}-registration-token` });
			expect([told.status, told.body, told.unchanged], place).toEqual([410, disallowed, true]);
		}
		for (const token of [instanceToken, "elsewhere-registration-token"])
			expect((await register(made, { token })).status).toBe(201);
	});

	test("RUNNER-393 none: 400", async () => {
		const { refused } = scene();
		const told = await refused(null, "POST", "/runners", { json: { description: "x" } });
		expect([told.status, told.body, told.unchanged]).toEqual([400, { error: "token is missing" }, true]);
	});

	test("RUNNER-394 its kind decides the runner's", async () => {
		const made = scene();
		const at = async (token: string) => detail(made, (await register(made, { token })).body.id);
		expect(await at(instanceToken)).toMatchObject({ runner_type: "instance_type", is_shared: true, projects: [] });
		const ofGroup = await at("lab-registration-token");
		expect(ofGroup).toMatchObject({ runner_type: "group_type", projects: [], groups: [{ id: made.group.id }] });
		expect(ids(await made.ask("owner", "GET", `/groups/${made.group.id}/runners?type=group_type`))).toEqual([
			ofGroup.id,
		]);
		const ofProject = await at("lab/app-registration-token");
		expect(ofProject).toMatchObject({ runner_type: "project_type", projects: [{ id: made.project.id }] });
	});

	test("AUTH-070, RUNNER-489 it neither verifies nor deletes", async () => {
		const made = scene();
		for (const token of [instanceToken, "lab-registration-token", "lab/app-registration-token"])
			for (const [method, path] of [
				["POST", "/runners/verify"],
				["DELETE", "/runners"],
				["POST", "/runners/reset_authentication_token"],
			] as const) {
				const told = await made.refused(null, method, path, { json: { token } });
				expect([told.status, told.body, told.unchanged]).toEqual([403, { message: "403 Forbidden" }, true]);
			}
	});
});

describe("settings", () => {
	test.each([
		["RUNNER-398", { description: "Builds" }, {}],
		["RUNNER-399", { paused: true }, { active: false }],
		["RUNNER-400", { tag_list: ["a", "b"] }, {}],
		["RUNNER-401", { access_level: "ref_protected" }, {}],
		["RUNNER-402", { maximum_timeout: 600 }, {}],
		["RUNNER-403", { maintenance_note: "Mind the fan." }, {}],
		["RUNNER-414", { locked: true }, {}],
		["RUNNER-414", { run_untagged: false, tag_list: ["a"] }, {}],
	])("%s %j shows in the detail", async (_claim, json, also) => {
		const made = scene();
		const { body, status } = await register(made, json);
		expect(status).toBe(201);
		expect(await detail(made, body.id)).toMatchObject({ ...json, ...also });
	});

	test.each([
		["RUNNER-404 active false", { active: false }, { paused: true, active: false }],
		["RUNNER-404 active true", { active: true }, { paused: false, active: true }],
		["RUNNER-405", { maintainer_note: "Old name" }, { maintenance_note: "Old name" }],
		["RUNNER-408", { info: { name: "build-01", version: "16.1.2" } }, { name: "build-01" }],
		["RUNNER-400 one text", { tag_list: "a, b,,a" }, { tag_list: ["a", "b"] }],
		[
			"RUNNER-414 none",
			{},
			{
				paused: false,
				active: true,
				locked: false,
				run_untagged: true,
				access_level: "not_protected",
				maximum_timeout: null,
				maintenance_note: null,
				description: null,
				name: null,
				tag_list: [],
				status: "never_contacted",
			},
		],
	])("%s", async (_what, json, expected) => {
		const made = scene();
		const { body } = await register(made, json);
		expect(await detail(made, body.id)).toMatchObject(expected);
	});

	test("RUNNER-408 what the program tells shows with its first machine", async () => {
		const made = scene();
		const program = { version: "16.1.2", revision: "4f6a21c9", platform: "linux", architecture: "amd64" };
		const { body } = await register(made, { info: { name: "build-01", ...program } });
		expect((await detail(made, body.id)).version).toBeNull();
		await verify(made, body.token);
		expect(await detail(made, body.id)).toMatchObject(program);
	});

	test.each([
		[
			"RUNNER-406",
			{ maintainer_note: "a", maintenance_note: "b" },
			{ error: "maintainer_note, maintenance_note are mutually exclusive" },
		],
		["RUNNER-407, ERR-045", { active: true, paused: false }, { error: "active, paused are mutually exclusive" }],
		[
			"RUNNER-409, RUNNER-410, CONV-116",
			{ maintenance_note: "n".repeat(1025) },
			{ message: { maintenance_note: ["is too long (maximum is 1024 characters)"] } },
		],
		[
			"RUNNER-411",
			{ tag_list: Array.from({ length: 51 }, (_, index) => `tag${index}`) },
			{ message: { tags_list: ["Too many tags specified. Please limit the number of tags to 50"] } },
		],
		["RUNNER-378 tags that are no texts", { tag_list: ["a", 1] }, { error: "tag_list is invalid" }],
		[
			"RUNNER-412",
			{ run_untagged: false },
			{ message: { tags_list: ["can not be empty when runner is not allowed to pick untagged jobs"] } },
		],
		["RUNNER-413", { maximum_timeout: 599 }, { message: { maximum_timeout: ["needs to be at least 10 minutes"] } }],
	])("%s refused: 400, nothing is made", async (_claim, json, body) => {
		const made = scene();
		const told = await register(made, json);
		expect([told.status, told.body, told.unchanged]).toEqual([400, body, true]);
	});

	test.each([
		["RUNNER-409, CONV-116", { maintenance_note: "n".repeat(1024) }],
		["RUNNER-411", { tag_list: Array.from({ length: 50 }, (_, index) => `tag${index}`) }],
		["RUNNER-413", { maximum_timeout: 600 }],
	])("%s the bound itself is kept", async (_claim, json) => {
		const made = scene();
		const before = count(made);
		const told = await register(made, json);
		expect([told.status, count(made)]).toEqual([201, before + 1]);
		expect(await detail(made, told.body.id)).toMatchObject(json);
	});
});
