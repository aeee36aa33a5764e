import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse, gid, mutate, noPermission, numberOf, succeed } from "../../rule/graphql";
import { type Fields, isFields, pluck } from "../../rule/response";
import { groupSettings, type Rule } from "../../rule/rule";
import { bothWays, inner, nodesOf, page, time } from "./connections";
import { below, by, enrich, everyone, forbids, freshProject, inVain, pathOf, quoted, reads, stated, unstated, type Who, writes } from "./lab";
import { follows } from "./meanings";

const runnerId = (id: unknown): string => gid("Ci::Runner", Number(id));
const rights = "userPermissions { readRunner updateRunner deleteRunner assignRunner }";
const fields = "id description runnerType paused locked tagList maintenanceNote createdBy { username }";

const runner = async (t: Context, who: Who, id: unknown, selection = "id"): Promise<Fields | null> => {
	const found = (await ask(by(t, who), `query($id: CiRunnerID!) { runner(id: $id) { ${selection} } }`, { id })).at("runner");
	return isFields(found) ? found : null;
};

/** Creates a runner by GraphQL; it is removed after the rule. */
async function create(t: Context, who: Who, input: Fields): Promise<GraphqlResponse> {
	const response = await mutate(by(t, who), "runnerCreate", input, `runner { ${fields} } clientMutationId`);
	const id = inner(response.http.fields, "data", "runnerCreate", "runner", "id");
	if (id !== undefined) t.undo(`runner ${id}`, async () => (await mutate(t.as("administrator"), "runnerDelete", { id })).http);
	return response;
}
async function made(t: Context, input: Fields = {}): Promise<{ readonly id: string; readonly number: number }> {
	const query = "query($path: ID!) { group(fullPath: $path) { id } }";
	const groupId = (await ask(t.as("owner"), query, { path: t.scene("group") })).text("group.id");
	const id = (await create(t, "owner", { runnerType: "GROUP_TYPE", groupId, description: t.unique("runner"), ...input })).text("runnerCreate.runner.id");
	return { id, number: numberOf(id) };
}
const projectId = async (t: Context, path: string): Promise<string> =>
	(await ask(t.as("owner"), "query($path: ID!) { project(fullPath: $path) { id } }", { path })).text("project.id");
const getRunner = async (t: Context, id: number, who: Who = "administrator") => await by(t, who).call("getRunner", { id });

/** Functions that create a runner, by its kind. */
async function kinds(t: Context, ...paths: readonly string[]): Promise<Record<string, () => Promise<number>>> {
	const record = async (of: Fields) => (await t.given.record("runners", of)).id;
	return {
		instance: () => record({}),
		group: () => record({ group: t.scene("group") }),
		project: () => record({ projects: [paths[0]] }),
		shared: () => record({ projects: paths }),
		locked: () => record({ projects: [paths[0]], locked: true }),
	};
}

/** Ages of runners as the lists filter and order them. */
const ago = (now: string, hours: number): string => new Date(Date.parse(now) - hours * 3_600_000).toISOString();
const now = async (t: Context): Promise<string> => ((await t.given.control("GET", "/clock")) as { readonly now: string }).now;

const places = {
	runners: ["administrator", "@", "Query"],
	group: ["owner", "group", "Group"],
	project: ["owner", "project", "Project"],
	currentUser: ["owner", "currentUser { @ }", "CurrentUser"],
} as const;

