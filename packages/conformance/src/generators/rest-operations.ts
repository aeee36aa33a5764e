import { operations } from "@tenon/contract";
import type { RestOperation, RestOperationId } from "../plans/planner";

export type { RestOperation } from "../plans/planner";

/** The operations below `/api/v4`. */
export const restOperations: readonly RestOperation[] = Object.values(operations).filter(
	// Every other operation has a plan: the type of the plans ensures this.
	(row): row is typeof row & RestOperation => row.id !== "sendAlert",
);

/** Returns the row of an operation. Throws for an unknown id, so that no law silently skips an operation. */
export function byId(id: RestOperationId): RestOperation {
	const row = restOperations.find((one) => one.id === id);
	if (!row) throw new Error(`There is no operation ${id}.`);
	return row;
}

/** The operations that change something. */
export const writing: readonly RestOperation[] = restOperations.filter(({ verb }) => verb !== "GET");
/** Returns the operations that only read. */
export const readingOf = (rows: readonly RestOperation[]): readonly RestOperation[] => rows.filter(({ verb }) => verb === "GET");
export const reading: readonly RestOperation[] = readingOf(restOperations);
/** Returns the lists with numbered pages. */
export const pagedOf = (rows: readonly RestOperation[]): readonly RestOperation[] =>
	readingOf(rows).filter(({ pagination }) => pagination?.styles.includes("offset"));
export const paged: readonly RestOperation[] = pagedOf(restOperations);

/** Whether a law may call an operation many times: it has no rate limit, or a high one. */
export const isGenerous = ({ rateLimit }: { readonly rateLimit?: RestOperation["rateLimit"] | undefined }): boolean => (rateLimit?.limit ?? 1000) > 60;

/** Whether an operation accepts its fields as a form. */
export const takesForms = ({ body }: RestOperation): boolean => body?.types.includes("application/x-www-form-urlencoded") === true;

/** Returns the parameters that another one requires: `sort` of a runner's jobs "needs `order_by`", so a server may refuse it without. */
export const besideOf = ({ id }: RestOperation, name: string): { readonly [name: string]: string } =>
	id === "listRunnerJobs" && name === "sort" ? { order_by: "id" } : {};
