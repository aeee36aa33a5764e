import type { OperationId } from "@tenon/contract";
import type { Params } from "../rule/address";
import type { Answer } from "../rule/answer";
import type { Caller, CallOptions } from "../rule/caller";
import type { Context } from "../rule/context";
import { credentialPlans } from "./credentials";
import { groupPlans } from "./groups";
import { notePlans } from "./notes";
import { pipelinePlans } from "./pipelines";
import { releasePlans } from "./releases";
import { runnerPlans } from "./runners";
import { userPlans } from "./users";

/** The operations below `/api/v4`; the alert intake has addresses of its own. */
export type RestOperationId = Exclude<OperationId, "sendAlert">;

/** How an operation succeeds on the server at hand. */
export interface Plan {
	/** Who may. */
	readonly caller: Caller;
	/** As few as succeed; the records that they name are there. */
	readonly params: Params;
	/** How the body travels, where JSON cannot carry it. */
	readonly as?: CallOptions["as"];
	/** What a refused call must not change, as a caller reads it. */
	readonly look?: () => Promise<unknown>;
	/** Takes back what a call that succeeded made. */
	readonly made?: (answer: Answer) => void;
	/** What it is answered, where no record can be made with which it succeeds. */
	readonly answered?: number;
}

/** Makes what an operation needs, and says how to call it. */
export type Planner = (t: Context) => Promise<Plan>;

const plans: { readonly [id in RestOperationId]: Planner } = {
	...notePlans,
	...pipelinePlans,
	...groupPlans,
	...credentialPlans,
	...userPlans,
	...runnerPlans,
	...releasePlans,
};

/** The parameters with which an operation succeeds; what they name is taken from the scene, or made. */
export const planOf = async (operation: RestOperationId, t: Context): Promise<Plan> => await plans[operation](t);

/** Calls an operation as planned, with parameters changed, and takes back what it made. */
export async function perform(operation: RestOperationId, plan: Plan, changes: Params = {}): Promise<Answer> {
	const params = { ...plan.params, ...changes };
	const answer = await plan.caller.call(operation, params, plan.as ? { as: plan.as } : {});
	if (answer.status >= 200 && answer.status < 300) plan.made?.(answer);
	return answer;
}