const lists: readonly Rule[] = (Object.keys(places) as (keyof typeof places)[]).map((place) =>
	unstated("GQL-159", `runners of ${places[place][2]} applies filters and sort (default CREATED_DESC).`, { ...reads, id: `GQL-159/${place}` }, async (t) => {
		const [who, around] = places[place];
		const isFurnished = await enrich(async () => {
			const time = await now(t);
			const at = place === "project" ? { projects: [t.scene("project")] } : { group: t.scene("group") };
			for (const [description, record, version, expires, jobs] of [
				["online", { created_at: ago(time, 500), contacted_at: ago(time, 1), tag_list: ["a", "b"] }, "15.0.3", null, 0],
				["resting", { created_at: ago(time, 900), contacted_at: ago(time, 1.5), paused: true, tag_list: ["a"] }, "15.1.0", null, 0],
				["offline", { created_at: ago(time, 400), contacted_at: ago(time, 24), created_by: "developer" }, "16.1.2", null, 0],
				["stale", { created_at: ago(time, 800), contacted_at: ago(time, 240) }, "160.0.0", -100, 3],
				["fresh", { created_at: ago(time, 24) }, null, -200, 2],
				["forgotten", { created_at: ago(time, 600), token: "trt-5ca1ab1e0123456789ab" }, null, null, 0],
			] as const) {
				const one = await t.given.record("runners", { description, ...record, ...at, token_expires_at: expires && ago(time, expires) });
				if (version) await t.given.record("runner_managers", { runner_id: one.id, version });
				for (let job = 0; job < jobs; job++) await t.given.record("jobs", { project: t.scene("project"), runner_id: one.id, status: "running" });
			}
		});
		const wrapped = around === "group" || around === "project" ? `${around}(fullPath: ${quoted(t.scene(around))}) { @ }` : around;
		const list = { caller: t.as(who), around: wrapped, at: place === "runners" ? place : `${place}.runners`, parent: places[place][2] };
		const versions = (node: Fields, prefix: string) =>
			nodesOf(node.managers).some(({ version }) => version === prefix || String(version).startsWith(`${prefix}.`));
		const tagged = (...tags: readonly string[]) =>
			[`tagList: ${quoted(tags)}`, (node: Fields) => tags.every((tag) => [node.tagList].flat().includes(tag))] as const;
		const expiry = (node: Fields) => time(node.tokenExpiresAt);
		await follows(t, list, {
			about: { creatorUsername: "createdBy.username", creatorId: "createdBy.id", type: "runnerType", tagList: null },
			texts: ["description"],
			fields: "paused tagList contactedAt tokenExpiresAt managers(first: 9) { nodes { version } } jobCount(statuses: [RUNNING])",
			filters: {
				'search: " "': () => true,
				...Object.fromEntries([tagged("a"), tagged("a", "b")]),
				...{ "active: true": (node) => node.paused === false, "active: false": (node) => node.paused === true },
				...{ 'versionPrefix: "15"': (node) => versions(node, "15"), 'versionPrefix: "16.1"': (node) => versions(node, "16.1") },
			},
			orders: {
				...bothWays("CONTACTED", (node) => time(node.contactedAt), "anywhere"),
				MOST_ACTIVE_DESC: { by: (node) => Number(node.jobCount ?? 0), descending: true },
				TOKEN_EXPIRES_AT_DESC: { by: expiry, nulls: "first", descending: true },
			},
			...{ usual: "CREATED_DESC", apart: ["active", "paused"] },
		});
		for (const [args, message] of Object.entries({
			"paused: true, active: true": "active, paused are mutually exclusive",
			'versionPrefix: "v15"': "versionPrefix is invalid",
		})) {
			const refused = await ask(t.as(who), `{ ${wrapped.replace("@", `runners(${args}) { nodes { id } }`)} }`);
			t.same(`the message for ${args}`, refused.message, message, refused.http);
		}
		if (isFurnished) {
			for (const [search, expected] of Object.entries({ "5ca1ab": ["forgotten"], "trt-5ca1ab1e": ["forgotten"], "trt-5ca1ab1e0": [] }))
				t.same(
					`runners found by ${search}`,
					pluck((await page({ ...list, fields: "description" }, `search: ${quoted(search)}`)).nodes, "description"),
					expected,
				);
		}
	}),
);

