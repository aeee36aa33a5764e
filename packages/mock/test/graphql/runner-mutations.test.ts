import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { scene, tokenOf } from "../runners/scene";
import { withGraphql } from "../support/graphql";

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";
const refused = { payload: null, errors: [noPermission], kept: true };

const everyone = [
	"root",
	"owner",
	"maintainer",
	"developer",
	"reporter",
	"guest",
	"outsider",
	"auditor",
	null,
] as const;
const gid = (name: string, { id }: { id: number }): string => `gid://service/${name}/${id}`;
const runnerId = (runner: Runner): string => gid("Ci::Runner", runner);

const fields = `id description runnerType paused locked runUntagged accessLevel tagList maximumTimeout maintenanceNote
	createdBy { username } projects { nodes { fullPath } } groups { nodes { fullPath } }`;

/** The scene of the runner tests, and how to run a mutation in it. */
function scenery() {
	const made = withGraphql(scene());
	const { ask, gql, state } = made;
	return {
		...made,
		/** Tells the payload or the errors, and whether the state is as it was before. */
		async change(who: string | null, name: string, input: object, selection = "errors") {
			const before = state();
			const type = name.replace(/^./, (first) => first.toUpperCase());
			const query = `mutation($input: ${type}Input!) { ${name}(input: $input) { ${selection} } }`;
			const { data, errors = [] } = await gql(who, query, { input });
			return { payload: data[name], errors: errors.map((one) => one.message), kept: state() === before };
		},
		/** What REST tells an administrator of a runner. */
		rest: async (runner: { id: number }) => (await ask("root", "GET", `/runners/${runner.id}`)).body,
	};
}

