import { visibleAmong } from "../../domains/groups/projects";
import { execution } from "../../domains/runners/entities";
import { jobsOf } from "../../domains/runners/job-list";
import { runnerPolicy } from "../../domains/runners/policy";
import { projectsOf } from "../../domains/runners/runner";
import { managerStatus } from "../../domains/runners/status";
import { beginningOf } from "../../domains/runners/token";
import type { Rows } from "../../request/pages/page";
import type { Job, Runner, RunnerToken } from "../../state/records";
import { lower, upper } from "../case";
import { Connection, LimitedConnection } from "../connection";
import type { GraphqlContext } from "../context";
import { visibleGroup, visibleProject } from "../find";
import { globalId } from "../global-id";
import { isPresent } from "../is-present";
import type { Part } from "../part";
import { projectOrder } from "../project-order";

const tokenOf = (runner: Runner, { state }: GraphqlContext): RunnerToken | undefined =>
	state.runnerTokens.in("runner", runner.id)[0];

type Field<Args, Value> = (runner: Runner, args: Args, context: GraphqlContext) => Value;

/** Returns a resolver for a field of REST's runner detail. It is null if the caller cannot read the detail. */
const inDetail =
	<Args, Value>(give: Field<Args, Value>): Field<Args, Value | null> =>
	(runner, args, context) =>
		runnerPolicy.read_runner(context.actor, runner, context.state) ? give(runner, args, context) : null;

/** Returns a resolver for a field that is null if the caller cannot read the runner's jobs. */
const withJobs =
	<Args, Value>(give: Field<Args, Value>): Field<Args, Value | null> =>
	(runner, args, context) =>
		runnerPolicy.read_jobs(context.actor, runner, context.state) ? give(runner, args, context) : null;

const jobsIn = (
	runner: Runner,
	{ statuses }: { readonly statuses?: readonly string[] | null },
	context: GraphqlContext,
): Rows<Job> => jobsOf(runner, { statuses: statuses?.map(lower) }, context);

export const runners: Part = {
	Query: {
		runner(_root, { id }, { actor, state }) {
			const runner = state.runners.get(id.id);
			return runner && runnerPolicy.read_runner(actor, runner, state) ? runner : null;
		},
	},
	CiRunner: {
		id: ({ id }) => globalId("Ci::Runner", id),
		runnerType: ({ runner_type }) => upper(runner_type),
		status: (runner, _args, { state }) => upper(managerStatus(runner, state.clock.now())),
		active: ({ paused }) => !paused,
		accessLevel: ({ access_level }) => upper(access_level),
		createdBy: ({ created_by_id }, _args, { state }) =>
			(created_by_id === null ? undefined : state.users.get(created_by_id)) ?? null,
		jobExecutionStatus: (runner, _args, { state }) => upper(execution(runner, state)),
		locked: inDetail(({ locked }) => locked),
		tagList: inDetail(({ tag_list }) => [...tag_list]),
		maximumTimeout: inDetail(({ maximum_timeout }) => maximum_timeout),
		contactedAt: inDetail(({ contacted_at }) => contacted_at),
		maintenanceNote: (runner, _args, { actor, state }) =>
			runnerPolicy.admin_runner(actor, runner, state) ? runner.maintenance_note : null,
		shortSha: inDetail((runner, _args, context) => {
			const token = tokenOf(runner, context);
			return token ? beginningOf(token.text, context.settings).short : null;
		}),
		tokenExpiresAt: inDetail((runner, _args, context) => tokenOf(runner, context)?.expires_at ?? null),
		projectCount: inDetail((runner, _args, { state }) => state.runnerAssignments.count("runner", runner.id)),
		projects: inDetail((runner, { search, sort, ...args }, context) => {
			const filters = { ...projectOrder(sort ?? "id_asc"), ...(search ? { search } : {}) };
			return new Connection(visibleAmong(projectsOf(runner, context.state), filters, context), args);
		}),
		groups: inDetail((runner, args, context) => {
			const group = runner.group_id === null ? undefined : visibleGroup(runner.group_id, context);
			return new Connection(group ? [group] : [], args);
		}),
		ownerProject: inDetail((runner, _args, context) => {
			const [owner] = projectsOf(runner, context.state);
			return (owner && visibleProject(owner.id, context)) ?? null;
		}),
		managers: inDetail((runner, { status, systemId, ...args }, { state }) => {
			const now = state.clock.now();
			const all = state.runnerManagers
				.in("runner", runner.id)
				.filter((one) => !status || upper(managerStatus(one, now)) === status)
				.filter((one) => !isPresent(systemId) || one.system_id === systemId);
			return new Connection(all, args);
		}),
		// Assumed: counts only the jobs that the caller can see, so that the count matches the list.
		jobCount: withJobs((runner, args, context) => jobsIn(runner, args, context).size),
		jobs: withJobs((runner, args, context) => new LimitedConnection(jobsIn(runner, args, context), args)),
		userPermissions: (runner, _args, { actor, state }) => ({
			readRunner: runnerPolicy.read_runner(actor, runner, state),
			updateRunner: runnerPolicy.admin_runner(actor, runner, state),
			deleteRunner: runnerPolicy.delete_runner(actor, runner, state),
			assignRunner: runnerPolicy.give_runner(actor, runner, state),
		}),
	},
	CiRunnerManager: {
		id: ({ id }) => globalId("Ci::RunnerManager", id),
		platformName: ({ platform }) => platform,
		architectureName: ({ architecture }) => architecture,
		status: (one, _args, { state }) => upper(managerStatus(one, state.clock.now())),
		runner: ({ runner_id }, _args, { state }) => state.runners.get(runner_id) ?? null,
	},
};