const reading: readonly Rule[] = [
	stated(
		"GQL-076, GQL-119",
		"The id of a runner is a Global ID with its number in REST, by which runner(id:) finds a runner of any type and settings.",
		writes,
		async (t) => {
			const settings = [
				{},
				{ paused: true },
				{ locked: true },
				{ runUntagged: false, tagList: ["a"] },
				{ accessLevel: "REF_PROTECTED" },
				{ maximumTimeout: 600 },
			];
			const own = await t.given.projectRunner({ paused: true });
			(await t.anonymous.call("verifyRunner", { token: own.string("token"), system_id: t.unique("system") })).ok;
			const numbers = [own.number("id")];
			for (const input of settings) numbers.push((await made(t, input)).number);
			const instance = t.offers("self-managed") ? [(await t.given.instanceRunner()).number("id")] : [];
			for (const number of [...numbers, ...instance])
				for (const who of ["owner", "administrator"] as const) {
					if (who === "owner" && instance.includes(number)) continue;
					const description = (await getRunner(t, number, who)).ok.field("description");
					const itself = { id: runnerId(number), description };
					const { managers, ...shown } = (await runner(t, who, runnerId(number), "id description managers { nodes { runner { id description } } }")) ?? {};
					t.same(`the runner ${number} for ${who}`, shown, itself);
					t.same(
						`the runner of its managers for ${who}`,
						nodesOf(managers).map((one) => one.runner),
						number === numbers[0] ? [itself] : [],
					);
				}
			const at = (field: "group" | "project") => `${field}(fullPath: ${quoted(t.scene(field))}) { runners(first: 3) { nodes { id } } }`;
			const list = () => ask(t.as("owner"), `{ currentUser { runners(first: 3) { nodes { id } } } ${at("group")} ${at("project")} }`);
			const listed = await list();
			for (const [, id = ""] of quoted(listed.data).matchAll(/"id":"([^"]*)"/g)) {
				t.same("the id of a listed runner", id, runnerId(numberOf(id)), listed.http);
				const response = await getRunner(t, numberOf(id));
				// Another rule may have deleted the runner since it was listed.
				if (response.status !== 404 || quoted((await list()).data).includes(quoted(id))) response.ok;
			}
		},
	),
	unstated("GQL-121", "runner(id:) returns a runner to callers who can read it by REST, and null to others.", writes, async (t) => {
		const own = [(await made(t)).number, (await t.given.projectRunner()).number("id")];
		const all = t.offers("self-managed") ? (await t.as("administrator").call("listAllRunners", { per_page: 40 })).ok.ids : [];
		const seen = new Set<boolean>();
		for (const id of new Set([...own, ...all]))
			for (const who of everyone) {
				const rest = await getRunner(t, Number(id), who);
				if (rest.status === 404) continue;
				t.same(`whether ${who} sees runner ${id}`, (await runner(t, who, runnerId(id))) !== null, rest.succeeded, rest);
				seen.add(rest.succeeded);
			}
		t.same("whether some see a runner and some do not", seen.size, 2);
	}),
	unstated("GQL-247", "A runner's status is ONLINE, OFFLINE, STALE or NEVER_CONTACTED by its age and last contact, paused or not.", writes, async (t) => {
		const { id } = await made(t, { paused: true });
		t.same("a new runner that is paused", await runner(t, "owner", id, "status paused"), { status: "NEVER_CONTACTED", paused: true });
		const time = await now(t);
		for (const [status, contacted, age] of [
			["ONLINE", 1, 720],
			["ONLINE", 1.9, 720],
			["OFFLINE", 3, 720],
			["OFFLINE", 24 * 6, 720],
			["STALE", 24 * 8, 720],
			["STALE", null, 720],
			["NEVER_CONTACTED", null, 1],
		] as const)
			for (const paused of [true, false]) {
				const one = await t.given.record("runners", {
					group: t.scene("group"),
					paused,
					created_at: ago(time, age),
					contacted_at: contacted === null ? null : ago(time, contacted),
				});
				t.same(`a runner created ${age} hours ago that made contact ${contacted} hours ago`, await runner(t, "owner", runnerId(one.id), "status paused"), {
					status,
					paused,
				});
			}
	}),
	unstated("GQL-248", "No query returns a runner's token. maintenanceNote is visible only to callers who can update the runner.", writes, async (t) => {
		const note = t.unique("note");
		const own = await t.given.runner({ maintenance_note: note });
		const [id, token] = [runnerId(own.number("id")), own.string("token")];
		let others = 0;
		for (const who of everyone) {
			const response = await ask(by(t, who), `query($id: CiRunnerID!) { runner(id: $id) { ${fields} shortSha ${rights} } }`, { id });
			t.holds(`the response to ${who} is without the token`, !response.http.text.includes(token), response.http);
			const found = response.at("runner");
			if (!isFields(found)) continue;
			const may = inner(found, "userPermissions", "updateRunner") === true;
			if (!may) others += 1;
			t.same(`the note for ${who}`, found.maintenanceNote, may ? note : null, response.http);
		}
		const shortSha = (await runner(t, "owner", id, "shortSha"))?.shortSha;
		for (const [search, expected] of [
			[String(shortSha), true],
			[token.slice(-8), false],
			[token.slice(-12, -2), false],
		] as const)
			for (const around of [`group(fullPath: ${quoted(t.scene("group"))})`, "currentUser"]) {
				const found = await ask(t.as("owner"), `{ ${around} { runners(search: ${quoted(search)}) { nodes { id } } } }`);
				t.same(
					`whether ${search} finds the runner`,
					found.list(`${around.split("(")[0]}.runners.nodes`).some((one) => one.id === id),
					expected,
					found.http,
				);
			}
		const types = await ask(t.as("owner"), "{ __schema { types { name fields { name } } } }");
		const names = types.list("__schema.types").flatMap((type) =>
			[type.fields]
				.flat()
				.filter(isFields)
				.map(({ name }) => `${type.name}.${name}`),
		);
		t.same("fields with tokens of runners", names.filter((name) => /runner/i.test(name) && /token/i.test(name.split(".")[1] ?? "")).sort(), [
			"CiRunner.tokenExpiresAt",
			"Mutation.runnersRegistrationTokenReset",
			"RunnersRegistrationTokenResetPayload.token",
		]);
		if (others === 0) t.skip("nobody here may read a runner that they may not update");
		await enrich(async () => {
			for (const [text, short] of Object.entries({
				"trt-0123456789abcdefghij": "01234567",
				"trtr-abcdefghijklmnopqrst": "abcdefgh",
				"own-choice-of-a-token": "own-choi",
				tiny: "ti",
			}))
				t.same(
					`shortSha of ${text}`,
					(await runner(t, "administrator", runnerId((await t.given.record("runners", { token: text })).id), "shortSha"))?.shortSha,
					short,
				);
			await t.given.record("runners", {
				description: "Shared",
				token: "trt-5ca1ab1e9876543210ab",
				tag_list: ["t"],
				maintenance_note: "n",
				contacted_at: await now(t),
				token_expires_at: "2099-01-01T00:00:00.000Z",
			});
			const search = async (text: string, selection = "id") =>
				(
					await ask(t.as("maintainer"), `query($p: ID!) { project(fullPath: $p) { runners(search: ${quoted(text)}) { nodes { ${selection} } } } }`, {
						p: t.scene("project"),
					})
				).list("project.runners.nodes");
			t.same("a search by a token that is not shown", await search("5ca1ab1e"), []);
			const hidden =
				"tagList locked maximumTimeout contactedAt maintenanceNote shortSha tokenExpiresAt projectCount jobCount projects { count } groups { count } ownerProject { id } managers { nodes { id } } jobs { nodes { id } }";
			const [{ description, status, paused, userPermissions, ...rest } = {}] = await search(
				"shared",
				`description status paused userPermissions { readRunner } ${hidden}`,
			);
			t.same(
				"the fields that REST returns in a list",
				{ description, status, paused, userPermissions },
				{ description: "Shared", status: "ONLINE", paused: false, userPermissions: { readRunner: false } },
			);
			t.same("the fields that REST returns only for a single runner", [...new Set(Object.values(rest))], [null]);
		});
	}),
	unstated(
		"GQL-238",
		"ownerProject and groups of a runner, and pipeline of a job, have interface types. Fields of the concrete type need a fragment.",
		{ id: "GQL-238/interfaces", ...writes },
		async (t) => {
			const app = pathOf(await freshProject(t, {}));
			const own = await t.given.record("runners", { projects: [app] });
			await t.given.record("jobs", { pipeline_id: (await t.given.record("pipelines", { project: app, ref: "develop" })).id, runner_id: own.id });
			const read = async (selection: string) => await ask(t.as("maintainer"), `{ runner(id: "${runnerId(own.id)}") { ${selection} } }`);
			const owner = await read("ownerProject { __typename fullPath ... on Project { path } ... on ProjectInterface { name } }");
			const shown = { __typename: "Project", fullPath: app, path: app.split("/").at(-1) };
			t.same(
				"the owner",
				isFields(owner.at("runner.ownerProject")) && { ...owner.record("runner.ownerProject"), name: undefined },
				{ ...shown, name: undefined },
				owner.http,
			);
			const jobs = await read("jobs { nodes { __typename pipeline { __typename iid project { fullPath } ... on Pipeline { ref } } } }");
			t.same(
				"a job",
				jobs.list("runner.jobs.nodes"),
				[{ __typename: "CiJob", pipeline: { __typename: "Pipeline", iid: "1", project: { fullPath: app }, ref: "develop" } }],
				jobs.http,
			);
			for (const [selection, field, type] of [
				["ownerProject { path }", "path", "ProjectInterface"],
				["groups { nodes { fullPath } }", "fullPath", "GroupInterface"],
				["jobs { nodes { pipeline { ref } } }", "ref", "PipelineInterface"],
			] as const)
				t.same(selection, (await read(selection)).message, `Field '${field}' doesn't exist on type '${type}'`);
			const group = await t.given.record("runners", { runner_type: "group_type", group: t.scene("group") });
			const groups = await ask(t.as("owner"), `{ runner(id: "${runnerId(group.id)}") { groups { count nodes { __typename ... on Group { fullPath } } } } }`);
			t.same("its groups", groups.record("runner.groups"), { count: 1, nodes: [{ __typename: "Group", fullPath: t.scene("group") }] }, groups.http);
		},
	),
	unstated(
		"GQL-252",
		"runners of a group or project lists the same runners as REST, for each type and every setting of shared runners.",
		{ id: "GQL-252/settings", ...writes },
		async (t) => {
			const settings = ["enabled", "disabled_and_overridable", "disabled_and_unoverridable"];
			await t.given.record("runners", { runner_type: "instance_type" });
			for (const shared_runners_setting of settings)
				for (const shared_runners_enabled of [true, false]) {
					const group = await t.given.record("groups", { full_path: `${t.scene("group")}/${t.unique("lab")}`, shared_runners_setting });
					const project = await t.given.record("projects", { full_path: `${pathOf(group)}/app`, shared_runners_enabled });
					await t.given.record("runners", { runner_type: "group_type", group: pathOf(group) });
					await t.given.record("runners", { projects: [pathOf(project)] });
					for (const [place, { id, full_path }, list] of [
						["group", group, "listGroupRunners"],
						["project", project, "listProjectRunners"],
					] as const)
						for (const type of [undefined, "instance_type", "group_type", "project_type"]) {
							const query = `{ ${place}(fullPath: ${quoted(full_path)}) { runners${type ? `(type: ${type.toUpperCase()})` : ""} { nodes { id } } } }`;
							const found = await ask(t.as("owner"), query);
							const rest = (await t.as("owner").call(list, { id, per_page: 100, ...(type && { type }) })).is(200);
							t.same(
								`the runners of ${query}`,
								found.list(`${place}.runners.nodes`).map((one) => numberOf(one.id)),
								rest.ids,
								found.http,
							);
						}
				}
		},
	),
];