describe("runnerCreate", () => {
	const given = {
		description: "Built here",
		paused: true,
		locked: true,
		runUntagged: false,
		tagList: ["linux", " docker ", "linux"],
		accessLevel: "REF_PROTECTED",
		maximumTimeout: 3600,
		maintenanceNote: "Mind the step",
	};

	test.each([
		["root", "INSTANCE_TYPE", "instance_type"],
		["owner", "GROUP_TYPE", "group_type"],
		["owner", "PROJECT_TYPE", "project_type"],
	] as const)("%s makes one of %s, as REST shows it", async (who, runnerType, runner_type) => {
		const { change, group, platform, project, rest } = scenery();
		const home = {
			INSTANCE_TYPE: {},
			GROUP_TYPE: { groupId: gid("Group", group) },
			PROJECT_TYPE: { projectId: gid("Project", project) },
		}[runnerType];
		const { payload } = await change(
			who,
			"runnerCreate",
			{ runnerType, ...home, ...given },
			`runner { ${fields} } errors`,
		);
		expect(payload).toEqual({
			errors: [],
			runner: {
				...given,
				id: expect.any(String),
				runnerType,
				tagList: ["linux", "docker"],
				createdBy: { username: who },
				projects: { nodes: runnerType === "PROJECT_TYPE" ? [{ fullPath: "lab/app" }] : [] },
				groups: { nodes: runnerType === "GROUP_TYPE" ? [{ fullPath: "lab" }] : [] },
			},
		});
		const id = Number(payload.runner.id.split("/").at(-1));
		expect(await rest({ id })).toMatchObject({
			runner_type,
			description: "Built here",
			paused: true,
			locked: true,
			run_untagged: false,
			tag_list: ["linux", "docker"],
			access_level: "ref_protected",
			maximum_timeout: 3600,
			maintenance_note: "Mind the step",
			created_by: { username: who },
		});
		const [token] = platform.state.runnerTokens.in("runner", id);
		expect(token?.text).toMatch(/^trt-/);
	});

	test("with a kind alone it has the defaults of REST, and its token is told nowhere", async () => {
		const { change, gql, platform } = scenery();
		const { payload } = await change(
			"root",
			"runnerCreate",
			{ runnerType: "INSTANCE_TYPE" },
			`runner { ${fields} shortSha } errors`,
		);
		expect(payload.runner).toMatchObject({
			description: null,
			paused: false,
			locked: false,
			runUntagged: true,
			accessLevel: "NOT_PROTECTED",
			tagList: [],
			maximumTimeout: null,
			maintenanceNote: null,
		});
		const text = [...platform.state.runnerTokens.all()].at(-1)?.text ?? "";
		expect(text.length).toBeGreaterThan(20);
		expect(JSON.stringify(payload)).not.toContain(text);
		const { text: answer } = await gql("root", `{ runner(id: "${payload.runner.id}") { ${fields} shortSha } }`);
		expect(answer).not.toContain(text);
	});

	test.each([
		["GROUP_TYPE", "`group_id` is missing"],
		["PROJECT_TYPE", "`project_id` is missing"],
	])("GQL-250 of %s without its place: %s", async (runnerType, message) => {
		const { change } = scenery();
		for (const other of [{}, { groupId: null, projectId: null }])
			expect(await change("root", "runnerCreate", { runnerType, ...other })).toEqual({
				payload: null,
				errors: [message],
				kept: true,
			});
	});

	test("an unknown or hidden place, or a missing right, is refused alike, to those whom REST refuses", async () => {
		const { ask, change, foreign, group, project } = scenery();
		const places: [object, object][] = [
			[{ runnerType: "INSTANCE_TYPE" }, { runner_type: "instance_type" }],
			[
				{ runnerType: "GROUP_TYPE", groupId: gid("Group", group) },
				{ runner_type: "group_type", group_id: group.id },
			],
			[
				{ runnerType: "PROJECT_TYPE", projectId: gid("Project", project) },
				{ runner_type: "project_type", project_id: project.id },
			],
			[
				{ runnerType: "PROJECT_TYPE", projectId: gid("Project", foreign) },
				{ runner_type: "project_type", project_id: foreign.id },
			],
			[
				{ runnerType: "GROUP_TYPE", groupId: "gid://service/Group/999999" },
				{ runner_type: "group_type", group_id: 999999 },
			],
		];
		const statuses = new Set<number>();
		for (const who of everyone)
			for (const [input, json] of places) {
				const { status } = await ask(who, "POST", "/user/runners", { json });
				statuses.add(status);
				const told = await change(who, "runnerCreate", input);
				if (status === 201) expect(told).toMatchObject({ payload: { errors: [] }, kept: false });
				else expect(told).toEqual(refused);
			}
		expect(statuses).toEqual(new Set([201, 400, 401, 403]));
	});

	test.each([
		[{ runUntagged: false }, ["Tags list can not be empty when runner is not allowed to pick untagged jobs"]],
		[{ maximumTimeout: 599 }, ["Maximum timeout needs to be at least 10 minutes"]],
		[{ maintenanceNote: "x".repeat(1025) }, ["Maintenance note is too long (maximum is 1024 characters)"]],
	])("settings that REST refuses stand in the payload's errors: %j", async (wrong, errors) => {
		const { change } = scenery();
		const told = await change(
			"root",
			"runnerCreate",
			{ runnerType: "INSTANCE_TYPE", ...wrong },
			"runner { id } errors",
		);
		expect(told).toEqual({ payload: { runner: null, errors }, errors: [], kept: true });
	});
});

