import type { OperationId } from "@tenon/contract";
import type { Context } from "../request/context";
import type { RowChange } from "../state/undo";

/** What resolvers get: what REST handlers get, and what GraphQL adds. */
export interface GraphqlContext extends Context {
	/** Whether the caller's credential is good for mutations: of scope `api`, or a session. */
	readonly writes: boolean;
	/** What this query costs, and what a query of this caller may cost. */
	readonly complexity: { readonly score: number; readonly limit: number };
	/** Counts a call against the limit that REST has on an operation. Throws 429, which a mutation reports as its error. */
	readonly count: (id: OperationId) => void;
	/** Gets the rows that mutations write. */
	readonly changes: RowChange[];
	/** Whether a feature flag is on. */
	readonly hasFlag: (name: string) => boolean;
}
