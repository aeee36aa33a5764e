import { type Fields, isFields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { ask, gid, mutate, noPermission, numberOf, succeed } from "../../rule/graphql";
import { check } from "../../rule/rule";
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
async function made(t: Trial, given: Fields = {}): Promise<{ readonly id: string; readonly number: number }> {
	const groupId = gid("Group", await t.make.groupId(t.scene("group")));
	return await create(t, { runnerType: "GROUP_TYPE", groupId, ...given });
}

async function create(t: Trial, given: Fields): Promise<{ readonly id: string; readonly number: number }> {
	const owner = t.as("owner");
	const { runner } = await succeed(
		owner,
		"runnerCreate",
		{ description: t.unique("runner"), ...given },
		"runner { id }",
	);
	const id = isFields(runner) ? String(runner.id) : "";
	t.undo(`runner ${id}`, async () => (await mutate(owner, "runnerDelete", { id })).answer);
	return { id, number: numberOf(id) };
}

/** The number of a project that the owner can read. */
async function projectId(t: Trial, path: string): Promise<string> {
	const told = await ask(t.as("owner"), "query($path: ID!) { project(fullPath: $path) { id } }", { path });
	return told.text("project.id");
}

/** The lists of a place's runners in REST and in GraphQL, which must be the same. */
async function sameList(t: Trial, noun: "group" | "project", path: string): Promise<number> {
	const rest = await t.as("owner").call(noun === "group" ? "listGroupRunners" : "listProjectRunners", {
		id: path,
		per_page: 100,
	});
	const query = `query($path: ID!) { ${noun}(fullPath: $path) { runners { nodes { id description paused } } } }`;
	const told = await ask(t.as("owner"), query, { path });
	const expected = rest.is(200).items.map(({ id, description, paused }) => ({
		id: gid("Ci::Runner", Number(id)),
		description,
		paused,
	}));
	t.same(`the runners of ${path}`, told.list(`${noun}.runners.nodes`), expected, told.answer);
	return expected.length;
}

const find = "query($id: CiRunnerID!) { runner(id: $id) { id } }";

export const runnerChecks = [
	check("GQL-119", async (t) => {
		const { id } = await made(t);
		const other = await made(t);
		for (const one of [id, other.id]) {
			const told = await ask(t.as("owner"), find, { id: one });
			t.same("the runner", told.at("runner"), { id: one }, told.answer);
		}
	}),
	check("GQL-121", async (t) => {
		const { id, number } = await made(t);
		for (const who of ["owner", "maintainer", "developer", "guest", "outsider"] as const) {
			const { status } = await t.as(who).call("getRunner", { id: number });
			const told = await ask(t.as(who), find, { id });
			t.same(
				`what ${who} is told, whom REST answers ${status}`,
				told.at("runner"),
				status === 200 ? { id } : null,
				told.answer,
			);
		}
		t.same("what nobody is told", (await ask(t.anonymous, find, { id })).at("runner"), null);
	}),
	check("GQL-170", async (t) => {
		const { id, number } = await made(t);
		const description = (await t.as("owner").call("getRunner", { id: number })).is(200).string("description");
		const query = "query($search: String) { runners(search: $search) { nodes { id } } }";
		const all = await ask(t.as("administrator"), query, { search: description });
		t.same("what an administrator finds", all.at("runners.nodes"), [{ id }], all.answer);
		for (const who of ["owner", "developer", "outsider"] as const) {
			const told = await ask(t.as(who), query, { search: description });
			t.holds(`${who} should find none`, !told.answer.text.includes(id), told.answer);
		}
	}),
	check("GQL-246", async (t) => {
		await made(t, { paused: true, tagList: ["a", "b"], maximumTimeout: 3600, maintenanceNote: "Mind the step" });
		const list = await t.as("owner").call("listGroupRunners", { id: t.scene("group"), per_page: 10 });
		for (const { id } of list.is(200).items) {
			const rest = (await t.as("administrator").call("getRunner", { id })).is(200);
			const query = `query($id: CiRunnerID!) { runner(id: $id) { ${fields} } }`;
			const told = await ask(t.as("administrator"), query, { id: gid("Ci::Runner", Number(id)) });
			t.same(`runner ${id}`, told.at("runner"), asGraphql(rest.fields), told.answer);
		}
	}),
	check("GQL-247", async (t) => {
		const { id, number } = await made(t, { paused: true });
		(await t.as("owner").call("getRunner", { id: number })).is(200).has({ paused: true });
		const told = await ask(t.as("owner"), "query($id: CiRunnerID!) { runner(id: $id) { status paused } }", { id });
		const status = told.text("runner.status");
		t.holds(
			`the status should be one of four, and is ${status}`,
			["ONLINE", "OFFLINE", "STALE", "NEVER_CONTACTED"].includes(status),
			told.answer,
		);
	}),
	check("GQL-248", async (t) => {
		const note = t.unique("note");
		const made = await t.make.runner({ maintenance_note: note });
		const [id, token] = [gid("Ci::Runner", made.number("id")), made.string("token")];
		const query = `query($id: CiRunnerID!) { runner(id: $id) { ${fields} shortSha userPermissions { updateRunner } } }`;
		let others = 0;
		for (const who of ["owner", "maintainer", "auditor"] as const) {
			const told = await ask(t.as(who), query, { id });
			const runner = told.at("runner");
			if (!isFields(runner)) continue;
			t.holds("the answer should not hold the token", !told.answer.text.includes(token), told.answer);
			const may = isFields(runner.userPermissions) && runner.userPermissions.updateRunner === true;
			if (!may) others += 1;
			t.same(`the note to ${who}`, runner.maintenanceNote, may ? note : null, told.answer);
		}
		const types = await ask(t.as("owner"), '{ __type(name: "CiRunner") { fields { name } } }');
		const tokens = types.list("__type.fields").filter(({ name }) => /token$/i.test(String(name)));
		t.same("fields of a runner that tell a token", tokens, [], types.answer);
		if (others === 0) t.skip("nobody here may read a runner that they may not update");
	}),
	check("GQL-249", async (t) => {
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
	}),
	check("GQL-250", async (t) => {
		const refused = async (runnerType: string) =>
			await mutate(t.as("owner"), "runnerCreate", { runnerType }, "runner { id }");
		for (const [runnerType, message] of [
			["GROUP_TYPE", "`group_id` is missing"],
			["PROJECT_TYPE", "`project_id` is missing"],
		] as const)
			(await refused(runnerType)).refuses(message);
	}),
	check("GQL-251", async (t) => {
		const { id, number } = await made(t);
		const owner = t.as("owner");
		const noteOf = async () => (await owner.call("getRunner", { id: number })).is(200).field("maintenance_note");
		const before = await noteOf();
		const told = await mutate(owner, "runnerUpdate", { id, maintenanceNote: "x".repeat(1025) }, "runner { id }");
		const { runner, errors } = told.record("runnerUpdate");
		t.holds("1025 characters should give errors", Array.isArray(errors) && errors.length > 0, told.answer);
		t.same("the runner of the payload", runner, null, told.answer);
		t.same("the note after the refusal", await noteOf(), before);
		await succeed(owner, "runnerUpdate", { id, maintenanceNote: "x".repeat(1024) });
		t.same("the note of 1024 characters", await noteOf(), "x".repeat(1024));
	}),
	check(
		"GQL-252",
		async (t) => {
			const found = (await sameList(t, "group", t.scene("group"))) + (await sameList(t, "project", t.scene("project")));
			if (found === 0) t.skip("the scene's group and project have no runners: give them one");
		},
		reads,
	),
];