const changes: readonly Rule[] = [
	unstated("GQL-243, GQL-250", "runnerCreate creates a runner of each type, which REST returns with the same values.", { id: "GQL-250" }, async (t) => {
		const group = gid("Group", await t.given.groupId(t.scene("group")));
		const project = await projectId(t, t.scene("project"));
		for (const [who, runnerType, home] of [
			["administrator", "INSTANCE_TYPE", {}],
			["owner", "GROUP_TYPE", { groupId: group }],
			["owner", "PROJECT_TYPE", { projectId: project }],
		] as const) {
			const made = (await create(t, who, { runnerType, ...home, tagList: ["linux", " docker ", "linux"] })).record("runnerCreate.runner");
			const rest = (await getRunner(t, numberOf(made.id), who)).ok;
			rest.has({ tag_list: ["linux", "docker"], runner_type: runnerType.toLowerCase(), paused: false, description: null });
			const [place] = [rest.field("groups"), rest.field("projects")].flat().filter(isFields);
			const expected = runnerType === "INSTANCE_TYPE" ? [undefined] : [numberOf(Object.values(home)[0])];
			t.same("kind, creator and place", [made.runnerType, made.createdBy, place?.id], [runnerType, { username: t.user(who).username }, ...expected], rest);
		}
		await inVain(t, async () => {
			for (const [runnerType, message] of Object.entries({ GROUP_TYPE: "`group_id` is missing", PROJECT_TYPE: "`project_id` is missing" }))
				for (const none of [{}, { groupId: null, projectId: null }]) (await create(t, "owner", { runnerType, ...none })).refuses(message);
			for (const [wrong, error] of [
				[{ runUntagged: false }, "Tags list can not be empty when runner is not allowed to pick untagged jobs"],
				[{ maximumTimeout: 599 }, "Maximum timeout needs to be at least 10 minutes"],
				[{ maintenanceNote: "x".repeat(1025) }, "Maintenance note is too long (maximum is 1024 characters)"],
			] as const) {
				const { runner: none, errors } = (await create(t, "owner", { runnerType: "GROUP_TYPE", groupId: group, ...wrong })).record("runnerCreate");
				t.same("runner and errors", [none, errors], [null, [error]]);
			}
		});
		await forbids(t, "runnerCreate", { runnerType: "INSTANCE_TYPE" }, ["owner", ...below("owner")]);
		await forbids(t, "runnerCreate", { runnerType: "GROUP_TYPE", groupId: group }, below("owner"));
		await forbids(t, "runnerCreate", { runnerType: "PROJECT_TYPE", projectId: project }, below("maintainer"));
		await forbids(t, "runnerCreate", { runnerType: "GROUP_TYPE", groupId: gid("Group", 999_999_999) }, ["administrator"]);
	}),
	unstated("GQL-245, GQL-249", "Assigning and unassigning a runner changes its projects in REST; callers without the right are refused.", writes, async (t) => {
		const [first, second] = [t.scene("project"), t.scene("private_project")];
		const response = await create(t, "owner", { runnerType: "PROJECT_TYPE", projectId: await projectId(t, first) });
		const id = response.text("runnerCreate.runner.id");
		const projects = async () =>
			[(await getRunner(t, numberOf(id))).ok.field("projects")]
				.flat()
				.filter(isFields)
				.map((one) => one.path_with_namespace);
		const input = { runnerId: id, projectPath: second };
		await forbids(t, "runnerAssignToProject", input, below("maintainer"), projects);
		await forbids(t, "runnerUpdate", { id, description: "No" }, below("maintainer"), projects);
		await forbids(t, "runnerDelete", { id }, below("maintainer"), projects);
		await succeed(t.as("administrator"), "runnerUpdate", { id, locked: true });
		await forbids(t, "runnerAssignToProject", input, ["maintainer", "owner"], projects);
		await succeed(t.as("administrator"), "runnerUpdate", { id, locked: false });
		for (const projectPath of [t.unique("none"), first])
			await forbids(t, "runnerUnassignFromProject", { runnerId: id, projectPath }, ["owner", "administrator"], projects);
		for (const who of ["maintainer", "owner", "administrator"] as const) {
			await succeed(t.as(who), "runnerAssignToProject", input);
			t.same("the projects", await projects(), [first, second]);
			t.same("their number and owner", await runner(t, "owner", id, "projectCount projects { count } ownerProject { fullPath }"), {
				...{ projectCount: 2, projects: { count: 2 }, ownerProject: { fullPath: first } },
			});
			const again = (await mutate(t.as(who), "runnerAssignToProject", input)).record("runnerAssignToProject").errors;
			t.holds("assigning it again is an error", Array.isArray(again) && again.length === 1);
			await forbids(t, "runnerUnassignFromProject", input, below("maintainer"), projects);
			await succeed(t.as(who), "runnerUnassignFromProject", input);
			t.same("the projects", await projects(), [first]);
		}
		const [a, b] = [await projectId(t, first), await projectId(t, second)];
		for (const [associatedProjects, expected] of [
			[[b], [first, second]],
			[
				[b, a, b],
				[first, second],
			],
			[[a], [first]],
			[[b], [first, second]],
			[[], [first]],
		] as const) {
			await succeed(t.as("owner"), "runnerUpdate", { id, associatedProjects });
			t.same(`the projects after ${associatedProjects.length} associated ones`, await projects(), expected);
		}
		const state = async () => [await projects(), (await getRunner(t, numberOf(id))).field("description")];
		await succeed(t.as("owner"), "runnerUpdate", { id, locked: true });
		await forbids(t, "runnerUpdate", { id, description: "No", associatedProjects: [b] }, ["owner"], state);
		await succeed(t.as("owner"), "runnerUpdate", { id, locked: false, associatedProjects: [b] });
		await forbids(t, "runnerDelete", { id }, ["maintainer", "owner"], projects);
		await succeed(t.as("owner"), "runnerUpdate", { id, locked: true });
		await forbids(t, "runnerUpdate", { id, description: "No", associatedProjects: [] }, ["owner"], state);
		await forbids(t, "runnerUnassignFromProject", input, ["owner", "maintainer"], state);
		await succeed(t.as("administrator"), "runnerUnassignFromProject", input);
		await succeed(t.as("owner"), "runnerDelete", { id });
		(await getRunner(t, numberOf(id))).is(404);
		for (const name of ["runnerUpdate", "runnerDelete"]) await forbids(t, name, { id }, ["administrator"]);
		await forbids(t, "runnerAssignToProject", input, ["administrator"]);
	}),
	unstated("GQL-249", "Changing runners by GraphQL requires the same rights as by REST and has the same effect.", { id: "GQL-249/rights" }, async (t) => {
		const paths = [pathOf(await freshProject(t)), pathOf(await freshProject(t))];
		const make = await kinds(t, ...paths);
		const outcomes = new Set<string>();
		for (const [kind, of] of Object.entries(make))
			for (const who of [...everyone, "runner-keeper"] as const) {
				const [twin, own] = [await of(), await of()];
				const where = { id: paths[1] };
				for (const [operation, params, name, input] of [
					["updateRunner", { id: twin, description: "New" }, "runnerUpdate", { id: runnerId(own), description: "New" }],
					["assignRunner", { ...where, runner_id: twin }, "runnerAssignToProject", { runnerId: runnerId(own), projectPath: paths[1] }],
					["unassignRunner", { ...where, runner_id: twin }, "runnerUnassignFromProject", { runnerId: runnerId(own), projectPath: paths[1] }],
					["deleteRunner", { id: twin }, "runnerDelete", { id: runnerId(own) }],
				] as const) {
					const rest = await by(t, who).call(
						operation === "assignRunner" ? "assignProjectRunner" : operation === "unassignRunner" ? "unassignProjectRunner" : operation,
						params,
					);
					const response = await mutate(by(t, who), name, input);
					const errors = response.errors.length > 0 ? response.message : inner(response.http.fields, "data", name, "errors");
					if (rest.succeeded) t.same(`${name} of ${kind} by ${who}`, errors, [], response.http);
					else if (rest.status === 400) t.same(`${name} of ${kind} by ${who}`, `400 Bad request - ${[errors].flat()[0]}`, rest.field("message"), response.http);
					else t.same(`${name} of ${kind} by ${who}`, errors, noPermission, response.http);
					outcomes.add(`${name} ${rest.status}`);
				}
				const shown = async (id: number) => {
					const response = await getRunner(t, id);
					return response.succeeded ? [response.field("description"), response.field("projects")] : response.status;
				};
				t.same(`a runner of ${kind} after ${who}`, await shown(own), await shown(twin));
			}
		t.holds("some may and some may not", outcomes.size > 8);
	}),
	unstated("GQL-245", "runnersRegistrationTokenReset requires the Global ID of the group or project.", { id: "GQL-245/ids" }, async (t) => {
		for (const [type, id, message] of [
			["GROUP_TYPE", undefined, "`id` is missing"],
			["PROJECT_TYPE", null, "`id` is missing"],
			["GROUP_TYPE", "lab", '"lab" is not a valid Global ID'],
			["GROUP_TYPE", gid("Project", 1), '"gid://service/Project/1" does not represent an instance of Group'],
			["PROJECT_TYPE", gid("Project", 999_999_999), noPermission],
		] as const)
			await inVain(t, async () => void (await mutate(t.as("administrator"), "runnersRegistrationTokenReset", { type, id })).refuses(message));
	}),
	unstated(
		"GQL-245",
		"runnersRegistrationTokenReset returns a new token that registers runners. The old token is refused.",
		{ ...writes, id: "GQL-245/registration", alone: groupSettings },
		async (t) => {
			// Other servers use the group and project whose tokens no other rule uses to register runners.
			let [group, project] = [t.scene("leaf_group"), t.scene("internal_project")];
			const isFresh = await enrich(async () => {
				group = pathOf(await t.given.record("groups", { full_path: `${t.scene("group")}/${t.unique("sub")}` }));
				project = pathOf(await freshProject(t));
			});
			const groupId = gid("Group", await t.given.groupId(group));
			const register = async (token: unknown) => {
				const made = await t.anonymous.call("registerRunner", { token });
				if (made.succeeded) t.undo("the registered runner", () => t.as("administrator").call("deleteRunner", { id: made.number("id") }));
				return made.status;
			};
			for (const [input, operation, params] of [
				...(isFresh ? ([[{ type: "INSTANCE_TYPE" }, "resetRunnerRegistrationToken", {}]] as const) : []),
				[{ type: "GROUP_TYPE", id: groupId }, "resetGroupRunnerRegistrationToken", { id: group }],
				[{ type: "PROJECT_TYPE", id: await projectId(t, project) }, "resetProjectRunnerRegistrationToken", { id: project }],
			] as const) {
				let before: unknown;
				for (const who of everyone) {
					const rest = await by(t, who).call(operation, params);
					if (rest.succeeded) before = rest.field("token");
					else await forbids(t, "runnersRegistrationTokenReset", input, [who]);
					if (!rest.succeeded) continue;
					const { token } = await succeed(by(t, who), "runnersRegistrationTokenReset", input, "token");
					t.same(`the old and the new token of ${who}`, [await register(before), await register(token)], [403, 201]);
					const all = await t.as("administrator").graphql("{ runners { nodes { id description shortSha } } }");
					t.holds("no list has the token", !all.text.includes(String(token)), all);
				}
			}
			if (!isFresh) return;
			await t.given.record("runner_rules", { registration_enabled: false });
			await forbids(t, "runnersRegistrationTokenReset", { type: "INSTANCE_TYPE" }, ["administrator"]);
		},
	),
];

export const runnerRules: readonly Rule[] = [...lists, ...reading, ...changes];
