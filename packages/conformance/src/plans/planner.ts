import type { OperationId, OperationRow } from "@tenon/contract";
import type { Params } from "../rule/address";
import type { Caller, CallOptions } from "../rule/caller";
import type { Context } from "../rule/context";
import type { ApiResponse } from "../rule/response";

/** How an operation succeeds on the server at hand. */
export interface Plan {
	/** A caller who may call it. */
	readonly caller: Caller;
	/** The fewest parameters with which it succeeds. The records that they name exist. */
	readonly params: Params;
	/** How the body is sent, if it cannot be JSON. */
	readonly as?: CallOptions["as"];
	/** Reads what a refused call must not change. */
	readonly look?: () => Promise<unknown>;
	/** Whether other rules add to what `look` reads meanwhile. The check is then repeated: what the call itself adds shows every time. */
	readonly isShared?: true;
	/** Registers how to remove what a successful call made. */
	readonly made?: (response: ApiResponse) => void;
	/** The expected status, if no record can be made with which the operation succeeds. */
	readonly status?: number;
}

/** Makes what an operation needs, and returns how to call it. */
export type Planner = (t: Context) => Promise<Plan>;

/** The operations under `/api/v4`; the alert intake has URLs of its own. */
export type RestOperationId = Exclude<OperationId, "sendAlert">;

/** A row of the operation table that a plan can be made for. */
export type RestOperation = OperationRow & {
	readonly id: RestOperationId;
	/** How an operation of an extension succeeds; those of the contract have plans written by hand. */
	readonly plan?: Planner;
	/** The operation that creates the records in a list of an extension. */
	readonly maker?: RestOperation;
};
