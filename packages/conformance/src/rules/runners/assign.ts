import { check } from "../../rule/rule";
import { assign, projectsOf, shared } from "./assigned";
import { idsOf, listOf, walk } from "./lists";
import { forbidden, foreignProject, noAccess, notFound, projectNotFound, unauthorized, unknownId } from "./refusals";

const below = ["developer", "reporter", "guest"] as const;
const locked = { message: "403 Forbidden - Runner is locked" };
const runnerNotFound = { message: "404 Runner Not Found" };

export const assigning = [
	check("RUNNER-346", async (t) => {
		const id = t.scene("internal_project");
		const send = async (json: object) =>
			await t.as("owner").send("POST", `/api/v4/projects/${encodeURIComponent(id)}/runners`, { json });
		(await send({})).refuses(400, { error: "runner_id is missing" });
		for (const runner_id of ["abc", 1.5]) (await send({ runner_id })).refuses(400, { error: "runner_id is invalid" });
	}),
	check("RUNNER-347", async (t) => {
		const id = t.scene("internal_project");
		const runner_id = (await t.make.projectRunner()).number("id");
		const answer = (await assign(t, t.as("owner"), id, runner_id)).is(201).has({ id: runner_id });
		answer.has({ runner_type: "project_type" }).lacks("projects", "token");
		const list = await walk({ ...listOf(t, "listProjectRunners"), params: { id } });
		t.same(
			"the runner in the project's list",
			list.find((one) => one.id === runner_id),
			answer.fields,
		);
		t.holds(
			"its detail should name the project",
			(await projectsOf(t, runner_id)).includes(await t.make.projectId(id)),
		);
	}),
	check("RUNNER-349", async (t) => {
		const id = t.scene("internal_project");
		const runner_id = (await t.make.projectRunner()).number("id");
		for (const who of below) (await assign(t, t.as(who), id, runner_id)).refuses(403, forbidden);
		const foreign = await foreignProject(t);
		const administrator = t.as("administrator");
		const made = await administrator.call("createUserRunner", { runner_type: "project_type", project_id: foreign.id });
		const other = made.is(201).number("id");
		t.undo(`runner ${other}`, () => administrator.call("deleteRunner", { id: other }));
		(await assign(t, t.as("maintainer"), id, other)).is(403);
		t.same(
			"the projects of the runners",
			[(await projectsOf(t, runner_id)).length, await projectsOf(t, other)],
			[1, [foreign.id]],
		);
		(await assign(t, t.as("maintainer"), id, runner_id)).is(201);
	}),
	check(
		"RUNNER-350",
		async (t) => {
			const runner_id = (await t.make.projectRunner()).number("id");
			const id = t.scene("internal_project");
			(await assign(t, t.as("guest"), id, runner_id)).is(403);
			(await assign(t, t.as("runner-keeper"), id, runner_id)).is(201);
		},
		{ tier: "ultimate" },
	),
	check("RUNNER-351", async (t) => {
		const runner_id = (await t.make.runner()).number("id");
		for (const who of ["maintainer", "owner", "administrator"] as const)
			(await assign(t, t.as(who), t.scene("internal_project"), runner_id)).refuses(403, {
				message: "403 Forbidden - Runner is a group runner",
			});
	}),
	check("RUNNER-352", async (t) => {
		const runner_id = (await t.make.projectRunner({ locked: true })).number("id");
		const id = t.scene("internal_project");
		for (const who of ["maintainer", "owner"] as const)
			(await assign(t, t.as(who), id, runner_id)).refuses(403, locked);
		(await assign(t, t.as("administrator"), id, runner_id)).is(201);
	}),
	check("RUNNER-353", async (t) => {
		const foreign = await foreignProject(t);
		const administrator = t.as("administrator");
		const made = await administrator.call("createUserRunner", { runner_type: "project_type", project_id: foreign.id });
		const id = made.is(201).number("id");
		t.undo(`runner ${id}`, () => administrator.call("deleteRunner", { id }));
		(await assign(t, t.as("maintainer"), t.scene("internal_project"), id)).refuses(403, noAccess);
	}),
	check("RUNNER-354", async (t) => {
		const runner_id = (await t.make.instanceRunner()).number("id");
		for (const [who, status] of [
			["maintainer", 403],
			["owner", 403],
			["administrator", 400],
		] as const)
			(await assign(t, t.as(who), t.scene("internal_project"), runner_id)).is(status);
	}),
	check("RUNNER-356", async (t) => {
		const path = t.scene("internal_project");
		const number = await t.make.projectId(path);
		for (const id of [path, number]) {
			const runner_id = (await t.make.projectRunner()).number("id");
			(await assign(t, t.as("owner"), id, runner_id)).is(201);
			t.holds("the runner should be the project's", (await projectsOf(t, runner_id)).includes(number));
		}
	}),
	check("RUNNER-357", async (t) => {
		const { id, second } = await shared(t);
		const before = await projectsOf(t, id);
		(await t.as("owner").call("assignProjectRunner", { id: second, runner_id: id })).is(400);
		t.same("its projects", await projectsOf(t, id), before);
	}),
	check("RUNNER-358", async (t) => {
		const id = t.scene("internal_project");
		(await t.as("owner").call("assignProjectRunner", { id, runner_id: unknownId })).refuses(404, notFound);
		const runner_id = (await t.make.projectRunner()).number("id");
		const unseen = { id: t.scene("private_project"), runner_id };
		(await t.as("outsider").call("assignProjectRunner", unseen)).refuses(404, projectNotFound);
		(await t.anonymous.call("assignProjectRunner", { id, runner_id })).refuses(401, unauthorized);
	}),
	check("RUNNER-359", async (t) => {
		const { id } = await shared(t);
		const own = t.scene("project");
		t.same("the first of its projects", (await projectsOf(t, id))[0], await t.make.projectId(own));
		(await t.as("owner").call("unassignProjectRunner", { id: own, runner_id: id })).is(400, 403, 422);
	}),
];

