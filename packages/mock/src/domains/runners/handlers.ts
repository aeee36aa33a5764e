import { authorize } from "../../request/access/authorize";
import { checkUnmodified, findGroup, findProject } from "../../request/access/find";
import type { Context } from "../../request/context";
import { notFound, parameterError } from "../../request/http/errors";
import { created, noContent, ok } from "../../request/http/json-response";
import type { RawResponse } from "../../request/http/raw";
import { erasing, operation } from "../../request/operation";
import { keysetPage, noKeyset } from "../../request/pages/keyset";
import { page } from "../../request/pages/page";
import type { Runner, RunnerProgram } from "../../state/records";
import { detail, listItem, manager, newToken, registration } from "./entities";
import { job } from "./job-entity";
import { jobsByKeyset, jobsOf } from "./job-list";
import { everyRunner, groupRunners, ownRunners, projectRunners } from "./list";
import {
	authorizeAssignment,
	authorizeChange,
	authorizeDeletion,
	authorizeUnassignment,
	noAccess,
	runnerPolicy,
} from "./policy";
import { assign, assignment, contact, destroy, register, unassign, update } from "./runner";
import { isNewStyle, type RunnerHome, registrationHome, reset, resetRegistration, runnerOf } from "./token";

/** Returns the runner with an ID. Throws 404 if there is none. */
function find({ state }: Context, id: number): Runner {
	const runner = state.runners.get(id);
	if (!runner) throw notFound();
	return runner;
}

/** Returns the runner with an ID. Throws 404 if there is none, and 403 if the caller cannot change it. */
function manageable(context: Context, id: number): Runner {
	const runner = find(context, id);
	authorizeChange(context.actor, runner, context.state);
	return runner;
}

/** Replaces the registration token of a home, and returns the new one. */
function resetAt(home: RunnerHome, context: Context): RawResponse {
	authorize(runnerPolicy.reset_registration(context.actor, home, context.state));
	return created({ token: resetRegistration(home, context).text });
}

