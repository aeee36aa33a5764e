import { operations } from "@tenon/contract";
import type { RestOperation, RestOperationId } from "../plans/planner";

export type { RestOperation } from "../plans/planner";

/** The operations below `/api/v4`. */
export const restOperations: readonly RestOperation[] = Object.values(operations).filter(
	// Every id but this one is planned, which the type of the plans holds.
	(row): row is typeof row & RestOperation => row.id !== "sendAlert",
);

/** The row of an operation. Throws for an id that no operation has: a law must not leave out what it does not find. */
export function byId(id: RestOperationId): RestOperation {
	const row = restOperations.find((one) => one.id === id);
	if (!row) throw new Error(`There is no operation ${id}.`);
	return row;
}

/** Those that change something. */
export const writing: readonly RestOperation[] = restOperations.filter(({ verb }) => verb !== "GET");
/** Those that only read. */
export const readingOf = (rows: readonly RestOperation[]): readonly RestOperation[] => rows.filter(({ verb }) => verb === "GET");
export const reading: readonly RestOperation[] = readingOf(restOperations);
/** Lists that come in pages. */
export const pagedOf = (rows: readonly RestOperation[]): readonly RestOperation[] =>
	readingOf(rows).filter(({ pagination }) => pagination?.styles.includes("offset"));
export const paged: readonly RestOperation[] = pagedOf(restOperations);

/** Whether a law may call it again and again: its limit, if it has one, is not soon used up. */
export const isGenerous = ({ rateLimit }: { readonly rateLimit?: RestOperation["rateLimit"] | undefined }): boolean => (rateLimit?.limit ?? 1000) > 60;

/** Whether an operation takes its fields as a form. */
export const takesForms = ({ body }: RestOperation): boolean => body?.types.includes("application/x-www-form-urlencoded") === true;

/** What must stand beside a parameter: the direction of a runner's jobs "needs `order_by`", so a server may refuse it alone. */
export const besideOf = ({ id }: RestOperation, name: string): { readonly [name: string]: string } =>
	id === "listRunnerJobs" && name === "sort" ? { order_by: "id" } : {};
