import { type Fields, isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, gid, mutate, noPermission, numberOf, succeed } from "../../rule/graphql";
import { assumed, rule } from "../../rule/rule";
import { whole } from "./users";

const reads = { effect: "reads" } as const;

/** What REST tells of a runner, as GraphQL writes it. */
const asGraphql = (rest: Fields): Fields => ({
	id: gid("Ci::Runner", Number(rest.id)),
	description: rest.description,
	runnerType: String(rest.runner_type).toUpperCase(),
	paused: rest.paused,
	active: rest.paused !== true,
	locked: rest.locked,
	runUntagged: rest.run_untagged,
	accessLevel: String(rest.access_level).toUpperCase(),
	tagList: rest.tag_list,
	maximumTimeout: rest.maximum_timeout,
	maintenanceNote: rest.maintenance_note,
	contactedAt: whole(rest.contacted_at),
	createdAt: whole(rest.created_at),
});
const fields = `id description runnerType paused active locked runUntagged accessLevel tagList maximumTimeout maintenanceNote
	contactedAt createdAt`;

/** Makes a runner of the scene's group, which is removed after the check if it is still there. */
async function made(t: Context, given: Fields = {}): Promise<{ readonly id: string; readonly number: number }> {
	const groupId = gid("Group", await t.given.groupId(t.scene("group")));
	return await create(t, { runnerType: "GROUP_TYPE", groupId, ...given });
}

async function create(t: Context, given: Fields): Promise<{ readonly id: string; readonly number: number }> {
	const owner = t.as("owner");
	const { runner } = await succeed(owner, "runnerCreate", { description: t.unique("runner"), ...given }, "runner { id }");
	const id = isFields(runner) ? String(runner.id) : "";
	t.undo(`runner ${id}`, async () => (await mutate(owner, "runnerDelete", { id })).answer);
	return { id, number: numberOf(id) };
}

/** The number of a project that the owner can read. */
async function projectId(t: Context, path: string): Promise<string> {
	const response = await ask(t.as("owner"), "query($path: ID!) { project(fullPath: $path) { id } }", { path });
	return response.text("project.id");
}

/** The lists of a place's runners in REST and in GraphQL, which must be the same. */
async function sameList(t: Context, noun: "group" | "project", path: string): Promise<number> {
	const rest = await t.as("owner").call(noun === "group" ? "listGroupRunners" : "listProjectRunners", {
		id: path,
		per_page: 100,
	});
	const query = `query($path: ID!) { ${noun}(fullPath: $path) { runners { nodes { id description paused } } } }`;
	const response = await ask(t.as("owner"), query, { path });
	const expected = rest.is(200).items.map(({ id, description, paused }) => ({
		id: gid("Ci::Runner", Number(id)),
		description,
		paused,
	}));
	t.same(`the runners of ${path}`, response.list(`${noun}.runners.nodes`), expected, response.answer);
	return expected.length;
}

const find = "query($id: CiRunnerID!) { runner(id: $id) { id } }";

