import { operations } from "@tenon/contract";
import type { RestOperation } from "../plans/planner";

export type { RestOperation } from "../plans/planner";

/** The operations below `/api/v4`. */
export const restOperations: readonly RestOperation[] = Object.values(operations).filter(
	// Every id but this one is planned, which the type of the plans holds.
	(row): row is typeof row & RestOperation => row.id !== "sendAlert",
);

/** What carrying out a writing operation does to a server: a rotated token cannot be had back. */
export const effectOf = ({ id }: RestOperation): "writes" | "destroys" => (id.startsWith("rotate") ? "destroys" : "writes");

/** Those that change something. */
export const writing: readonly RestOperation[] = restOperations.filter(({ verb }) => verb !== "GET");
/** Those that only read. */
export const readingOf = (rows: readonly RestOperation[]): readonly RestOperation[] => rows.filter(({ verb }) => verb === "GET");
export const reading: readonly RestOperation[] = readingOf(restOperations);
/** Lists that come in pages. */
export const pagedOf = (rows: readonly RestOperation[]): readonly RestOperation[] =>
	readingOf(rows).filter(({ pagination }) => pagination?.styles.includes("offset"));
export const paged: readonly RestOperation[] = pagedOf(restOperations);
