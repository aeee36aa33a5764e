import type { OperationId } from "@tenon/contract";
import type { Context } from "../request/context";
import type { RowChange } from "../state/undo";

/** The context of resolvers: the context of REST handlers, and what GraphQL adds. */
export interface GraphqlContext extends Context {
	/** Whether the caller's credential allows mutations: a token with the scope `api`, or a session. */
	readonly writes: boolean;
	/** The cost of this query, and the highest cost that this caller's queries can have. */
	readonly complexity: { readonly score: number; readonly limit: number };
	/** Counts a call against the REST limit of an operation. Throws 429, which a mutation reports as its error. */
	readonly count: (id: OperationId) => void;
	/** Receives the rows that mutations write. */
	readonly changes: RowChange[];
	/** Whether a feature flag is enabled. */
	readonly hasFlag: (name: string) => boolean;
}
