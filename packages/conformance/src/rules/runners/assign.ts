import { isDeepStrictEqual } from "node:util";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import {
	assign,
	assumed,
	detail,
	forbidden,
	foreign,
	inVain,
	isListed,
	keeper,
	listOf,
	locked,
	make,
	member,
	noAccess,
	notFound,
	others,
	projectNotFound,
	projectsOf,
	rule,
	shared,
	unauthorized,
	unknownId,
	unusual,
} from "./lab";

const runnerNotFound = { message: "404 Runner Not Found" };
const mayAssign = ["administrator", "owner", "maintainer"] as const;

const unassign = async (caller: Caller, id: string | number, runner_id: number, options = {}) =>
	await caller.call("unassignProjectRunner", { id, runner_id }, options);

const inOrder = (ids: readonly unknown[]): readonly number[] => ids.map(Number).sort((one, other) => one - other);

/** Whether the project lists a project runner: to its owner and its maintainer, and with the type of the runner. */
async function listed(t: Context, project: string, id: number): Promise<boolean> {
	const list = listOf(t, "listProjectRunners", "owner", { id: project });
	const isThere = await isListed(list, id);
	t.same("whether the maintainer's list has the runner", await isListed({ ...list, caller: t.as("maintainer") }, id), isThere);
	const isOfType = await isListed(list, id, { type: "project_type" });
	(isThere ? t.assume : t.holds)("whether the list has the runner should not depend on its type", isOfType === isThere);
	return isThere;
}

