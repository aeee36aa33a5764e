import type { Runner } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { scene } from "../runners/scene";
import { graphqlWorld, withGraphql } from "../support/graphql";

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

const gid = ({ id }: { id: number }): string => `gid://service/Ci::Runner/${id}`;
const idOf = (one: { id: string }): number => Number(one.id.split("/").at(-1));
const pageInfo = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";

const settings = `id description runnerType status paused active locked runUntagged accessLevel tagList maximumTimeout
	maintenanceNote shortSha contactedAt createdAt tokenExpiresAt createdBy { username } projectCount
	jobCount(statuses: [SUCCESS, FAILED]) jobExecutionStatus ownerProject { fullPath }
	userPermissions { readRunner updateRunner deleteRunner assignRunner }`;
const managers = `managers(first: 1) { nodes { id systemId version revision platformName architectureName ipAddress
	createdAt contactedAt status runner { id } } edges { cursor node { id } } ${pageInfo} }`;
const jobs = `jobs(first: 1) { nodes { id name status refName coverage createdAt startedAt finishedAt duration
	queuedDuration pipeline { iid } project { fullPath } } edges { cursor node { id } } ${pageInfo} }`;
const places = `projects(first: 1) { nodes { fullPath } edges { cursor } ${pageInfo} count }
	groups(first: 1) { nodes { fullPath } edges { cursor } ${pageInfo} count }`;

/** The scene of the runner tests, with its GraphQL endpoint. */
const scenery = () => withGraphql(scene());

test.each([
	["its own", settings],
	["managers", managers],
	["jobs", jobs],
	["projects and groups", places],
])("every field of a runner resolves: %s", async (_what, fields) => {
	const { gql, platform } = graphqlWorld();
	const all = [...platform.state.runners.all()];
	expect(all.length).toBeGreaterThan(6);
	for (const runner of all) {
		const { data, errors } = await gql("root", `{ runner(id: "${gid(runner)}") { __typename ${fields} } }`);
		expect(errors).toBeUndefined();
		for (const value of Object.values(data.runner)) expect(value).not.toBeUndefined();
	}
});

test("managers and jobs are told as they are", async () => {
	const { gql, platform } = graphqlWorld();
	const web = [...platform.state.runners.all()].find((one) => one.name === "web-01") as Runner;
	const { data } = await gql("root", `{ runner(id: "${gid(web)}") { ${managers} ${jobs} } }`);
	expect(data.runner.managers.nodes).toEqual([
		{
			id: expect.stringMatching(/^gid:\/\/service\/Ci::RunnerManager\/\d+$/),
			systemId: "s_web01",
			version: "16.1.2",
			revision: "4f6a21c9",
			platformName: "linux",
			architectureName: "amd64",
			ipAddress: "192.0.2.17",
			createdAt: "2025-10-07T09:30:00Z",
			contactedAt: "2026-01-05T09:24:00Z",
			status: "ONLINE",
			runner: { id: gid(web) },
		},
	]);
	expect(data.runner.jobs.nodes).toMatchObject([
		{
			id: expect.stringMatching(/^gid:\/\/service\/Ci::Build\/\d+$/),
			name: expect.any(String),
			refName: expect.any(String),
			pipeline: { iid: expect.anything() },
			project: { fullPath: "acme/web" },
		},
	]);
});

