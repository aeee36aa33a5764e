import { matching } from "../../domains/groups/search";
import {
	everyRunner,
	type Filters,
	groupRunners,
	isVersionPrefix,
	type Order,
	ownRunners,
	projectRunners,
} from "../../domains/runners/list";
import { runnerPolicy } from "../../domains/runners/policy";
import { managerStatus } from "../../domains/runners/status";
import { beginningOf } from "../../domains/runners/token";
import type { Rows } from "../../request/pages/page";
import type { Runner } from "../../state/records";
import { lower, upper } from "../case";
import { Connection } from "../connection";
import type { GraphqlContext } from "../context";
import { refusal } from "../errors";
import type { CiRunnerSort, QueryRunnersArgs } from "../generated/resolvers";
import { isPresent } from "../is-present";
import type { Part } from "../part";

const orders: { readonly [sort in CiRunnerSort]: Order | undefined } = {
	CREATED_ASC: { by: "created", descending: false },
	// The default order of the lists.
	CREATED_DESC: undefined,
	CONTACTED_ASC: { by: "contacted", descending: false },
	CONTACTED_DESC: { by: "contacted", descending: true },
	TOKEN_EXPIRES_AT_ASC: { by: "token_expires", descending: false },
	TOKEN_EXPIRES_AT_DESC: { by: "token_expires", descending: true },
	MOST_ACTIVE_DESC: { by: "running_jobs", descending: true },
};

/** Returns a test for a search in a runner's description, or for the start of its token if the caller can see it. */
function found(search: string, { actor, settings, state }: GraphqlContext): (runner: Runner) => boolean {
	const match = matching(search);
	if (!match) return () => true;
	return (runner) => {
		if (match(runner.description)) return true;
		const [token] = state.runnerTokens.in("runner", runner.id);
		if (!token || !runnerPolicy.read_runner(actor, runner, state)) return false;
		const { prefix, short } = beginningOf(token.text, settings);
		return short.startsWith(search) || `${prefix}${short}`.startsWith(search);
	};
}

/** Returns a test for the filters that REST's lists do not have. */
function alsoOf({ status, search, creatorId, creatorUsername }: QueryRunnersArgs, context: GraphqlContext) {
	const { state } = context;
	const now = state.clock.now();
	const creator = creatorUsername ? state.users.one("username", creatorUsername.toLowerCase()) : undefined;
	const tests: (((runner: Runner) => boolean) | false)[] = [
		// Matches exactly the value of the field. In REST, `offline` also includes stale runners.
		!!status && ((one) => upper(managerStatus(one, now)) === status),
		!!search && found(search, context),
		!!creatorId && ((one) => one.created_by_id === creatorId.id),
		!!creatorUsername && ((one) => creator !== undefined && one.created_by_id === creator.id),
	];
	const values = tests.filter((test) => test !== false);
	return values.length === 0 ? undefined : (runner: Runner) => values.every((test) => test(runner));
}

/** Returns the filters of a list of runners. */
function filtersOf(args: QueryRunnersArgs, context: GraphqlContext): Filters {
	const { paused, active, type, tagList, versionPrefix, sort } = args;
	if (isPresent(paused) && isPresent(active)) throw refusal("active, paused are mutually exclusive");
	if (isPresent(versionPrefix) && !isVersionPrefix(versionPrefix)) throw refusal("versionPrefix is invalid");
	const isPaused = paused ?? (isPresent(active) ? !active : undefined);
	return {
		...(isPaused === undefined ? {} : { paused: isPaused }),
		...(type ? { type: lower(type) } : {}),
		...(tagList ? { tag_list: [...tagList] } : {}),
		...(isPresent(versionPrefix) ? { version_prefix: versionPrefix } : {}),
		also: alsoOf(args, context),
		order: orders[sort ?? "CREATED_DESC"],
	};
}

/** Returns a list of runners, or null if the caller cannot get it. */
function listed(
	allowed: boolean,
	args: QueryRunnersArgs,
	context: GraphqlContext,
	give: (filters: Filters) => Rows<Runner>,
): Connection<Runner> | null {
	return allowed ? new Connection(give(filtersOf(args, context)), args) : null;
}

export const runnerLists: Part = {
	Query: {
		runners: (_root, args, context) =>
			listed(context.actor.isAdmin, args, context, (filters) => everyRunner(filters, context.state)),
	},
	CurrentUser: {
		runners: (_user, args, context) => listed(true, args, context, (filters) => ownRunners(filters, context)),
	},
	Group: {
		runners: (group, args, context) =>
			listed(runnerPolicy.list_in_group(context.actor, group), args, context, (filters) =>
				groupRunners(group, filters, context.state),
			),
	},
	Project: {
		runners: (project, args, context) =>
			listed(runnerPolicy.list_in_project(context.actor, project), args, context, (filters) =>
				projectRunners(project, filters, context.state),
			),
	},
};
