import type { Context } from "../../request/context";
import { badRequest, forbidden, parameterError } from "../../request/http/errors";
import type { ParamsOf } from "../../request/operation";
import { runnerPolicy } from "../runners/policy";
import type { RunnerHome } from "../runners/token";

type Params = ParamsOf<"createUserRunner">;

function groupHome(id: number | undefined, { state, actor }: Context): RunnerHome {
	if (id === undefined) throw parameterError("group_id is missing");
	const group = state.groups.get(id);
	if (!group || !actor.seesGroup(group)) throw badRequest("Missing/invalid group");
	return { place: "group", place_id: id };
}

function projectHome(id: number | undefined, { state, actor }: Context): RunnerHome {
	if (id === undefined) throw parameterError("project_id is missing");
	const project = state.projects.get(id);
	if (!project || !actor.seesProject(project)) throw badRequest("Missing/invalid project");
	return { place: "project", place_id: id };
}

function homeNamed({ runner_type, group_id, project_id }: Params, context: Context): RunnerHome {
	if (runner_type === "group_type") return groupHome(group_id, context);
	if (runner_type === "project_type") return projectHome(project_id, context);
	return { place: "instance", place_id: 0 };
}

/**
 * Returns the home of a runner that the caller creates. Throws 400 if the place is missing or does not exist, and 403
 * if the caller is neither an administrator nor its owner.
 */
export function homeFor(params: Params, context: Context): RunnerHome {
	const home = homeNamed(params, context);
	if (!runnerPolicy.create_in(context.actor, home, context.state)) throw forbidden("Insufficient permissions");
	return home;
}