export const runners = {
	listRunners: operation("listRunners", (call) =>
		page(call, call.params, ownRunners(call.params, call), (one) => listItem(one, call)),
	),

	listAllRunners: operation("listAllRunners", (call) => {
		authorize(runnerPolicy.list_all(call.actor));
		return page(call, call.params, everyRunner(call.params, call.state), (one) => listItem(one, call));
	}),

	getRunner: operation("getRunner", (call) => {
		const runner = find(call, call.params.id);
		authorize(runnerPolicy.read_runner(call.actor, runner, call.state), noAccess);
		return ok(detail(runner, call, call.params.include_projects));
	}),

	updateRunner: erasing("updateRunner", ["description", "maintenance_note"], (call) => {
		const { id, ...input } = call.params;
		return ok(detail(update(manageable(call, id), input, call.state), call));
	}),

	listRunnerJobs: operation("listRunnerJobs", (call) => {
		const runner = find(call, call.params.id);
		authorize(runnerPolicy.read_jobs(call.actor, runner, call.state), noAccess);
		const { system_id, status, order_by, sort } = call.params;
		const statuses = status === undefined ? undefined : [status];
		// Assumed: without `order_by` the oldest job comes first, as in the real product; `sort` alone has no effect.
		const ascending = order_by === undefined || sort === "asc";
		const filters = { system_id, statuses, ascending };
		if (call.params.pagination === "keyset") {
			if (order_by === undefined) throw noKeyset();
			return keysetPage(call, call.params, jobsByKeyset(runner, filters, call), (one) => job(one, call));
		}
		const jobs = jobsOf(runner, filters, call);
		return page(call, call.params, jobs, (one) => job(one, call));
	}),

	listRunnerManagers: operation("listRunnerManagers", (call) => {
		const runner = find(call, call.params.id);
		authorize(runnerPolicy.read_runner(call.actor, runner, call.state), noAccess);
		return ok(call.state.runnerManagers.in("runner", runner.id).map((one) => manager(one, call.state)));
	}),

	listProjectRunners: operation("listProjectRunners", (call) => {
		const project = findProject(call, call.params.id);
		authorize(runnerPolicy.list_in_project(call.actor, project));
		return page(call, call.params, projectRunners(project, call.params, call.state), (one) => listItem(one, call));
	}),

	assignProjectRunner: operation("assignProjectRunner", (call) => {
		const project = findProject(call, call.params.id);
		authorize(runnerPolicy.assign_in(call.actor, project));
		const runner = find(call, call.params.runner_id);
		authorizeAssignment(call.actor, runner, call.state);
		assign(runner, project, call.state);
		return created(listItem(runner, call));
	}),

	unassignProjectRunner: operation("unassignProjectRunner", (call) => {
		const { actor, params, state } = call;
		const project = findProject(call, params.id);
		authorize(runnerPolicy.assign_in(actor, project));
		const found = assignment(params.runner_id, project, state);
		authorizeUnassignment(actor, find(call, params.runner_id));
		checkUnmodified(call, found.created_at);
		unassign(found, state);
		return noContent();
	}),

	listGroupRunners: operation("listGroupRunners", (call) => {
		const group = findGroup(call, call.params.id);
		authorize(runnerPolicy.list_in_group(call.actor, group));
		return page(call, call.params, groupRunners(group, call.params, call.state), (one) => listItem(one, call));
	}),

	registerRunner: operation("registerRunner", (call) => {
		const { token, info = {}, maintainer_note, ...input } = call.params;
		if (maintainer_note !== undefined && input.maintenance_note !== undefined)
			throw parameterError("maintainer_note, maintenance_note are mutually exclusive");
		const { name = null, version = null, revision = null, platform = null, architecture = null } = info;
		const program: RunnerProgram = { version, revision, platform, architecture };
		const settings = { ...input, name, maintenance_note: input.maintenance_note ?? maintainer_note };
		const made = register(registrationHome(token, call.state), settings, program, call);
		return created(registration(made.runner, made.token));
	}),

	deleteRunner: operation("deleteRunner", (call) => {
		const { actor, state } = call;
		const runner = find(call, call.params.id);
		authorizeDeletion(actor, runner, state);
		checkUnmodified(call, runner.updated_at);
		destroy(runner, state);
		return noContent();
	}),

	deleteRunnerByToken: operation("deleteRunnerByToken", (call) => {
		const { runner } = runnerOf(call.params.token, call.state);
		checkUnmodified(call, runner.updated_at);
		destroy(runner, call.state);
		return noContent();
	}),

	verifyRunner: operation("verifyRunner", (call) => {
		const { params, request, settings, state } = call;
		if (isNewStyle(params.token, settings) && !params.system_id) throw parameterError("system_id is missing");
		const { runner, token } = runnerOf(params.token, state);
		contact(runner, params.system_id, request.ip, state);
		return ok(registration(runner, token));
	}),

	resetRunnerRegistrationToken: operation("resetRunnerRegistrationToken", (call) =>
		resetAt({ place: "instance", place_id: 0 }, call),
	),

	resetProjectRunnerRegistrationToken: operation("resetProjectRunnerRegistrationToken", (call) =>
		resetAt({ place: "project", place_id: findProject(call, call.params.id).id }, call),
	),

	resetGroupRunnerRegistrationToken: operation("resetGroupRunnerRegistrationToken", (call) =>
		resetAt({ place: "group", place_id: findGroup(call, call.params.id).id }, call),
	),

	resetRunnerAuthenticationToken: operation("resetRunnerAuthenticationToken", (call) =>
		created(newToken(reset(manageable(call, call.params.id), call))),
	),

	resetRunnerAuthenticationTokenByToken: operation("resetRunnerAuthenticationTokenByToken", (call) =>
		created(newToken(reset(runnerOf(call.params.token, call.state).runner, call))),
	),
};
