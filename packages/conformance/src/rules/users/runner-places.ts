import type { Params } from "../../rule/address";
import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";

export const types = ["instance_type", "group_type", "project_type"] as const;
export type RunnerType = (typeof types)[number];

/** Where a new runner of this type goes in the scene. */
export async function placeOf(t: Context, type: RunnerType): Promise<Params> {
	if (type === "group_type") return { runner_type: type, group_id: await t.given.groupId(t.scene("group")) };
	if (type === "project_type") return { runner_type: type, project_id: await t.given.projectId(t.scene("project")) };
	return { runner_type: type };
}

/** A new runner of a type. */
export const runnerOf = (t: Context, type: RunnerType, params: Params = {}): Promise<Answer> =>
	type === "instance_type" ? t.given.instanceRunner(params) : type === "project_type" ? t.given.projectRunner(params) : t.given.runner(params);

/** A runner as the administrator reads it. */
export const detailOf = async (t: Context, id: number): Promise<Answer> => (await t.as("administrator").call("getRunner", { id })).is(200);

/** Runners of the place by a description, as the administrator's lists show them: to see that there are none. */
export async function describedAs(t: Context, type: RunnerType, description: string): Promise<number> {
	const administrator = t.as("administrator");
	const params = { type, per_page: 100, sort: "desc", order_by: "id" };
	const list =
		type === "group_type"
			? await administrator.call("listGroupRunners", { ...params, id: t.scene("group") })
			: type === "project_type"
				? await administrator.call("listProjectRunners", { ...params, id: t.scene("project") })
				: await administrator.call("listAllRunners", params);
	return list.is(200).items.filter((runner) => runner.description === description).length;
}
