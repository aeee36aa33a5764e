import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";

/** Assigns a runner to a project, and takes it away again afterwards. */
export async function assign(t: Context, caller: Caller, id: number | string, runner_id: number): Promise<Answer> {
	t.undo(`runner ${runner_id} in project ${id}`, () => t.as("administrator").call("unassignProjectRunner", { id, runner_id }));
	return await caller.call("assignProjectRunner", { id, runner_id });
}

/** A runner of the scene's project that the internal project has too. */
export async function shared(t: Context, params = {}): Promise<{ id: number; token: string; second: string }> {
	const runner = await t.given.projectRunner(params);
	const [id, second] = [runner.number("id"), t.scene("internal_project")];
	(await assign(t, t.as("administrator"), second, id)).is(201);
	return { id, second, token: runner.string("token") };
}

/** The numbers of the projects that a runner is assigned to, its owner first. */
export async function projectsOf(t: Context, id: number): Promise<unknown[]> {
	const { projects } = (await t.as("administrator").call("getRunner", { id })).is(200).fields;
	return Array.isArray(projects) ? projects.map((one) => one.id) : [];
}
