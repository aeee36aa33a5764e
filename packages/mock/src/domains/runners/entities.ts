import type { Context } from "../../request/context";
import { followsGitlab } from "../../request/settings/dialect";
import type { Project, Runner, RunnerManager, RunnerToken } from "../../state/records";
import type { State } from "../../state/state";
import { fullName } from "../groups/project-name";
import { userBasic } from "../users/entities";
import { runnerPolicy } from "./policy";
import { projectsOf } from "./runner";
import { runningJobs } from "./running";
import { managerStatus, online, runnerStatus } from "./status";

/** Returns whether the runner is running a job. */
export const execution = (runner: Runner, state: State): "active" | "idle" =>
	runningJobs(runner, state) > 0 ? "active" : "idle";

/** Returns the JSON of a runner in a list. */
export function listItem(runner: Runner, context: Context): object {
	const { state } = context;
	const now = state.clock.now();
	const creator = runner.created_by_id === null ? undefined : state.users.get(runner.created_by_id);
	return {
		id: runner.id,
		description: runner.description,
		active: !runner.paused,
		paused: runner.paused,
		// Only managers show their addresses.
		ip_address: followsGitlab(context.settings) ? null : "",
		is_shared: runner.runner_type === "instance_type",
		runner_type: runner.runner_type,
		name: runner.name,
		online: online(runner, now),
		created_by: creator ? userBasic(creator, context) : null,
		created_at: runner.created_at,
		status: runnerStatus(runner, now),
		job_execution_status: execution(runner, state),
	};
}

/** Returns the manager that made contact last. */
const latestManager = (runner: Runner, state: State): RunnerManager | undefined =>
	state.runnerManagers
		.in("runner", runner.id)
		.reduce<RunnerManager | undefined>(
			(latest, one) => (latest && (latest.contacted_at ?? "") >= (one.contacted_at ?? "") ? latest : one),
			undefined,
		);

/** Returns the names and paths of a project, for the JSON of other records. */
export const projectNames = (project: Project, state: State): object => ({
	id: project.id,
	name: project.name,
	name_with_namespace: fullName(project, state),
	path: project.path,
	path_with_namespace: project.full_path,
});

/** Returns the full JSON of a runner, limited to what the caller can see. */
export function detail(runner: Runner, context: Context, withProjects = true): object {
	const { actor, base, state } = context;
	const manager = latestManager(runner, state);
	const group = runner.group_id === null ? undefined : state.groups.get(runner.group_id);
	return {
		id: runner.id,
		...listItem(runner, context),
		architecture: manager?.architecture ?? null,
		platform: manager?.platform ?? null,
		revision: manager?.revision ?? null,
		version: manager?.version ?? null,
		contacted_at: runner.contacted_at,
		maintenance_note: runnerPolicy.admin_runner(actor, runner, state) ? runner.maintenance_note : null,
		...(withProjects
			? {
					projects: projectsOf(runner, state)
						.filter((project) => actor.isAdmin || actor.seesProject(project))
						.map((project) => projectNames(project, state)),
				}
			: {}),
		groups: group ? [{ id: group.id, web_url: `${base}/groups/${group.full_path}`, name: group.name }] : [],
		tag_list: runner.tag_list,
		access_level: runner.access_level,
		maximum_timeout: runner.maximum_timeout,
		run_untagged: runner.run_untagged,
		locked: runner.locked,
	};
}

/** Returns the JSON of a machine of a runner. */
export const manager = (one: RunnerManager, state: State): object => ({
	id: one.id,
	system_id: one.system_id,
	version: one.version,
	revision: one.revision,
	platform: one.platform,
	architecture: one.architecture,
	created_at: one.created_at,
	contacted_at: one.contacted_at,
	ip_address: one.ip_address,
	status: managerStatus(one, state.clock.now()),
});

/** Returns the JSON that a runner program gets about itself. */
export const registration = (runner: Runner, token: RunnerToken): object => ({
	id: runner.id,
	token: token.text,
	token_expires_at: token.expires_at,
});

/** Returns the JSON of a token that replaced another one. */
export const newToken = (token: { readonly text: string; readonly expires_at: string | null }): object => ({
	token: token.text,
	token_expires_at: token.expires_at,
});