describe("runner(id)", () => {
	test("GQL-075..076, GQL-119 by the Global ID of its REST number, which the answer carries", async () => {
		const { ask, gql } = graphqlWorld();
		const { body } = await ask("root", "GET", "/runners/all");
		for (const { id, description } of body) {
			const query = "query($id: CiRunnerID!) { runner(id: $id) { id description } }";
			const { data } = await gql("root", query, { id: `gid://service/Ci::Runner/${id}` });
			expect(data.runner).toEqual({ id: `gid://service/Ci::Runner/${id}`, description });
		}
	});

	test.each([
		["GQL-080", "1", '"1" is not a valid Global ID'],
		["GQL-080", "gid://service/Ci::Runner/", '"gid://service/Ci::Runner/" is not a valid Global ID'],
		["GQL-080", "gid://elsewhere/Ci::Runner/1", '"gid://elsewhere/Ci::Runner/1" is not a valid Global ID'],
		["GQL-081", "gid://service/Project/1", '"gid://service/Project/1" does not represent an instance of Ci::Runner'],
	])("%s id %j is refused, as an argument and as a variable", async (_claim, id, message) => {
		const { gql } = graphqlWorld();
		const literal = await gql("root", `{ runner(id: ${JSON.stringify(id)}) { id } }`);
		expect([literal.data, literal.errors?.[0].message]).toEqual([undefined, message]);
		const variable = await gql("root", "query($id: CiRunnerID!) { runner(id: $id) { id } }", { id });
		expect(variable.data).toBeUndefined();
		expect(variable.errors?.[0].message).toContain(message);
	});

	test.each(["999999", "x", "99999999999999999999"])("GQL-082, GQL-088 of %s, which is not there: null", async (id) => {
		const { gql } = graphqlWorld();
		const { data, errors } = await gql("root", `{ runner(id: "gid://service/Ci::Runner/${id}") { id } }`);
		expect([data, errors]).toEqual([{ runner: null }, undefined]);
	});

	test("GQL-121, GQL-088 null to whoever may not read it by REST, without an error", async () => {
		const { ask, gql, platform } = graphqlWorld();
		const seen = new Set<string>();
		for (const who of everyone)
			for (const runner of platform.state.runners.all()) {
				const rest = await ask(who, "GET", `/runners/${runner.id}`);
				const { data, errors } = await gql(who, `{ runner(id: "${gid(runner)}") { id } }`);
				expect(errors).toBeUndefined();
				expect([who, data.runner]).toEqual([who, rest.status === 200 ? { id: gid(runner) } : null]);
				seen.add(`${who} ${rest.status}`);
			}
		expect([...seen]).toEqual(expect.arrayContaining(["root 200", "maintainer 200", "maintainer 403", "null 401"]));
	});

	test("GQL-246, GQL-237 it agrees with REST, field by field, for every runner", async () => {
		const { ask, gql, platform } = graphqlWorld();
		const short = (time: string | null) => time?.replace(/\.\d{3}Z$/, "Z") ?? null;
		const query = `query($id: CiRunnerID!) { runner(id: $id) { ${settings}
			projects { nodes { fullPath } } groups { nodes { name } }
			managers { nodes { systemId version ipAddress } }
		} }`;
		for (const who of ["root", "owner", "maintainer", "auditor"])
			for (const runner of platform.state.runners.all()) {
				const { body, status } = await ask(who, "GET", `/runners/${runner.id}`);
				if (status !== 200) continue;
				const { data, errors } = await gql(who, query, { id: gid(runner) });
				expect(errors).toBeUndefined();
				expect(data.runner).toMatchObject({
					description: body.description,
					runnerType: body.runner_type.toUpperCase(),
					paused: body.paused,
					active: !body.paused,
					locked: body.locked,
					runUntagged: body.run_untagged,
					accessLevel: body.access_level.toUpperCase(),
					tagList: body.tag_list,
					maximumTimeout: body.maximum_timeout,
					maintenanceNote: body.maintenance_note,
					contactedAt: short(body.contacted_at),
					createdAt: short(body.created_at),
					createdBy: body.created_by && { username: body.created_by.username },
					jobExecutionStatus: body.job_execution_status.toUpperCase(),
					projects: {
						nodes: body.projects.map((one: { path_with_namespace: string }) => ({ fullPath: one.path_with_namespace })),
					},
					groups: { nodes: body.groups.map(({ name }: { name: string }) => ({ name })) },
				});
				expect(body.active).toBe(data.runner.active);
				if (body.status !== "paused") expect(data.runner.status).toBe(body.status.toUpperCase());
				else expect(["ONLINE", "OFFLINE"]).toContain(data.runner.status);
				const rest = await ask(who, "GET", `/runners/${runner.id}/managers`);
				expect(data.runner.managers.nodes).toEqual(
					rest.body.map((one: { system_id: string; version: string; ip_address: string }) => ({
						systemId: one.system_id,
						version: one.version,
						ipAddress: one.ip_address,
					})),
				);
			}
	});

	test.each([
		["ONLINE", 1, 720],
		["OFFLINE", 3, 720],
		["STALE", 24 * 8, 720],
		["STALE", null, 720],
		["NEVER_CONTACTED", null, 1],
	])("GQL-247 status %s, paused or not", async (status, contacted, created) => {
		const { ago, gql, projectRunner } = scenery();
		for (const paused of [true, false]) {
			const times = { created_at: ago(created), contacted_at: contacted === null ? null : ago(contacted) };
			const runner = projectRunner({ ...times, paused });
			const { data } = await gql("maintainer", `{ runner(id: "${gid(runner)}") { status paused } }`);
			expect(data.runner).toEqual({ status, paused });
		}
	});

	test("what the caller may do, as REST lets them", async () => {
		const { gql, groupRunner, instanceRunner, project, projectRunner, second } = scenery();
		const rights = async (who: string, runner: Runner): Promise<string> => {
			const fields = "userPermissions { readRunner updateRunner deleteRunner assignRunner }";
			const { data } = await gql(who, `{ runner(id: "${gid(runner)}") { ${fields} } }`);
			const given = Object.entries(data.runner?.userPermissions ?? {}).filter(([, allowed]) => allowed);
			return given.map(([name]) => name.replace("Runner", "")).join(" ");
		};
		const own = projectRunner();
		expect(await rights("maintainer", own)).toBe("read update delete assign");
		expect(await rights("maintainer", projectRunner({}, [project, second]))).toBe("read update assign");
		expect(await rights("maintainer", projectRunner({ locked: true }))).toBe("read update delete");
		expect(await rights("root", projectRunner({ locked: true }, [project, second]))).toBe("read update delete assign");
		expect(await rights("auditor", own)).toBe("read");
		expect(await rights("developer", own)).toBe("");
		expect(await rights("owner", groupRunner())).toBe("read update delete");
		expect(await rights("root", instanceRunner())).toBe("read update delete");
	});
});

