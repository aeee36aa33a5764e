import { byClaim } from "../../rule/by-claim";
import { assumed, rule } from "../../rule/rule";
import { assign, projectsOf, shared } from "./assigned";
import { idsOf, listOf, walk } from "./lists";
import { forbidden, foreignProject, noAccess, notFound, projectNotFound, unauthorized, unknownId } from "./refusals";

const below = ["developer", "reporter", "guest"] as const;
const locked = { message: "403 Forbidden - Runner is locked" };
const runnerNotFound = { message: "404 Runner Not Found" };

export const assigning = [
	assumed(
		"RUNNER-346",
		'Missing runner_id answers 400 {"error":"runner_id is missing"}; a non-integer 400 {"error":"runner_id is invalid"}.',
		"assignProjectRunner",
		async (t) => {
			const id = t.scene("internal_project");
			const send = async (json: object) => await t.as("owner").send("POST", `/api/v4/projects/${encodeURIComponent(id)}/runners`, { json });
			(await send({})).refuses(400, { error: "runner_id is missing" });
			for (const runner_id of ["abc", 1.5]) (await send({ runner_id })).refuses(400, { error: "runner_id is invalid" });
		},
	),
	rule(
		"RUNNER-347",
		"Success answers the runner summary of the assigned runner; it then appears in GET /projects/:id/runners and in projects[] of its detail.",
		"assignProjectRunner",
		async (t) => {
			const id = t.scene("internal_project");
			const runner_id = (await t.given.projectRunner()).number("id");
			const answer = (await assign(t, t.as("owner"), id, runner_id)).is(201).has({ id: runner_id });
			answer.has({ runner_type: "project_type" }).lacks("projects", "token");
			const list = await walk({ ...listOf(t, "listProjectRunners"), params: { id } });
			t.same(
				"the runner in the project's list",
				list.find((one) => one.id === runner_id),
				answer.fields,
			);
			t.holds("its detail should name the project", (await projectsOf(t, runner_id)).includes(await t.given.projectId(id)));
		},
	),
	assumed(
		"RUNNER-349",
		"Needs at least Maintainer on the target project and on the project owning the runner; otherwise 403.",
		"assignProjectRunner",
		async (t) => {
			const id = t.scene("internal_project");
			const runner_id = (await t.given.projectRunner()).number("id");
			for (const who of below) (await assign(t, t.as(who), id, runner_id)).refuses(403, forbidden);
			const foreign = await foreignProject(t);
			const administrator = t.as("administrator");
			const made = await administrator.call("createUserRunner", {
				runner_type: "project_type",
				project_id: foreign.id,
			});
			const other = made.is(201).number("id");
			t.undo(`runner ${other}`, () => administrator.call("deleteRunner", { id: other }));
			(await assign(t, t.as("maintainer"), id, other)).is(403);
			t.same("the projects of the runners", [(await projectsOf(t, runner_id)).length, await projectsOf(t, other)], [1, [foreign.id]]);
			(await assign(t, t.as("maintainer"), id, runner_id)).is(201);
		},
	),
	assumed(
		"RUNNER-350",
		"A caller whose custom role holds admin_runners in both projects may assign.",
		"assignProjectRunner",
		async (t) => {
			const runner_id = (await t.given.projectRunner()).number("id");
			const id = t.scene("internal_project");
			(await assign(t, t.as("guest"), id, runner_id)).is(403);
			(await assign(t, t.as("runner-keeper"), id, runner_id)).is(201);
		},
		{ tier: "ultimate" },
	),
	assumed(
		"RUNNER-351",
		'A group runner answers 403 {"message":"403 Forbidden - Runner is a group runner"}, also for an administrator.',
		"assignProjectRunner",
		async (t) => {
			const runner_id = (await t.given.runner()).number("id");
			for (const who of ["maintainer", "owner", "administrator"] as const)
				(await assign(t, t.as(who), t.scene("internal_project"), runner_id)).refuses(403, {
					message: "403 Forbidden - Runner is a group runner",
				});
		},
	),
	assumed(
		"RUNNER-352",
		'A locked runner answers 403 {"message":"403 Forbidden - Runner is locked"} for a non-administrator; an administrator may assign it (201).',
		"assignProjectRunner",
		async (t) => {
			const runner_id = (await t.given.projectRunner({ locked: true })).number("id");
			const id = t.scene("internal_project");
			for (const who of ["maintainer", "owner"] as const) (await assign(t, t.as(who), id, runner_id)).refuses(403, locked);
			(await assign(t, t.as("administrator"), id, runner_id)).is(201);
		},
	),
	assumed("RUNNER-353", 'No rights on the runner answers 403 {"message":"403 Forbidden - No access granted"}.', "assignProjectRunner", async (t) => {
		const foreign = await foreignProject(t);
		const administrator = t.as("administrator");
		const made = await administrator.call("createUserRunner", {
			runner_type: "project_type",
			project_id: foreign.id,
		});
		const id = made.is(201).number("id");
		t.undo(`runner ${id}`, () => administrator.call("deleteRunner", { id }));
		(await assign(t, t.as("maintainer"), t.scene("internal_project"), id)).refuses(403, noAccess);
	}),
	assumed("RUNNER-354", "An instance runner is refused: 403 for a non-administrator, 400 for an administrator.", "assignProjectRunner", async (t) => {
		const runner_id = (await t.given.instanceRunner()).number("id");
		for (const [who, status] of [
			["maintainer", 403],
			["owner", 403],
			["administrator", 400],
		] as const)
			(await assign(t, t.as(who), t.scene("internal_project"), runner_id)).is(status);
	}),
	assumed("RUNNER-356", "Project :id may be the numeric ID or the URL-encoded full path.", "assignProjectRunner", async (t) => {
		const path = t.scene("internal_project");
		const number = await t.given.projectId(path);
		for (const id of [path, number]) {
			const runner_id = (await t.given.projectRunner()).number("id");
			(await assign(t, t.as("owner"), id, runner_id)).is(201);
			t.holds("the runner should be the project's", (await projectsOf(t, runner_id)).includes(number));
		}
	}),
	assumed("RUNNER-357", "A runner already assigned to the project answers 400 and the assignment count stays.", "assignProjectRunner", async (t) => {
		const { id, second } = await shared(t);
		const before = await projectsOf(t, id);
		(await t.as("owner").call("assignProjectRunner", { id: second, runner_id: id })).is(400);
		t.same("its projects", await projectsOf(t, id), before);
	}),
	assumed(
		"RUNNER-358",
		'Unknown runner_id answers 404 {"message":"404 Not found"}; unseen project 404 {"message":"404 Project Not Found"}; anonymous 401.',
		"assignProjectRunner",
		async (t) => {
			const id = t.scene("internal_project");
			(await t.as("owner").call("assignProjectRunner", { id, runner_id: unknownId })).refuses(404, notFound);
			const runner_id = (await t.given.projectRunner()).number("id");
			const unseen = { id: t.scene("private_project"), runner_id };
			(await t.as("outsider").call("assignProjectRunner", unseen)).refuses(404, projectNotFound);
			(await t.anonymous.call("assignProjectRunner", { id, runner_id })).refuses(401, unauthorized);
		},
	),
	assumed("RUNNER-359", "Assigning does not change the runner's owner project.", "assignProjectRunner", async (t) => {
		const { id } = await shared(t);
		const own = t.scene("project");
		t.same("the first of its projects", (await projectsOf(t, id))[0], await t.given.projectId(own));
		(await t.as("owner").call("unassignProjectRunner", { id: own, runner_id: id })).is(400, 403, 422);
	}),
];