describe("runnerUpdate", () => {
	const before = {
		description: "Before",
		tag_list: ["a"],
		maximum_timeout: 3600,
		maintenance_note: "Old",
	};

	test.each([
		[{ description: "After" }, { description: "After" }],
		[{ description: null }, { description: null }],
		[{ paused: true }, { paused: true, active: false, status: "paused" }],
		[{ active: false }, { paused: true, active: false, status: "paused" }],
		[{ active: true }, {}],
		[{ locked: true }, { locked: true }],
		[{ runUntagged: false }, { run_untagged: false }],
		[{ tagList: ["b", "c"] }, { tag_list: ["b", "c"] }],
		[{ tagList: [] }, { tag_list: [] }],
		[{ accessLevel: "REF_PROTECTED" }, { access_level: "ref_protected" }],
		[{ maximumTimeout: 600 }, { maximum_timeout: 600 }],
		[
			{ maximumTimeout: null, maintenanceNote: null },
			{ maximum_timeout: null, maintenance_note: null },
		],
		[{ maintenanceNote: "New" }, { maintenance_note: "New" }],
		[{ paused: null, locked: null, runUntagged: null, tagList: null, accessLevel: null }, {}],
		[{}, {}],
	])("GQL-249 %j changes what REST shows, and nothing else", async (input, changes) => {
		const { ago, change, gql, projectRunner, rest } = scenery();
		const runner = projectRunner({ ...before, contacted_at: ago(1) });
		const shown = await rest(runner);
		const id = runnerId(runner);
		const { payload, errors } = await change(
			"maintainer",
			"runnerUpdate",
			{ id, ...input },
			`runner { ${fields} } errors`,
		);
		expect([payload.errors, errors]).toEqual([[], []]);
		expect(await rest(runner)).toEqual({ ...shown, ...changes });
		expect((await gql("root", `{ runner(id: "${id}") { ${fields} } }`)).data.runner).toEqual(payload.runner);
	});

	test("GQL-251 a maintenance note of 1025 characters: runner null with errors; 1024 passes", async () => {
		const { change, projectRunner, rest } = scenery();
		const runner = projectRunner();
		const note = (length: number) =>
			change(
				"maintainer",
				"runnerUpdate",
				{ id: runnerId(runner), maintenanceNote: "é".repeat(length) },
				"runner { id } errors",
			);
		expect(await note(1025)).toEqual({
			payload: { runner: null, errors: ["Maintenance note is too long (maximum is 1024 characters)"] },
			errors: [],
			kept: true,
		});
		expect((await note(1024)).payload).toEqual({ runner: { id: runnerId(runner) }, errors: [] });
		expect((await rest(runner)).maintenance_note).toBe("é".repeat(1024));
	});

	test("paused and active exclude each other, as in REST", async () => {
		const { change, projectRunner } = scenery();
		const input = { id: runnerId(projectRunner()), paused: true, active: false };
		expect(await change("maintainer", "runnerUpdate", input, "runner { id } errors")).toEqual({
			payload: { runner: null, errors: ["active, paused are mutually exclusive"] },
			errors: [],
			kept: true,
		});
	});

	describe("associatedProjects", () => {
		test("are those that REST shows beside the owner; the others lose the runner", async () => {
			const { change, make, project, projectRunner, rest, second } = scenery();
			const third = make.project("lab/third");
			const runner = projectRunner({}, [project, second]);
			const paths = async () => (await rest(runner)).projects.map((one: { id: number }) => one.id);
			const set = async (who: string, projects: { id: number }[]) => {
				const associatedProjects = projects.map((one) => gid("Project", one));
				return change(
					who,
					"runnerUpdate",
					{ id: runnerId(runner), associatedProjects },
					"runner { projectCount } errors",
				);
			};
			expect((await set("maintainer", [third])).payload).toEqual({ runner: { projectCount: 2 }, errors: [] });
			expect(await paths()).toEqual([project.id, third.id]);
			await set("maintainer", [third, second, project, second]);
			expect(await paths()).toEqual([project.id, third.id, second.id]);
			await set("maintainer", []);
			expect(await paths()).toEqual([project.id]);
		});

		test("need the same rights as assigning one by one, and nothing is changed without", async () => {
			const { change, foreign, make, platform, project, projectRunner, second } = scenery();
			const runner = projectRunner({}, [project, second]);
			const set = (who: string, ...projects: { id: number }[]) => {
				const associatedProjects = projects.map((one) => gid("Project", one));
				return change(who, "runnerUpdate", { id: runnerId(runner), description: "New", associatedProjects });
			};
			expect(await set("maintainer", second, foreign)).toEqual(refused);
			expect(await set("maintainer", { id: 999999 })).toEqual(refused);
			make.member("maintainer", "elsewhere", "developer");
			expect(await set("maintainer", second, foreign)).toEqual(refused);
			platform.state.runners.update(runner.id, { locked: true });
			expect(await set("maintainer")).toEqual(refused);
			expect((await set("maintainer", second)).payload).toEqual({ errors: [] });
			expect((await set("root", foreign)).payload).toEqual({ errors: [] });
		});

		test("of a runner that is none of a project are refused in the payload", async () => {
			const { change, groupRunner, project } = scenery();
			const input = { id: runnerId(groupRunner()), associatedProjects: [gid("Project", project)] };
			expect(await change("owner", "runnerUpdate", input, "runner { id } errors")).toEqual({
				payload: { runner: null, errors: ["Runner is not a project runner"] },
				errors: [],
				kept: true,
			});
		});
	});
});