describe("what shows in lists alone", () => {
	test("of a runner whose detail REST refuses, the fields of REST's list are told, and no more", async () => {
		const { ago, gql, instanceRunner, make, project } = scenery();
		const runner = instanceRunner({
			description: "Shared",
			tag_list: ["t"],
			maintenance_note: "n",
			contacted_at: ago(1),
		});
		make.runnerManager(runner, { ip_address: "192.0.2.1" });
		make.job(make.pipeline(project), { runner_id: runner.id });
		const { data, errors } = await gql(
			"maintainer",
			`{ project(fullPath: "lab/app") { runners { nodes {
				description status paused tagList locked maximumTimeout contactedAt maintenanceNote shortSha tokenExpiresAt
				projectCount jobCount projects { count } groups { count } ownerProject { fullPath }
				managers { nodes { ipAddress } } jobs { nodes { id } } userPermissions { readRunner }
			} } } }`,
		);
		expect(errors).toBeUndefined();
		const [{ description, status, paused, userPermissions, ...rest }] = data.project.runners.nodes;
		expect({ description, status, paused }).toEqual({ description: "Shared", status: "ONLINE", paused: false });
		expect(userPermissions).toEqual({ readRunner: false });
		expect(new Set(Object.values(rest))).toEqual(new Set([null]));
	});
});

