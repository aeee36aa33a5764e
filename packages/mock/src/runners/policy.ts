import type { Actor } from "../access/actor";
import { accessLevels } from "../access/levels";
import { forbidden } from "../http/errors";
import type { Group, Project, Runner } from "../state/records";
import type { State } from "../state/state";
import { projectsOf } from "./runner";

/** Whether the caller looks after the runners of a project. */
const managesProject = (actor: Actor, project: Project): boolean =>
	actor.levelInProject(project) >= accessLevels.maintainer || actor.hasPermission("admin_runners", { project });

const groupOf = (runner: Runner, state: State): Group | undefined =>
	runner.group_id === null ? undefined : state.groups.get(runner.group_id);

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
	/** Assign runners to a project, and take them away from it. */
	assign_in: managesProject,
	/** Take a runner for further projects: who looks after the project that owns it. */
	assign_runner(actor: Actor, runner: Runner, state: State): boolean {
		const [owner] = projectsOf(runner, state);
		return owner !== undefined && managesProject(actor, owner);
	},
	reset_project_registration: (actor: Actor, project: Project): boolean =>
		actor.levelInProject(project) >= accessLevels.maintainer,
	reset_group_registration: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.owner,
};

/** Throws 403 unless allowed. */
export function authorize(allowed: boolean, reason?: string): void {
	if (!allowed) throw forbidden(reason);
}

/** Throws 403 where a runner may not be given to further projects by this caller. */
export function authorizeAssignment(actor: Actor, runner: Runner, state: State): void {
	if (runner.runner_type === "group_type") throw forbidden("Runner is a group runner");
	if (actor.isAdmin) return;
	if (runner.locked) throw forbidden("Runner is locked");
	// One without any project is refused for that, whoever asks.
	const isOrphan = runner.runner_type === "project_type" && projectsOf(runner, state).length === 0;
	authorize(isOrphan || runnerPolicy.assign_runner(actor, runner, state), "No access granted");
}