export const unassigning = [
	check("RUNNER-360", async (t) => {
		const { id, second } = await shared(t);
		(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id })).ok;
		const has = async (project: string) =>
			idsOf(await walk({ ...listOf(t, "listProjectRunners"), params: { id: project } })).includes(id);
		t.same(
			"whether owner and second project list it",
			[await has(t.scene("project")), await has(second)],
			[true, false],
		);
	}),
	check("RUNNER-361", async (t) => {
		const { id } = await shared(t);
		const before = await projectsOf(t, id);
		const answer = await t.as("owner").call("unassignProjectRunner", { id: t.scene("project"), runner_id: id });
		t.holds("the answer should be an error of the caller's", answer.status >= 400 && answer.status < 500, answer);
		t.same("its projects", await projectsOf(t, id), before);
	}),
	...(
		[
			["RUNNER-362", "owner"],
			["RUNNER-363", "administrator"],
		] as const
	).map(([claim, who]) =>
		check(claim, async (t) => {
			const runner_id = (await t.make.projectRunner()).number("id");
			const answer = (await t.as(who).call("unassignProjectRunner", { id: t.scene("project"), runner_id })).is(403);
			t.holds("message should begin with 403 Forbidden", answer.string("message").startsWith("403 Forbidden"), answer);
		}),
	),
	check("RUNNER-364", async (t) => {
		const { id, second } = await shared(t, { locked: true });
		(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id })).is(400, 403, 404);
		t.same("how many projects it has", (await projectsOf(t, id)).length, 2);
	}),
	check("RUNNER-365", async (t) => {
		const { id, second } = await shared(t, { locked: true });
		(await t.as("administrator").call("unassignProjectRunner", { id: second, runner_id: id })).ok;
		t.same("how many projects it has", (await projectsOf(t, id)).length, 1);
	}),
	check("RUNNER-366", async (t) => {
		const { id, second } = await shared(t, { locked: true });
		(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id })).refuses(403, locked);
	}),
	check("RUNNER-367", async (t) => {
		const owner = t.as("owner");
		const { id, second } = await shared(t);
		const other = (await t.make.projectRunner()).number("id");
		for (const runner_id of [other, unknownId])
			(await owner.call("unassignProjectRunner", { id: second, runner_id })).refuses(404, runnerNotFound);
		(await owner.call("unassignProjectRunner", { id: second, runner_id: id })).is(204);
		(await owner.call("unassignProjectRunner", { id: second, runner_id: id })).refuses(404, runnerNotFound);
	}),
	check("RUNNER-368", async (t) => {
		const { id, second } = await shared(t);
		const params = { id: second, runner_id: id };
		for (const who of below) (await t.as(who).call("unassignProjectRunner", params)).is(403);
		(await t.anonymous.call("unassignProjectRunner", params)).is(401);
		const unseen = { id: t.scene("private_project"), runner_id: id };
		(await t.as("outsider").call("unassignProjectRunner", unseen)).is(404);
		t.same("how many projects it has", (await projectsOf(t, id)).length, 2);
		(await t.as("maintainer").call("unassignProjectRunner", params)).is(204);
	}),
	check("RUNNER-369", async (t) => {
		const { id, second } = await shared(t);
		const number = await t.make.projectId(second);
		for (const place of [number, second]) {
			await assign(t, t.as("owner"), second, id);
			(await t.as("owner").call("unassignProjectRunner", { id: place, runner_id: id })).is(204);
			t.holds("it should be taken away", !(await projectsOf(t, id)).includes(number));
		}
	}),
	check("RUNNER-370", async (t) => {
		const { id, second } = await shared(t);
		const headers = { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" };
		(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id }, { headers })).is(412);
		t.same("how many projects it has", (await projectsOf(t, id)).length, 2);
	}),
	check("RUNNER-371", async (t) => {
		const { id, second } = await shared(t);
		(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id })).ok;
		(await t.as("owner").call("getRunner", { id })).is(200).has({ id });
	}),
];