describe("GQL-248, AUTH-074 tokens", () => {
	test("no query tells a token", async () => {
		const { gql, make, platform, state } = graphqlWorld();
		make.runner({ token: "trt-0123456789abcdefghij" });
		make.runner({ token: "tiny" });
		const texts = [...platform.state.runnerTokens.all(), ...platform.state.registrationTokens.all()].map(
			({ text }) => text,
		);
		expect(texts.length).toBeGreaterThan(8);
		for (const text of texts) expect(state()).toContain(text);
		for (const runner of platform.state.runners.all())
			for (const fields of [settings, managers, jobs, places]) {
				const { text } = await gql("root", `{ runner(id: "${gid(runner)}") { ${fields} } }`);
				for (const token of texts) expect(text).not.toContain(token);
			}
	});

	test("the schema has no field of a runner for it, and of payloads only the one that resets", async () => {
		const { gql } = graphqlWorld();
		const { data } = await gql(null, "{ __schema { types { name fields { name } } } }");
		const found = data.__schema.types.flatMap((type: { name: string; fields: { name: string }[] | null }) =>
			(type.fields ?? []).filter(({ name }) => /token/i.test(name)).map(({ name }) => `${type.name}.${name}`),
		);
		expect(found.filter((name: string) => /runner/i.test(name)).sort()).toEqual([
			"CiRunner.tokenExpiresAt",
			"Mutation.runnersRegistrationTokenReset",
			"RunnersRegistrationTokenResetPayload.token",
		]);
	});

	test("shortSha is what follows the prefix, eight characters and no more than half of them", async () => {
		const { gql, make } = graphqlWorld();
		const short = async (token: string): Promise<string> => {
			const runner = make.runner({ token });
			return (await gql("root", `{ runner(id: "${gid(runner)}") { shortSha } }`)).data.runner.shortSha;
		};
		expect(await short("trt-0123456789abcdefghij")).toBe("01234567");
		expect(await short("trtr-abcdefghijklmnopqrst")).toBe("abcdefgh");
		expect(await short("own-choice-of-a-token")).toBe("own-choi");
		expect(await short("tiny")).toBe("ti");
	});

	test("GQL-248 maintenanceNote is null to who reads the runner and may not update it", async () => {
		const { gql, projectRunner } = scenery();
		const runner = projectRunner({ maintenance_note: "Mind the step" });
		const note = async (who: string) => (await gql(who, `{ runner(id: "${gid(runner)}") { maintenanceNote } }`)).data;
		expect(await note("maintainer")).toEqual({ runner: { maintenanceNote: "Mind the step" } });
		expect(await note("auditor")).toEqual({ runner: { maintenanceNote: null } });
	});
});

