import type { Actor } from "../../request/access/actor";
import { authorize } from "../../request/access/authorize";
import { forbidden } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import type { Group, Project, Runner } from "../../state/records";
import type { State } from "../../state/state";
import { projectsOf } from "./runner";
import type { RunnerHome } from "./token";

/** Whether the caller looks after the runners of a project. */
const managesProject = (actor: Actor, project: Project): boolean =>
	actor.levelInProject(project) >= accessLevels.maintainer || actor.hasPermission("admin_runners", { project });

const groupOf = (runner: Runner, state: State): Group | undefined =>
	runner.group_id === null ? undefined : state.groups.get(runner.group_id);

/** The role where runners are at home; for the instance that is administrators' alone. */
function levelAt(actor: Actor, { place, place_id }: RunnerHome, state: State): number {
	const project = place === "project" ? state.projects.get(place_id) : undefined;
	if (project) return actor.levelToChange(project);
	if (actor.isAdmin) return accessLevels.owner;
	const group = place === "group" ? state.groups.get(place_id) : undefined;
	return group ? actor.levelInGroup(group) : accessLevels.no_access;
}

/** Who may do what with runners. */
export const runnerPolicy = {
	list_all: (actor: Actor): boolean => actor.isAdmin || actor.isAuditor,
	list_in_project: (actor: Actor, project: Project): boolean =>
		actor.isAuditor || actor.levelInProject(project) >= accessLevels.maintainer,
	list_in_group: (actor: Actor, group: Group): boolean =>
		actor.isAuditor || actor.levelInGroup(group) >= accessLevels.owner,
	/** Update, pause, reset and delete: an instance runner's by administrators alone. */
	admin_runner(actor: Actor, runner: Runner, state: State): boolean {
		if (actor.isAdmin) return true;
		const group = groupOf(runner, state);
		if (group)
			return actor.levelInGroup(group) >= accessLevels.owner || actor.hasPermission("admin_runners", { group });
		return projectsOf(runner, state).some((project) => managesProject(actor, project));
	},
	read_runner: (actor: Actor, runner: Runner, state: State): boolean =>
		actor.isAuditor || runnerPolicy.admin_runner(actor, runner, state),
	read_jobs(actor: Actor, runner: Runner, state: State): boolean {
		if (actor.isAdmin || actor.isAuditor) return true;
		const group = groupOf(runner, state);
		if (group) return actor.levelInGroup(group) >= accessLevels.maintainer;
		return projectsOf(runner, state).some((project) => actor.levelInProject(project) >= accessLevels.maintainer);
	},
	/** Make a new one: administrators, and owners of the group or project that it will be at home in. */
	create_in: (actor: Actor, home: RunnerHome, state: State): boolean =>
		levelAt(actor, home, state) >= accessLevels.owner,
	/** Assign runners to a project, and take them away from it. */
	assign_in: (actor: Actor, project: Project): boolean => !actor.isReadOnly(project) && managesProject(actor, project),
	/** Take a runner for further projects: who looks after the project that owns it. */
	assign_runner(actor: Actor, runner: Runner, state: State): boolean {
		const [owner] = projectsOf(runner, state);
		return owner !== undefined && managesProject(actor, owner);
	},
	/** Give it to further projects, which only a project runner can be; a locked one administrators alone. */
	give_runner: (actor: Actor, runner: Runner, state: State): boolean =>
		runner.runner_type === "project_type" &&
		(actor.isAdmin || (!runner.locked && runnerPolicy.assign_runner(actor, runner, state))),
	/** Remove: administrators alone where several projects have it. */
	delete_runner: (actor: Actor, runner: Runner, state: State): boolean =>
		runnerPolicy.admin_runner(actor, runner, state) &&
		(actor.isAdmin || state.runnerAssignments.count("runner", runner.id) <= 1),
	/** Put another registration token in place of a home's: administrators, owners of a group, maintainers of a project. */
	reset_registration: (actor: Actor, home: RunnerHome, state: State): boolean =>
		levelAt(actor, home, state) >= (home.place === "project" ? accessLevels.maintainer : accessLevels.owner),
};

export const noAccess = "No access granted";

/** Throws 403 where a runner may not be given to further projects by this caller. */
export function authorizeAssignment(actor: Actor, runner: Runner, state: State): void {
	if (runner.runner_type === "group_type") throw forbidden("Runner is a group runner");
	if (actor.isAdmin) return;
	if (runner.locked) throw forbidden("Runner is locked");
	// One without any project is refused for that, whoever asks.
	const isOrphan = runner.runner_type === "project_type" && projectsOf(runner, state).length === 0;
	authorize(isOrphan || runnerPolicy.assign_runner(actor, runner, state), noAccess);
}

/** Throws 403 where a runner may not be taken away from a project by this caller, who looks after the project. */
export const authorizeUnassignment = (actor: Actor, runner: Runner): void =>
	authorize(actor.isAdmin || !runner.locked, "Runner is locked");

/** Throws 403 unless the caller may change a runner. */
export const authorizeChange = (actor: Actor, runner: Runner, state: State): void =>
	authorize(runnerPolicy.admin_runner(actor, runner, state), noAccess);

/** Throws 403 where a runner may not be removed by this caller. */
export function authorizeDeletion(actor: Actor, runner: Runner, state: State): void {
	authorizeChange(actor, runner, state);
	authorize(runnerPolicy.delete_runner(actor, runner, state), "Runner associated with more than one project");
}