export const assigning: readonly Rule[] = [
	rule(
		"RUNNER-347",
		"Assigning a runner returns its summary. Then the project lists the runner, and the runner's detail lists the project.",
		"assignProjectRunner",
		async (t) => {
			const id = t.scene("internal_project");
			const made = (await t.given.projectRunner({ locked: true, paused: true })).number("id");
			t.holds("the project should not list it before", !(await listed(t, id, made)));
			const { projects: _before, ...before } = (await detail(t, made)).fields;
			const response = (await assign(t, t.as("administrator"), id, made)).ok.has({ id: made, runner_type: "project_type" });
			response.lacks("projects", "token");
			t.holds("the project should list it", await listed(t, id, made));
			const whole = await detail(t, made);
			const { projects: _after, ...after } = whole.fields;
			t.assume("all other fields of the runner should be unchanged", isDeepStrictEqual(after, before), whole);
			// A summary may have fields of its own, and show a paused runner with that status.
			const both = Object.entries(response.fields).filter(([name, value]) => Object.hasOwn(whole.fields, name) && (name !== "status" || value !== "paused"));
			for (const [name, value] of both) t.same(`${name} in the detail`, whole.field(name), value, response);
			t.holds("its own project should still list it", await listed(t, t.scene("project"), made));
			const projects = [await t.given.projectId(t.scene("project")), await t.given.projectId(id)];
			t.same("its projects", inOrder(await projectsOf(t, made)), inOrder(projects));
			const third = t.scene("private_project");
			(await assign(t, t.as("administrator"), third, made)).ok;
			t.holds("the third project should list it", await listed(t, third, made));
			t.same("its three projects", inOrder(await projectsOf(t, made)), inOrder([...projects, await t.given.projectId(third)]));
		},
	),
	assumed(
		"RUNNER-349, RUNNER-353",
		"Assigning a runner requires the Maintainer role in the project and in the project that owns the runner. Other callers get 403.",
		"assignProjectRunner",
		async (t) => {
			const id = t.scene("internal_project");
			const runner = (await t.given.projectRunner()).number("id");
			const other = await foreign(t);
			await inVain(t, runner, async () => {
				for (const who of others(t, ...mayAssign, "outsider")) (await assign(t, t.as(who), id, runner)).refuses(403, forbidden);
			});
			await inVain(t, other.runner, async () => void (await assign(t, t.as("maintainer"), id, other.runner)).refuses(403, noAccess));
			for (const who of mayAssign) (await assign(t, t.as(who), id, (await t.given.projectRunner()).number("id"))).is(201);
			if (!t.given.hasControl) return;
			const of = async (role: string) => await member(t, { [id]: "maintainer", [other.path]: role });
			(await assign(t, await of("developer"), id, other.runner)).refuses(403, noAccess);
			(await assign(t, await of("maintainer"), id, other.runner)).is(201);
			// Maintainer in a project that the runner is only assigned to is not enough.
			const third = await t.given.record("projects", { full_path: `${t.scene("group")}/third` });
			const helper = await member(t, { [id]: "maintainer", [String(third.full_path)]: "maintainer" });
			(await assign(t, helper, third.id, other.runner)).refuses(403, noAccess);
		},
	),
	assumed(
		"RUNNER-350",
		"A custom role with admin_runners can assign a runner if the caller has it in both projects. In only one of them, it returns 403.",
		"assignProjectRunner",
		async (t) => {
			const runner = (await t.given.projectRunner()).number("id");
			const id = t.scene("internal_project");
			(await assign(t, t.as("guest"), id, runner)).is(403);
			(await assign(t, await keeper(t), id, runner)).is(201);
			if (!t.given.hasControl) return;
			const own = t.scene("project");
			const fresh = async () => (await t.given.projectRunner()).number("id");
			(await assign(t, await member(t, { [id]: "guest", [own]: "guest" }, ["admin_runners"]), id, await fresh())).is(201);
			(await assign(t, await member(t, { [id]: "guest" }, ["admin_runners"]), id, await fresh())).refuses(403, noAccess);
			(await assign(t, await member(t, { [own]: "guest" }, ["admin_runners"]), id, await fresh())).refuses(403, forbidden);
		},
		{ tier: "ultimate" },
	),
	assumed("RUNNER-351, RUNNER-354", "Only project runners can be assigned; group and instance runners are refused.", "assignProjectRunner", async (t) => {
		const group = { message: "403 Forbidden - Runner is a group runner" };
		for (const kind of ["group", "instance"] as const) {
			const id = (await make(t, kind)).number("id");
			await inVain(t, id, async () => {
				for (const who of mayAssign) {
					const response = await assign(t, t.as(who), t.scene("internal_project"), id);
					if (kind === "group") response.refuses(403, group);
					else if (who === "administrator") response.is(400);
					else response.refuses(403, noAccess);
				}
			});
			t.holds("the runner should have no projects", !(await projectsOf(t, id)).length);
		}
	}),
	assumed("RUNNER-355", "Assigning a project runner that no longer has any project returns 400.", "assignProjectRunner", async (t) => {
		const { id } = await t.given.record("runners", { runner_type: "project_type" });
		await inVain(t, id, async () => {
			for (const who of mayAssign) (await assign(t, t.as(who), t.scene("internal_project"), id)).is(400);
		});
	}),
	assumed("RUNNER-357", "Assigning a runner to a project that it already has returns 400.", "assignProjectRunner", async (t) => {
		const { id, second } = await shared(t);
		await inVain(t, id, async () => {
			for (const place of [second, t.scene("project")])
				for (const who of mayAssign) (await t.as(who).call("assignProjectRunner", { id: place, runner_id: id })).is(400);
		});
	}),
	assumed("RUNNER-358", "Assigning an unknown runner, or a runner to a project that the caller cannot see, returns 404.", "assignProjectRunner", async (t) => {
		const id = t.scene("internal_project");
		for (const who of ["administrator", "maintainer"] as const)
			(await t.as(who).call("assignProjectRunner", { id, runner_id: unknownId })).refuses(404, notFound);
		const runner_id = (await t.given.projectRunner()).number("id");
		await inVain(t, runner_id, async () => {
			for (const place of [t.scene("private_project"), unknownId])
				(await t.as("outsider").call("assignProjectRunner", { id: place, runner_id })).refuses(404, projectNotFound);
			(await t.anonymous.call("assignProjectRunner", { id, runner_id })).refuses(401, unauthorized);
		});
	}),
	assumed("RUNNER-359", "Assigning a runner to another project does not change which project owns it.", "assignProjectRunner", async (t) => {
		const { id } = await shared(t);
		t.same("the first of its projects", (await projectsOf(t, id))[0], await t.given.projectId(t.scene("project")));
		await inVain(t, id, async () => void (await unassign(t.as("owner"), t.scene("project"), id)).is(400, 403, 422));
	}),
];

