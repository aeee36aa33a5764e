import {
	authorizeAssignment,
	authorizeChange,
	authorizeDeletion,
	authorizeUnassignment,
	runnerPolicy,
} from "../../domains/runners/policy";
import { assign, assignment, create, destroy, projectsOf, unassign, update } from "../../domains/runners/runner";
import type { SettingsInput } from "../../domains/runners/settings";
import { type RunnerHome, resetRegistration } from "../../domains/runners/token";
import { authorize } from "../../request/access/authorize";
import { badRequest, notFound, parameterError } from "../../request/http/errors";
import type { Project, Runner } from "../../state/records";
import { lower } from "../case";
import type { GraphqlContext } from "../context";
import { refusal } from "../errors";
import { groupOf, projectOf } from "../find";
import type { CiRunnerType, RunnerUpdateInput } from "../generated/resolvers";
import { type GlobalId, parseGlobalId } from "../global-id";
import { isPresent } from "../is-present";
import { mutation } from "../mutation";
import type { Part } from "../part";

/** Returns the runner of a mutation. Throws 404 if there is none. */
function runnerOf({ id }: GlobalId, { state }: GraphqlContext): Runner {
	const runner = state.runners.get(id);
	if (!runner) throw notFound();
	return runner;
}

/** Returns the sent settings of a runner. Null removes texts and the timeout, and does not change other settings. */
const settingsOf = (input: Omit<RunnerUpdateInput, "id" | "associatedProjects">): SettingsInput => ({
	description: input.description,
	maximum_timeout: input.maximumTimeout,
	maintenance_note: input.maintenanceNote,
	paused: input.paused ?? undefined,
	active: input.active ?? undefined,
	locked: input.locked ?? undefined,
	run_untagged: input.runUntagged ?? undefined,
	tag_list: input.tagList ?? undefined,
	access_level: input.accessLevel ? lower(input.accessLevel) : undefined,
});

const missing = (name: string) => refusal(`\`${name}\` is missing`);

/** Returns the home for a type of runner. Throws 404 if the caller cannot see it. */
function homeOf(
	type: CiRunnerType,
	groupId: GlobalId | null | undefined,
	projectId: GlobalId | null | undefined,
	context: GraphqlContext,
): RunnerHome {
	if (type === "INSTANCE_TYPE") return { place: "instance", place_id: 0 };
	if (type === "GROUP_TYPE") {
		if (!groupId) throw missing("group_id");
		return { place: "group", place_id: groupOf(groupId.id, context).id };
	}
	if (!projectId) throw missing("project_id");
	return { place: "project", place_id: projectOf(projectId.id, context).id };
}

function give(runner: Runner, project: Project, { actor, state }: GraphqlContext): void {
	authorize(runnerPolicy.assign_in(actor, project));
	authorizeAssignment(actor, runner, state);
	assign(runner, project, state);
}

function take(runner: Runner, project: Project, { actor, state }: GraphqlContext): void {
	authorize(runnerPolicy.assign_in(actor, project));
	const found = assignment(runner.id, project, state);
	authorizeUnassignment(actor, runner);
	unassign(found, state);
}

/** Assigns a runner to these projects and its owner project, and to no others. */
function associate(runner: Runner, projects: readonly Project[], context: GraphqlContext): void {
	if (runner.runner_type !== "project_type") throw badRequest("Runner is not a project runner");
	const [owner, ...others] = projectsOf(runner, context.state);
	const expected = new Set(projects);
	for (const project of others) if (!expected.has(project)) take(runner, project, context);
	for (const project of expected) if (project !== owner && !others.includes(project)) give(runner, project, context);
}

export const runnerMutations: Part = {
	Mutation: {
		runnerCreate: mutation((input, context) => {
			const home = homeOf(input.runnerType, input.groupId, input.projectId, context);
			authorize(runnerPolicy.create_in(context.actor, home, context.state));
			return { runner: create(home, settingsOf(input), context.user, context).runner };
		}),
		runnerUpdate: mutation((input, context) => {
			const runner = runnerOf(input.id, context);
			authorizeChange(context.actor, runner, context.state);
			if (isPresent(input.active) && isPresent(input.paused))
				throw parameterError("active, paused are mutually exclusive");
			const changed = update(runner, settingsOf(input), context.state);
			const projects = input.associatedProjects?.map(({ id }) => projectOf(id, context));
			if (projects) associate(changed, projects, context);
			return { runner: changed };
		}),
		runnerDelete: mutation((input, context) => {
			const runner = runnerOf(input.id, context);
			authorizeDeletion(context.actor, runner, context.state);
			destroy(runner, context.state);
			return {};
		}),
		runnerAssignToProject: mutation((input, context) => {
			give(runnerOf(input.runnerId, context), projectOf(input.projectPath, context), context);
			return {};
		}),
		runnerUnassignFromProject: mutation((input, context) => {
			take(runnerOf(input.runnerId, context), projectOf(input.projectPath, context), context);
			return {};
		}),
		runnersRegistrationTokenReset: mutation(({ type, id }, context) => {
			const { actor, state } = context;
			if (!isPresent(id) && type !== "INSTANCE_TYPE") throw missing("id");
			const groupId = type === "GROUP_TYPE" ? parseGlobalId(id, "Group") : undefined;
			const projectId = type === "PROJECT_TYPE" ? parseGlobalId(id, "Project") : undefined;
			const home = homeOf(type, groupId, projectId, context);
			authorize(runnerPolicy.reset_registration(actor, home, state));
			return { token: resetRegistration(home, context).text };
		}),
	},
};
