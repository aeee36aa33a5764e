import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import type { ApiResponse } from "../rule/response";
import { credentialPlans } from "./credentials";
import { groupPlans } from "./groups";
import { notePlans } from "./notes";
import { pipelinePlans } from "./pipelines";
import type { Plan, Planner, RestOperation, RestOperationId } from "./planner";
import { releasePlans } from "./releases";
import { runnerPlans } from "./runners";
import { userPlans } from "./users";

export type { Plan, RestOperationId } from "./planner";

const plans: { readonly [id in RestOperationId]: Planner } = {
	...notePlans,
	...pipelinePlans,
	...groupPlans,
	...credentialPlans,
	...userPlans,
	...runnerPlans,
	...releasePlans,
};

/** How to call an operation so that it succeeds. The records that the parameters name are the scene's, or are made. */
export async function planOf(operation: RestOperationId | RestOperation, t: Context): Promise<Plan> {
	if (typeof operation === "string") return await plans[operation](t);
	return await (operation.plan ?? plans[operation.id])(t);
}

/** Calls an operation as planned, with some parameters changed. What it makes is removed after the rule. */
export async function perform(operation: RestOperationId | RestOperation, plan: Plan, changes: Params = {}): Promise<ApiResponse> {
	const params = { ...plan.params, ...changes };
	const response = await plan.caller.call(operation, params, plan.as ? { as: plan.as } : {});
	if (response.status >= 200 && response.status < 300) plan.made?.(response);
	return response;
}

/** The call must have succeeded, or have the plan's status if it has one. */
export const hasSucceeded = ({ status }: Plan, response: ApiResponse): ApiResponse => (status ? response.is(status) : response.ok);

/** Calls an operation as planned, as `perform` does; the call must succeed. */
export async function succeeds(operation: RestOperationId | RestOperation, plan: Plan, changes: Params = {}): Promise<ApiResponse> {
	return hasSucceeded(plan, await perform(operation, plan, changes));
}
