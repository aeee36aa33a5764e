import type { OperationId, OperationRow } from "@tenon/contract";
import type { Params } from "../rule/address";
import type { Caller, CallOptions } from "../rule/caller";
import type { Context } from "../rule/context";
import type { ApiResponse } from "../rule/response";

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
	/** Whether other rules add to what `look` reads meanwhile. What a call adds shows each time that it is sent. */
	readonly isShared?: true;
	/** Takes back what a call that succeeded made. */
	readonly made?: (response: ApiResponse) => void;
	/** The status, where no record can be made with which it succeeds. */
	readonly status?: number;
}

/** Makes what an operation needs, and says how to call it. */
export type Planner = (t: Context) => Promise<Plan>;

/** The operations below `/api/v4`; the alert intake has addresses of its own. */
export type RestOperationId = Exclude<OperationId, "sendAlert">;

/** A row of the table whose operation can be planned. */
export type RestOperation = OperationRow & {
	readonly id: RestOperationId;
	/** How an operation of an extension succeeds; those of the contract have plans written by hand. */
	readonly plan?: Planner;
	/** The operation that makes what a list of an extension shows. */
	readonly maker?: RestOperation;
};