describe("rights", () => {
	test("GQL-249 runnerUpdate and runnerDelete need the same rights as REST, for each kind and caller", async () => {
		const outcomes = new Set<string>();
		const kinds = ["instance", "group", "project", "shared", "locked"] as const;
		for (const kind of kinds) {
			const { ask, change, groupRunner, instanceRunner, keeper, project, projectRunner, second } = scenery();
			keeper("lab");
			const runner = () =>
				({
					instance: () => instanceRunner(),
					group: () => groupRunner(),
					project: () => projectRunner(),
					shared: () => projectRunner({}, [project, second]),
					locked: () => projectRunner({ locked: true }),
				})[kind]();
			for (const who of [...everyone, "keeper"]) {
				const twin = runner();
				const put = await ask(who, "PUT", `/runners/${twin.id}`, { json: { description: "New" } });
				const deleted = await ask(who, "DELETE", `/runners/${twin.id}`);
				const own = runner();
				const id = runnerId(own);
				const updated = await change(who, "runnerUpdate", { id, description: "New" });
				const removed = await change(who, "runnerDelete", { id });
				expect([kind, who, updated]).toEqual([
					kind,
					who,
					put.status === 200 ? { payload: { errors: [] }, errors: [], kept: false } : refused,
				]);
				expect([kind, who, removed]).toEqual([
					kind,
					who,
					deleted.status === 204 ? { payload: { errors: [] }, errors: [], kept: false } : refused,
				]);
				expect((await ask("root", "GET", `/runners/${own.id}`)).status).toBe(deleted.status === 204 ? 404 : 200);
				outcomes.add(`${put.status} ${deleted.status}`);
			}
		}
		expect([...outcomes].sort()).toEqual(["200 204", "200 403", "401 401", "403 403"]);
	});

	test("GQL-249 assigning and unassigning change what REST shows, with the same rights", async () => {
		const outcomes = new Set<string>();
		const kinds = ["instance", "group", "project", "locked", "orphan", "assigned", "foreign"] as const;
		for (const kind of kinds)
			for (const who of [...everyone, "keeper"]) {
				const { ask, change, foreign, groupRunner, instanceRunner, keeper, project, projectRunner, rest, second } =
					scenery();
				keeper("lab");
				const runner = {
					instance: () => instanceRunner(),
					group: () => groupRunner(),
					project: () => projectRunner(),
					locked: () => projectRunner({ locked: true }),
					orphan: () => projectRunner({}, []),
					assigned: () => projectRunner({}, [project, second]),
					foreign: () => projectRunner({}, [foreign]),
				}[kind];
				const [twin, own] = [runner(), runner()];
				const at = `/projects/${second.id}/runners`;
				const shown = async (one: Runner) => (await rest(one)).projects;
				const input = { runnerId: runnerId(own), projectPath: second.full_path };

				const posted = await ask(who, "POST", at, { json: { runner_id: twin.id } });
				const given = await change(who, "runnerAssignToProject", input);
				if (posted.status === 201) expect(given).toEqual({ payload: { errors: [] }, errors: [], kept: false });
				else if (posted.status === 400) {
					expect(given).toMatchObject({ errors: [], kept: true });
					expect(`400 Bad request - ${given.payload.errors[0]}`).toBe(posted.body.message);
				} else expect([kind, who, given]).toEqual([kind, who, refused]);
				expect(await shown(own)).toEqual(await shown(twin));

				const deleted = await ask(who, "DELETE", `${at}/${twin.id}`);
				const taken = await change(who, "runnerUnassignFromProject", input);
				if (deleted.status === 204) expect(taken).toEqual({ payload: { errors: [] }, errors: [], kept: false });
				else expect([kind, who, taken]).toEqual([kind, who, refused]);
				expect(await shown(own)).toEqual(await shown(twin));
				outcomes.add(`${posted.status} ${deleted.status}`);
			}
		expect([...outcomes]).toEqual(expect.arrayContaining(["201 204", "400 204", "403 403", "401 401"]));
	});

	test("a runner is not taken from the project that owns it", async () => {
		const { change, project, projectRunner, rest } = scenery();
		const runner = projectRunner();
		const input = { runnerId: runnerId(runner), projectPath: project.full_path };
		expect(await change("root", "runnerUnassignFromProject", input)).toEqual(refused);
		expect((await rest(runner)).projects).toHaveLength(1);
	});

	test.each([
		["runnerUpdate", { id: "gid://service/Ci::Runner/999999", description: "New" }],
		["runnerDelete", { id: "gid://service/Ci::Runner/999999" }],
		["runnerAssignToProject", { runnerId: "gid://service/Ci::Runner/999999", projectPath: "lab/app" }],
		["runnerUnassignFromProject", { runnerId: "gid://service/Ci::Runner/x", projectPath: "lab/app" }],
	])("%s on a runner that is not there is refused like one without the right", async (name, input) => {
		const { change } = scenery();
		expect(await change("root", name, input)).toEqual(refused);
	});

	test.each(["runnerAssignToProject", "runnerUnassignFromProject"])(
		"%s on a project that does not show",
		async (name) => {
			const { change, foreign, projectRunner } = scenery();
			const id = runnerId(projectRunner());
			for (const projectPath of ["lab/none", foreign.full_path])
				expect(await change("maintainer", name, { runnerId: id, projectPath })).toEqual(refused);
		},
	);
});