export const runnerChecks = [
	rule("GQL-119", "`runner(id:)` returns the runner with that Global ID.", "executeGraphql", async (t) => {
		const { id } = await made(t);
		const other = await made(t);
		for (const one of [id, other.id]) {
			const response = await ask(t.as("owner"), find, { id: one });
			t.same("the runner", response.at("runner"), { id: one }, response.answer);
		}
	}),
	assumed("GQL-121", "runner(id:) gives null to a caller who may not read that runner by REST.", "executeGraphql", async (t) => {
		const { id, number } = await made(t);
		for (const who of ["owner", "maintainer", "developer", "guest", "outsider"] as const) {
			const { status } = await t.as(who).call("getRunner", { id: number });
			const response = await ask(t.as(who), find, { id });
			t.same(`what ${who} is told, whom REST answers ${status}`, response.at("runner"), status === 200 ? { id } : null, response.answer);
		}
		t.same("what nobody is told", (await ask(t.anonymous, find, { id })).at("runner"), null);
	}),
	assumed("GQL-170", "Query.runners lists all runners for an administrator and null or none for others.", "executeGraphql", async (t) => {
		const { id, number } = await made(t);
		const description = (await t.as("owner").call("getRunner", { id: number })).is(200).string("description");
		const query = "query($search: String) { runners(search: $search) { nodes { id } } }";
		const all = await ask(t.as("administrator"), query, { search: description });
		t.same("what an administrator finds", all.at("runners.nodes"), [{ id }], all.answer);
		for (const who of ["owner", "developer", "outsider"] as const) {
			const response = await ask(t.as(who), query, { search: description });
			t.holds(`${who} should find none`, !response.answer.text.includes(id), response.answer);
		}
	}),
	assumed(
		"GQL-246",
		"runner(id) agrees with REST GET /runners/:id (enum values in upper case), and paused is the inverse of active.",
		"executeGraphql",
		async (t) => {
			await made(t, { paused: true, tagList: ["a", "b"], maximumTimeout: 3600, maintenanceNote: "Mind the step" });
			const list = await t.as("owner").call("listGroupRunners", { id: t.scene("group"), per_page: 10 });
			for (const { id } of list.is(200).items) {
				const rest = (await t.as("administrator").call("getRunner", { id })).is(200);
				const query = `query($id: CiRunnerID!) { runner(id: $id) { ${fields} } }`;
				const response = await ask(t.as("administrator"), query, { id: gid("Ci::Runner", Number(id)) });
				t.same(`runner ${id}`, response.at("runner"), asGraphql(rest.fields), response.answer);
			}
		},
	),
	assumed("GQL-247", "runner.status is ONLINE, OFFLINE, STALE or NEVER_CONTACTED, never PAUSED.", "executeGraphql", async (t) => {
		const { id, number } = await made(t, { paused: true });
		(await t.as("owner").call("getRunner", { id: number })).is(200).has({ paused: true });
		const response = await ask(t.as("owner"), "query($id: CiRunnerID!) { runner(id: $id) { status paused } }", { id });
		const status = response.text("runner.status");
		t.holds(`the status should be one of four, and is ${status}`, ["ONLINE", "OFFLINE", "STALE", "NEVER_CONTACTED"].includes(status), response.answer);
	}),
	assumed(
		"GQL-248",
		"No runner token is readable through GraphQL queries; maintenanceNote is null to callers who may not update the runner.",
		"executeGraphql",
		async (t) => {
			const note = t.unique("note");
			const made = await t.given.runner({ maintenance_note: note });
			const [id, token] = [gid("Ci::Runner", made.number("id")), made.string("token")];
			const query = `query($id: CiRunnerID!) { runner(id: $id) { ${fields} shortSha userPermissions { updateRunner } } }`;
			let others = 0;
			for (const who of ["owner", "maintainer", "auditor"] as const) {
				const response = await ask(t.as(who), query, { id });
				const runner = response.at("runner");
				if (!isFields(runner)) continue;
				t.holds("the answer should not hold the token", !response.answer.text.includes(token), response.answer);
				const may = isFields(runner.userPermissions) && runner.userPermissions.updateRunner === true;
				if (!may) others += 1;
				t.same(`the note to ${who}`, runner.maintenanceNote, may ? note : null, response.answer);
			}
			const types = await ask(t.as("owner"), '{ __type(name: "CiRunner") { fields { name } } }');
			const tokens = types.list("__type.fields").filter(({ name }) => /token$/i.test(String(name)));
			t.same("fields of a runner that tell a token", tokens, [], types.answer);
			if (others === 0) t.skip("nobody here may read a runner that they may not update");
		},
	),
	assumed(
		"GQL-249",
		"runnerUpdate, runnerDelete and the assign mutations change what REST shows and need the same rights as REST.",
		"executeGraphql",
		async (t) => {
			const projectOne = await projectId(t, t.scene("project"));
			const { id, number } = await create(t, { runnerType: "PROJECT_TYPE", projectId: projectOne });
			const owner = t.as("owner");
			const description = t.unique("changed");
			await succeed(owner, "runnerUpdate", { id, description, paused: true, tagList: ["x"] });
			const read = async () => await owner.call("getRunner", { id: number });
			(await read()).is(200).has({ description, paused: true, tag_list: ["x"] });
			const projectPath = t.scene("private_project");
			const isThere = async () => {
				const list = await owner.call("listProjectRunners", { id: projectPath, per_page: 100 });
				return list.is(200).ids.includes(number);
			};
			for (const [name, input] of [
				["runnerUpdate", { id, description: "no" }],
				["runnerAssignToProject", { runnerId: id, projectPath }],
				["runnerDelete", { id }],
			] as const)
				(await mutate(t.as("developer"), name, input)).refuses(noPermission);
			(await read()).is(200).has({ description });
			await succeed(owner, "runnerAssignToProject", { runnerId: id, projectPath });
			t.holds("REST should list the assigned runner", await isThere());
			await succeed(owner, "runnerUnassignFromProject", { runnerId: id, projectPath });
			t.holds("REST should not list the runner any more", !(await isThere()));
			await succeed(owner, "runnerDelete", { id });
			(await read()).is(404);
		},
	),
	assumed(
		"GQL-250",
		'runnerCreate of GROUP_TYPE without groupId → error "`group_id` is missing"; of PROJECT_TYPE without projectId → "`project_id` is missing".',
		"executeGraphql",
		async (t) => {
			const refused = async (runnerType: string) => await mutate(t.as("owner"), "runnerCreate", { runnerType }, "runner { id }");
			for (const [runnerType, message] of [
				["GROUP_TYPE", "`group_id` is missing"],
				["PROJECT_TYPE", "`project_id` is missing"],
			] as const)
				(await refused(runnerType)).refuses(message);
		},
	),
	assumed("GQL-251", "runnerUpdate with a maintenance note of 1025 characters → runner null with errors; 1024 passes.", "executeGraphql", async (t) => {
		const { id, number } = await made(t);
		const owner = t.as("owner");
		const noteOf = async () => (await owner.call("getRunner", { id: number })).is(200).field("maintenance_note");
		const before = await noteOf();
		const response = await mutate(owner, "runnerUpdate", { id, maintenanceNote: "x".repeat(1025) }, "runner { id }");
		const { runner, errors } = response.record("runnerUpdate");
		t.holds("1025 characters should give errors", Array.isArray(errors) && errors.length > 0, response.answer);
		t.same("the runner of the payload", runner, null, response.answer);
		t.same("the note after the refusal", await noteOf(), before);
		await succeed(owner, "runnerUpdate", { id, maintenanceNote: "x".repeat(1024) });
		t.same("the note of 1024 characters", await noteOf(), "x".repeat(1024));
	}),
	assumed(
		"GQL-252",
		"group.runners and project.runners list the same runners as REST /groups/:id/runners and /projects/:id/runners for the same caller.",
		"executeGraphql",
		async (t) => {
			const found = (await sameList(t, "group", t.scene("group"))) + (await sameList(t, "project", t.scene("project")));
			if (found === 0) t.skip("the scene's group and project have no runners: give them one");
		},
		reads,
	),
];
