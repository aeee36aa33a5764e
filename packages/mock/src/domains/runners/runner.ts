/** The lifecycle of a runner: it is created, changed, makes contact, is assigned and is deleted. */
import type { Context } from "../../request/context";
import { badRequest, forbidden, invalid, notFound } from "../../request/http/errors";
import type { Project, Runner, RunnerAssignment, RunnerProgram, RunnerToken, User } from "../../state/records";
import { remove } from "../../state/references";
import { assignmentKey, type State } from "../../state/state";
import { faults, type RunnerSettings, type SettingsInput, settle } from "./settings";
import { issue, type RunnerHome } from "./token";

/** The system ID of a manager whose runner program sends none. */
const unnamedSystem = "<legacy>";

type World = Pick<Context, "state" | "settings">;
interface Made {
	readonly runner: Runner;
	readonly token: RunnerToken;
}

function insert(
	home: RunnerHome,
	values: RunnerSettings & Pick<Runner, "program" | "created_by_id">,
	state: State,
): Runner {
	const now = state.clock.iso();
	const runner = state.runners.insert({
		...values,
		runner_type: `${home.place}_type`,
		group_id: home.place === "group" ? home.place_id : null,
		created_at: now,
		updated_at: now,
		contacted_at: null,
	});
	if (home.place === "project")
		state.runnerAssignments.insert({ runner_id: runner.id, project_id: home.place_id, created_at: now });
	return runner;
}

/** Returns a validation error that starts with the name of its field, such as `Tags list can not be empty …`. */
const sentence = (field: string, text: string): string =>
	`${field.replace(/^./, (first) => first.toUpperCase()).replaceAll("_", " ")} ${text}`;

/** Creates a runner for a user, with a token of the new style. Throws 400 with the settings' validation errors. */
export function create(home: RunnerHome, input: SettingsInput, user: User, world: World): Made {
	const settings = settle(input);
	const found = Object.entries(faults(settings)).flatMap(([field, texts]) =>
		texts.map((text) => sentence(field, text)),
	);
	if (found.length > 0) throw badRequest(found.join(", "));
	const runner = insert(home, { ...settings, program: null, created_by_id: user.id }, world.state);
	return { runner, token: issue(runner, "new", world) };
}

/** Registers a runner, with a token of the older style. Throws 400 with the validation errors, by field. */
export function register(home: RunnerHome, input: SettingsInput, program: RunnerProgram | null, world: World): Made {
	const settings = settle(input);
	const found = faults(settings);
	if (Object.keys(found).length > 0) throw invalid(found);
	const runner = insert(home, { ...settings, program, created_by_id: null }, world.state);
	return { runner, token: issue(runner, "registered", world) };
}

/** Changes the given settings. Throws 400 with the validation errors, by field. */
export function update(runner: Runner, input: SettingsInput, state: State): Runner {
	const settings = settle(input, runner);
	const found = faults(settings, runner);
	if (Object.keys(found).length > 0) throw invalid(found);
	return state.runners.update(runner.id, { ...settings, updated_at: state.clock.iso() });
}

/** Deletes a runner with its managers, its token and its assignments. Its jobs stay, without a runner. */
export function destroy(runner: Runner, state: State): void {
	remove("runners", runner.id, state);
}

/** Records a contact by one of a runner's machines. A new machine becomes a manager. */
export function contact(runner: Runner, systemId: string | undefined, ip: string | undefined, state: State): void {
	const now = state.clock.iso();
	const system_id = systemId || unnamedSystem;
	const seen = { contacted_at: now, ip_address: ip || null };
	const managers = state.runnerManagers.in("runner", runner.id);
	const known = managers.find((one) => one.system_id === system_id);
	if (known) state.runnerManagers.update(known.id, seen);
	else {
		// Assumed: the program that registered the runner is that of the first machine.
		const registered = managers.length === 0 ? runner.program : null;
		const program = registered ?? { version: null, revision: null, platform: null, architecture: null };
		state.runnerManagers.insert({ ...program, ...seen, runner_id: runner.id, system_id, created_at: now });
	}
	state.runners.update(runner.id, { contacted_at: now });
}

/** Returns the projects of a project runner, with its owner project first. */
export const projectsOf = (runner: Runner, state: State): Project[] =>
	state.runnerAssignments.in("runner", runner.id).flatMap(({ project_id }) => state.projects.get(project_id) ?? []);

/** Assigns a project runner to a project. Throws 400 for other types, without an owner, or if already assigned. */
export function assign(runner: Runner, project: Project, state: State): void {
	if (runner.runner_type !== "project_type") throw badRequest("Runner is not a project runner");
	if (state.runnerAssignments.count("runner", runner.id) === 0) throw badRequest("Runner has no owner project");
	if (state.runnerAssignments.one("assignment", assignmentKey(runner.id, project.id)))
		throw badRequest("Runner is already assigned to the project");
	state.runnerAssignments.insert({ runner_id: runner.id, project_id: project.id, created_at: state.clock.iso() });
}

/** Returns the assignment of a runner to a project. Throws 404 if there is none. */
export function assignment(runnerId: number, project: Project, state: State): RunnerAssignment {
	const found = state.runnerAssignments.one("assignment", assignmentKey(runnerId, project.id));
	if (!found) throw notFound("Runner");
	return found;
}

/** Unassigns a runner from a project. Throws 403 if the project owns the runner. */
export function unassign(input: RunnerAssignment, state: State): void {
	const [owner] = state.runnerAssignments.in("runner", input.runner_id);
	if (owner?.id === input.id)
		throw forbidden("You cannot unassign a runner from the owner project. Delete the runner instead");
	state.runnerAssignments.delete(input.id);
}