describe("connections of a runner", () => {
	test("projects by search and order, as far as the caller sees them", async () => {
		const { foreign, gql, make, platform, project, projectRunner, second } = scenery();
		platform.state.projects.update(second.id, { description: "Sharp things", name: "Aaa" });
		const runner = projectRunner({}, [project, second, foreign]);
		const paths = async (who: string, args: string): Promise<string[]> => {
			const { data, errors } = await gql(
				who,
				`{ runner(id: "${gid(runner)}") { projects${args} { nodes { fullPath } } } }`,
			);
			if (errors) return errors.map(({ message }) => message);
			return data.runner.projects.nodes.map((one: { fullPath: string }) => one.fullPath);
		};
		expect(await paths("maintainer", "")).toEqual(["lab/app", "lab/tool"]);
		expect(await paths("root", "")).toEqual(["lab/app", "lab/tool", "elsewhere/app"]);
		expect(await paths("root", '(sort: "id_desc")')).toEqual(["elsewhere/app", "lab/tool", "lab/app"]);
		expect(await paths("root", '(sort: "name_asc", first: 1)')).toEqual(["lab/tool"]);
		expect(await paths("root", '(search: "sharp")')).toEqual(["lab/tool"]);
		expect(await paths("root", '(search: "nothing")')).toEqual([]);
		expect(await paths("root", '(sort: "colour_asc")')).toEqual(['"colour_asc" is no order of projects']);
		expect(await paths("root", '(sort: "id")')).toEqual(['"id" is no order of projects']);
		const count = "{ projectCount ownerProject { fullPath } }";
		const { data } = await gql("root", `{ runner(id: "${gid(runner)}") ${count} }`);
		expect(data.runner).toEqual({ projectCount: 3, ownerProject: { fullPath: "lab/app" } });
		const hidden = make.runner({ projects: [foreign, project] });
		const seen = await gql("maintainer", `{ runner(id: "${gid(hidden)}") ${count} }`);
		expect(seen.data.runner).toEqual({ projectCount: 2, ownerProject: null });
	});

	test("groups of a group runner", async () => {
		const { gql, groupRunner } = scenery();
		const { data } = await gql(
			"owner",
			`{ runner(id: "${gid(groupRunner())}") { groups { nodes { fullPath } } projectCount } }`,
		);
		expect(data.runner).toEqual({ groups: { nodes: [{ fullPath: "lab" }] }, projectCount: 0 });
	});

	test("managers by status and by system ID", async () => {
		const { ago, gql, make, projectRunner } = scenery();
		const runner = projectRunner({ created_at: ago(720) });
		make.runnerManager(runner, { system_id: "near", contacted_at: ago(1) });
		make.runnerManager(runner, { system_id: "far", contacted_at: ago(30) });
		make.runnerManager(runner, { system_id: "gone", contacted_at: ago(300) });
		make.runnerManager(runner, { system_id: "new", created_at: ago(1) });
		const found = async (args: string): Promise<string[]> => {
			const { data } = await gql(
				"maintainer",
				`{ runner(id: "${gid(runner)}") { managers${args} { nodes { systemId } } } }`,
			);
			return data.runner.managers.nodes.map((one: { systemId: string }) => one.systemId);
		};
		expect(await found("")).toEqual(["near", "far", "gone", "new"]);
		expect(await found("(status: ONLINE)")).toEqual(["near"]);
		expect(await found("(status: OFFLINE)")).toEqual(["far"]);
		expect(await found("(status: STALE)")).toEqual(["gone"]);
		expect(await found("(status: NEVER_CONTACTED)")).toEqual(["new"]);
		expect(await found('(systemId: "far")')).toEqual(["far"]);
		expect(await found('(systemId: "far", status: ONLINE)')).toEqual([]);
		expect(await found("(last: 1)")).toEqual(["new"]);
	});

	test("jobs and their number by status: those that REST lists to the same caller, in its order", async () => {
		const { ask, foreign, gql, make, project, projectRunner } = scenery();
		const runner = projectRunner({}, [project, foreign]);
		for (const [place, status] of [
			[project, "running"],
			[project, "success"],
			[foreign, "success"],
			[project, "failed"],
		] as const)
			make.job(make.pipeline(place), { runner_id: runner.id, status });
		for (const who of ["root", "maintainer"])
			for (const [args, query] of [
				["", ""],
				["(statuses: [SUCCESS])", "?status=success"],
				["(statuses: [RUNNING])", "?status=running"],
				["(statuses: [CANCELING, WAITING_FOR_CALLBACK])", "?status=canceled"],
			]) {
				const { body } = await ask(who, "GET", `/runners/${runner.id}/jobs${query}`);
				const fields = `jobs${args} { nodes { id status } } jobCount${args} jobExecutionStatus`;
				const { data } = await gql(who, `{ runner(id: "${gid(runner)}") { ${fields} } }`);
				expect(data.runner.jobs.nodes.map(idOf)).toEqual(body.map(({ id }: { id: number }) => id));
				expect(data.runner.jobCount).toBe(body.length);
				expect(data.runner.jobExecutionStatus).toBe("ACTIVE");
			}
		const both = await gql("root", `{ runner(id: "${gid(runner)}") { jobCount(statuses: [SUCCESS, FAILED]) } }`);
		expect(both.data.runner.jobCount).toBe(3);
		const mine = await gql("maintainer", `{ runner(id: "${gid(runner)}") { jobCount } }`);
		expect(mine.data.runner.jobCount).toBe(3);
	});

	test("a job's pipeline and project are null to who sees the runner's jobs, and not these", async () => {
		const { gql, make, platform, project, projectRunner } = scenery();
		const runner = projectRunner();
		make.job(make.pipeline(project), { runner_id: runner.id });
		platform.state.projects.update(project.id, { builds_access_level: "disabled" });
		const { data, errors } = await gql(
			"maintainer",
			`{ runner(id: "${gid(runner)}") { jobs { nodes { pipeline { iid } project { fullPath } } } } }`,
		);
		expect(errors).toBeUndefined();
		expect(data.runner.jobs.nodes).toEqual([{ pipeline: null, project: { fullPath: "lab/app" } }]);
	});
});
