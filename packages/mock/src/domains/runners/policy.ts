import type { Actor } from "../../request/access/actor";
import { authorize } from "../../request/access/authorize";
import { forbidden } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import type { Group, Project, Runner } from "../../state/records";
import type { State } from "../../state/state";
import { projectsOf } from "./runner";
import type { RunnerHome } from "./token";

/** Whether the caller manages the runners of a project. */
const managesProject = (actor: Actor, project: Project): boolean =>
	actor.levelInProject(project) >= accessLevels.maintainer || actor.hasPermission("admin_runners", { project });

const groupOf = (runner: Runner, state: State): Group | undefined =>
	runner.group_id === null ? undefined : state.groups.get(runner.group_id);

/** Returns the caller's role in a home of runners. In the instance, only administrators have one. */
function levelAt(actor: Actor, { place, place_id }: RunnerHome, state: State): number {
	const project = place === "project" ? state.projects.get(place_id) : undefined;
	if (project) return actor.levelToChange(project);
	if (actor.isAdmin) return accessLevels.owner;
	const group = place === "group" ? state.groups.get(place_id) : undefined;
	return group ? actor.levelInGroup(group) : accessLevels.no_access;
}

/** The permissions for runners. */
export const runnerPolicy = {
	list_all: (actor: Actor): boolean => actor.isAdmin || actor.isAuditor,
	list_in_project: (actor: Actor, project: Project): boolean =>
		actor.isAuditor || actor.levelInProject(project) >= accessLevels.maintainer,
	list_in_group: (actor: Actor, group: Group): boolean =>
		actor.isAuditor || actor.levelInGroup(group) >= accessLevels.owner,
	/** To update, pause, reset and delete. For an instance runner: only administrators. */
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
	/** To create a runner: administrators, and owners of the group or project that becomes its home. */
	create_in: (actor: Actor, home: RunnerHome, state: State): boolean =>
		levelAt(actor, home, state) >= accessLevels.owner,
	/** To assign runners to a project, and to unassign them. */
	assign_in: (actor: Actor, project: Project): boolean => !actor.isReadOnly(project) && managesProject(actor, project),
	/** To use a runner in more projects: those who manage the project that owns it. */
	assign_runner(actor: Actor, runner: Runner, state: State): boolean {
		const [owner] = projectsOf(runner, state);
		return owner !== undefined && managesProject(actor, owner);
	},
	/** To assign a project runner to more projects. Only administrators can assign a locked runner. */
	give_runner: (actor: Actor, runner: Runner, state: State): boolean =>
		runner.runner_type === "project_type" &&
		(actor.isAdmin || (!runner.locked && runnerPolicy.assign_runner(actor, runner, state))),
	/** To delete. If several projects have the runner: only administrators. */
	delete_runner: (actor: Actor, runner: Runner, state: State): boolean =>
		runnerPolicy.admin_runner(actor, runner, state) &&
		(actor.isAdmin || state.runnerAssignments.count("runner", runner.id) <= 1),
	/** To reset the registration token of a home: administrators, owners of a group, and maintainers of a project. */
	reset_registration: (actor: Actor, home: RunnerHome, state: State): boolean =>
		levelAt(actor, home, state) >= (home.place === "project" ? accessLevels.maintainer : accessLevels.owner),
};

export const noAccess = "No access granted";

/** Throws 403 if the caller cannot assign the runner to more projects. */
export function authorizeAssignment(actor: Actor, runner: Runner, state: State): void {
	if (runner.runner_type === "group_type") throw forbidden("Runner is a group runner");
	if (actor.isAdmin) return;
	if (runner.locked) throw forbidden("Runner is locked");
	// A runner without any project passes here. It is refused later, for every caller.
	const isOrphan = runner.runner_type === "project_type" && projectsOf(runner, state).length === 0;
	authorize(isOrphan || runnerPolicy.assign_runner(actor, runner, state), noAccess);
}

/** Throws 403 if the caller, who manages the project, cannot unassign the runner from it. */
export const authorizeUnassignment = (actor: Actor, runner: Runner): void =>
	authorize(actor.isAdmin || !runner.locked, "Runner is locked");

/** Throws 403 if the caller cannot change the runner. */
export const authorizeChange = (actor: Actor, runner: Runner, state: State): void =>
	authorize(runnerPolicy.admin_runner(actor, runner, state), noAccess);

/** Throws 403 if the caller cannot delete the runner. */
export function authorizeDeletion(actor: Actor, runner: Runner, state: State): void {
	authorizeChange(actor, runner, state);
	authorize(runnerPolicy.delete_runner(actor, runner, state), "Runner associated with more than one project");
}
