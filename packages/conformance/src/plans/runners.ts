import type { Context } from "../rule/context";
import type { Planner } from "./planner";

const everywhere: Planner = async (t) => ({ caller: t.as("administrator"), params: {} });

async function onRunner(t: Context) {
	const params = { id: (await t.given.projectRunner()).number("id") };
	const caller = t.as("owner");
	return { caller, params, look: async () => (await caller.call("getRunner", params)).is(200).json };
}

/** A runner of the project that has run a job, if there is one: jobs cannot be created. */
async function withJobs(t: Context) {
	const caller = t.as("owner");
	const runners = (await caller.list("listProjectRunners", { id: t.scene("project") })).is(200);
	for (const id of runners.ids) {
		const jobs = await caller.call("listRunnerJobs", { id, per_page: 1 });
		if (jobs.status === 200 && jobs.items.length > 0) return { caller, params: { id } };
	}
	return await onRunner(t);
}

/** A runner that calls with its own token. */
const byToken: Planner = async (t) => {
	const runner = await t.given.projectRunner();
	const [token, id] = [runner.string("token"), runner.number("id")];
	const look = async () => (await t.as("owner").call("getRunner", { id })).is(200).json;
	return { caller: t.anonymous, params: { token }, look };
};

/** A runner of one project, to be assigned to another. */
async function lent(t: Context) {
	const [id, runner_id] = [t.scene("internal_project"), (await t.given.projectRunner()).number("id")];
	const caller = t.as("owner");
	const look = async () => (await caller.call("getRunner", { id: runner_id })).is(200).json;
	t.undo("the lent runner", () => caller.call("unassignProjectRunner", { id, runner_id }));
	return { caller, params: { id, runner_id }, look };
}

/** How many runners of the group have this description: other rules create and remove runners at the same time. */
export async function groupRunners(t: Context, description: string): Promise<number> {
	const { items } = (await t.as("owner").list("listGroupRunners", { id: t.scene("group") })).is(200);
	return items.filter((one) => one.description === description).length;
}

/** How the operations on runners succeed. */
export const runnerPlans = {
	listRunners: async (t) => {
		const caller = t.as("owner");
		for (const _ of [1, 2, 3]) await t.given.runner();
		return { caller, params: {} };
	},
	listAllRunners: everywhere,
	getRunner: onRunner,
	updateRunner: async (t) => {
		const plan = await onRunner(t);
		return { ...plan, params: { ...plan.params, description: t.unique("described") } };
	},
	deleteRunner: onRunner,
	listRunnerJobs: withJobs,
	listRunnerManagers: onRunner,
	resetRunnerAuthenticationToken: onRunner,
	listProjectRunners: async (t) => {
		await t.given.projectRunner({ paused: true });
		return { caller: t.as("owner"), params: { id: t.scene("project") } };
	},
	listGroupRunners: async (t) => {
		await t.given.runner({ paused: true });
		return { caller: t.as("owner"), params: { id: t.scene("group") } };
	},
	assignProjectRunner: lent,
	unassignProjectRunner: async (t) => {
		const plan = await lent(t);
		(await plan.caller.call("assignProjectRunner", plan.params)).ok;
		return plan;
	},
	registerRunner: async (t) => {
		const description = t.unique("registered");
		return {
			caller: t.anonymous,
			params: { token: await t.given.registrationToken(), description },
			look: async () => await groupRunners(t, description),
			made: (response) => {
				const id = response.number("id");
				t.undo("the registered runner", () => t.as("owner").call("deleteRunner", { id }));
			},
		};
	},
	deleteRunnerByToken: byToken,
	verifyRunner: async (t) => {
		const plan = await byToken(t);
		return { ...plan, params: { ...plan.params, system_id: t.unique("system") } };
	},
	resetRunnerAuthenticationTokenByToken: byToken,
	resetRunnerRegistrationToken: everywhere,
	resetProjectRunnerRegistrationToken: async (t) => ({ caller: t.as("owner"), params: { id: t.scene("project") } }),
	resetGroupRunnerRegistrationToken: async (t) => ({ caller: t.as("owner"), params: { id: t.scene("group") } }),
} as const satisfies Record<string, Planner>;