export const unassigning = [
	rule(
		"RUNNER-360",
		"A project runner assigned to a second project is unassigned: it vanishes from that project's runner list and stays in the owner project's.",
		"unassignProjectRunner",
		async (t) => {
			const { id, second } = await shared(t);
			(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id })).ok;
			const has = async (project: string) => idsOf(await walk({ ...listOf(t, "listProjectRunners"), params: { id: project } })).includes(id);
			t.same("whether owner and second project list it", [await has(t.scene("project")), await has(second)], [true, false]);
		},
	),
	rule("RUNNER-361", "Unassigning from the owner project is an error (4xx) and the runner stays assigned.", "unassignProjectRunner", async (t) => {
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
		byClaim(claim, async (t) => {
			const runner_id = (await t.given.projectRunner()).number("id");
			const answer = (await t.as(who).call("unassignProjectRunner", { id: t.scene("project"), runner_id })).is(403);
			t.holds("message should begin with 403 Forbidden", answer.string("message").startsWith("403 Forbidden"), answer);
		}),
	),
	rule("RUNNER-364", "A locked runner cannot be unassigned by a non-administrator.", "unassignProjectRunner", async (t) => {
		const { id, second } = await shared(t, { locked: true });
		(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id })).is(400, 403, 404);
		t.same("how many projects it has", (await projectsOf(t, id)).length, 2);
	}),
	rule("RUNNER-365", "An administrator may unassign a locked runner from a non-owner project.", "unassignProjectRunner", async (t) => {
		const { id, second } = await shared(t, { locked: true });
		(await t.as("administrator").call("unassignProjectRunner", { id: second, runner_id: id })).ok;
		t.same("how many projects it has", (await projectsOf(t, id)).length, 1);
	}),
	assumed(
		"RUNNER-366",
		'Unassigning a locked runner by a non-administrator answers 403 {"message":"403 Forbidden - Runner is locked"}.',
		"unassignProjectRunner",
		async (t) => {
			const { id, second } = await shared(t, { locked: true });
			(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id })).refuses(403, locked);
		},
	),
	assumed(
		"RUNNER-367",
		'A runner not assigned to the project, or unknown, answers 404 {"message":"404 Runner Not Found"}; so does a second unassign.',
		"unassignProjectRunner",
		async (t) => {
			const owner = t.as("owner");
			const { id, second } = await shared(t);
			const other = (await t.given.projectRunner()).number("id");
			for (const runner_id of [other, unknownId]) (await owner.call("unassignProjectRunner", { id: second, runner_id })).refuses(404, runnerNotFound);
			(await owner.call("unassignProjectRunner", { id: second, runner_id: id })).is(204);
			(await owner.call("unassignProjectRunner", { id: second, runner_id: id })).refuses(404, runnerNotFound);
		},
	),
	assumed(
		"RUNNER-368",
		"Needs at least Maintainer of the project (or custom role admin_runners): a Developer gets 403, anonymous 401, an unseen project 404.",
		"unassignProjectRunner",
		async (t) => {
			const { id, second } = await shared(t);
			const params = { id: second, runner_id: id };
			for (const who of below) (await t.as(who).call("unassignProjectRunner", params)).is(403);
			(await t.anonymous.call("unassignProjectRunner", params)).is(401);
			const unseen = { id: t.scene("private_project"), runner_id: id };
			(await t.as("outsider").call("unassignProjectRunner", unseen)).is(404);
			t.same("how many projects it has", (await projectsOf(t, id)).length, 2);
			(await t.as("maintainer").call("unassignProjectRunner", params)).is(204);
		},
	),
	assumed("RUNNER-369", "Project :id may be the numeric ID or the URL-encoded full path.", "unassignProjectRunner", async (t) => {
		const { id, second } = await shared(t);
		const number = await t.given.projectId(second);
		for (const place of [number, second]) {
			await assign(t, t.as("owner"), second, id);
			(await t.as("owner").call("unassignProjectRunner", { id: place, runner_id: id })).is(204);
			t.holds("it should be taken away", !(await projectsOf(t, id)).includes(number));
		}
	}),
	assumed("RUNNER-370", "If-Unmodified-Since earlier than the assignment answers 412.", "unassignProjectRunner", async (t) => {
		const { id, second } = await shared(t);
		const headers = { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" };
		(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id }, { headers })).is(412);
		t.same("how many projects it has", (await projectsOf(t, id)).length, 2);
	}),
	rule("RUNNER-371", "The runner itself is not deleted: GET /runners/:id still answers it.", "unassignProjectRunner", async (t) => {
		const { id, second } = await shared(t);
		(await t.as("owner").call("unassignProjectRunner", { id: second, runner_id: id })).ok;
		(await t.as("owner").call("getRunner", { id })).is(200).has({ id });
	}),
];