export const unassigning: readonly Rule[] = [
	rule(
		"RUNNER-360, RUNNER-371",
		"Unassigning a runner removes it from that project's list. The runner still exists, and its other projects keep it.",
		"unassignProjectRunner",
		async (t) => {
			const other = await shared(t);
			const third = t.scene("private_project");
			const kept = [await t.given.projectId(t.scene("project")), await t.given.projectId(third)];
			for (const paused of [false, true]) {
				const { id, second } = await shared(t, { paused });
				(await assign(t, t.as("owner"), third, id)).ok;
				(await unassign(t.as("maintainer"), second, id)).ok;
				t.same("which projects list it", [await listed(t, t.scene("project"), id), await listed(t, second, id)], [true, false]);
				(await t.as("maintainer").call("getRunner", { id })).ok.has({ id, paused });
				t.same("its projects", (await projectsOf(t, id)).sort(), kept.toSorted());
				(await unassign(t.as("owner"), third, id)).ok;
				t.same("its last project", await projectsOf(t, id), kept.slice(0, 1));
			}
			t.same("the number of another runner's projects", (await projectsOf(t, other.id)).length, 2);
		},
	),
	rule(
		"RUNNER-361..363, ERR-024, ERR-025",
		"A runner, locked or not, cannot be unassigned from the project that owns it. Every caller gets 403 with the reason.",
		"unassignProjectRunner",
		async (t) => {
			for (const settings of [{}, unusual(t)]) {
				const { id } = await shared(t, settings);
				const own = (await t.given.projectRunner(settings)).number("id");
				for (const runner of [id, own]) {
					await inVain(t, runner, async () => {
						for (const who of mayAssign) {
							const response = (await unassign(t.as(who), t.scene("project"), runner)).refuses(403);
							// Of a locked runner, the refusal may name the lock instead.
							if (who !== "administrator" && "locked" in settings) continue;
							response.refuses(403, { message: "403 Forbidden - You cannot unassign a runner from the owner project. Delete the runner instead" });
						}
					});
					t.holds("the project should still list it", await listed(t, t.scene("project"), runner));
				}
			}
		},
	),
	rule("RUNNER-364..366", "Only administrators can unassign a locked runner. Other callers get 403 with the reason.", "unassignProjectRunner", async (t) => {
		for (const state of [{}, { paused: true }, { access_level: "ref_protected" }, { run_untagged: false, tag_list: "held" }]) {
			const { id, second } = await shared(t, { locked: true, ...state });
			await inVain(t, id, async () => {
				for (const who of ["owner", "maintainer"] as const) (await unassign(t.as(who), second, id)).refuses(403, locked);
			});
			t.holds("the project should still list it", await listed(t, second, id));
			(await unassign(t.as("administrator"), second, id)).ok;
			t.holds("the project should no longer list it", !(await listed(t, second, id)));
			t.same("its projects", await projectsOf(t, id), [await t.given.projectId(t.scene("project"))]);
		}
	}),
	rule(
		"RUNNER-286, RUNNER-364",
		"A custom role with admin_runners cannot assign or unassign a locked runner.",
		["assignProjectRunner", "unassignProjectRunner"],
		async (t) => {
			const { id, second } = await shared(t, { locked: true });
			const caller = await keeper(t);
			await inVain(t, id, async () => {
				for (const response of [await assign(t, caller, t.scene("private_project"), id), await unassign(caller, second, id)])
					t.holds("the caller should be refused", response.refused, response);
			});
		},
		{ id: "RUNNER-364/custom", tier: "ultimate" },
	),
	assumed("RUNNER-367", "Unassigning a runner that the project does not have, or no longer has, returns 404.", "unassignProjectRunner", async (t) => {
		const { id, second } = await shared(t);
		const strangers = [await make(t, "project"), await make(t, "group"), await make(t, "instance")].map((one) => one.number("id"));
		for (const runner of [...strangers, unknownId]) (await unassign(t.as("owner"), second, runner)).refuses(404, runnerNotFound);
		(await unassign(t.as("owner"), second, id)).is(204);
		(await unassign(t.as("owner"), second, id)).refuses(404, runnerNotFound);
	}),
];