test("runnerDelete: its token registers no contact any more", async () => {
	const { ask, change, projectRunner } = scenery();
	const runner = projectRunner();
	await change("maintainer", "runnerDelete", { id: runnerId(runner) });
	const { status } = await ask(null, "POST", "/runners/verify", { json: { token: tokenOf(runner) } });
	expect(status).toBe(403);
});

describe("runnersRegistrationTokenReset", () => {
	const places = (made: ReturnType<typeof scenery>): [input: object, path: string][] => [
		[{ type: "INSTANCE_TYPE" }, "/runners/reset_registration_token"],
		[{ type: "GROUP_TYPE", id: gid("Group", made.group) }, `/groups/${made.group.id}/runners/reset_registration_token`],
		[
			{ type: "PROJECT_TYPE", id: gid("Project", made.project) },
			`/projects/${made.project.id}/runners/reset_registration_token`,
		],
	];

	test("AUTH-074 the new token registers runners, is told in this answer alone, and needs the same rights as REST", async () => {
		const outcomes = new Set<number>();
		for (const who of everyone) {
			const made = scenery();
			const { ask, change, gql } = made;
			for (const [input, path] of places(made)) {
				const { status } = await ask(who, "POST", path);
				outcomes.add(status);
				const told = await change(who, "runnersRegistrationTokenReset", input, "token errors");
				if (status !== 201) {
					expect([who, path, told]).toEqual([who, path, refused]);
					continue;
				}
				const { token, errors } = told.payload;
				expect([token, errors, told.kept]).toEqual([expect.stringMatching(/^trg-/), [], false]);
				expect((await ask(null, "POST", "/runners", { json: { token } })).status).toBe(201);
				const later = await gql("root", `{ runners { nodes { ${fields} shortSha } } }`);
				expect(later.text).not.toContain(token);
			}
		}
		expect(outcomes).toEqual(new Set([201, 401, 403, 404]));
	});

	test("the token before it registers no more", async () => {
		const { ask, change, group } = scenery();
		const input = { type: "GROUP_TYPE", id: gid("Group", group) };
		const reset = async () => (await change("owner", "runnersRegistrationTokenReset", input, "token")).payload.token;
		const [first, second] = [await reset(), await reset()];
		expect(first).not.toBe(second);
		const register = async (token: string) => (await ask(null, "POST", "/runners", { json: { token } })).status;
		expect([await register(first), await register(second)]).toEqual([403, 201]);
	});

	test.each([
		["GROUP_TYPE", undefined, "`id` is missing"],
		["PROJECT_TYPE", null, "`id` is missing"],
		["GROUP_TYPE", "lab", '"lab" is not a valid Global ID'],
		["GROUP_TYPE", "gid://service/Project/1", '"gid://service/Project/1" does not represent an instance of Group'],
		["PROJECT_TYPE", "gid://service/Project/999999", noPermission],
	])("of %s with id %j: %s", async (type, id, message) => {
		const { change } = scenery();
		const told = await change("root", "runnersRegistrationTokenReset", { type, id });
		expect(told).toEqual({ payload: null, errors: [message], kept: true });
	});

	test("where registration tokens are switched off it is refused", async () => {
		const { change, make } = scenery();
		make.runnerRule(null, { registration_enabled: false });
		expect(await change("root", "runnersRegistrationTokenReset", { type: "INSTANCE_TYPE" })).toEqual(refused);
	});
});
