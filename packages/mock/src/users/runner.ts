import { accessLevels } from "../access/levels";
import type { Context } from "../context";
import { badRequest, forbidden, parameterError } from "../http/errors";
import type { ParamsOf } from "../operation";
import type { RunnerHome } from "../runners/token";

type Params = ParamsOf<"createUserRunner">;

function groupHome(id: number | undefined, { state, actor }: Context): { home: RunnerHome; level: number } {
	if (id === undefined) throw parameterError("group_id is missing");
	const group = state.groups.get(id);
	if (!group || !actor.seesGroup(group)) throw badRequest("Missing/invalid group");
	return { home: { place: "group", place_id: id }, level: actor.levelInGroup(group) };
}

function projectHome(id: number | undefined, { state, actor }: Context): { home: RunnerHome; level: number } {
	if (id === undefined) throw parameterError("project_id is missing");
	const project = state.projects.get(id);
	if (!project || !actor.seesProject(project)) throw badRequest("Missing/invalid project");
	return { home: { place: "project", place_id: id }, level: actor.levelInProject(project) };
}

/**
 * Where a runner that somebody creates will be at home. Throws 400 where the place is not told or not there, 403 for
 * callers who are neither administrators nor its owners.
 */
export function homeFor(params: Params, context: Context): RunnerHome {
	const { home, level } =
		params.runner_type === "group_type"
			? groupHome(params.group_id, context)
			: params.runner_type === "project_type"
				? projectHome(params.project_id, context)
				: { home: { place: "instance", place_id: 0 } as const, level: accessLevels.no_access };
	if (!context.actor.isAdmin && level < accessLevels.owner) throw forbidden("Insufficient permissions");
	return home;
}
