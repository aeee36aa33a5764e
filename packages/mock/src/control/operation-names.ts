import { type OperationId, operations } from "@tenon/contract";
import { nearest } from "../lib/nearest";

/** What faults, overrides, journal and coverage know an operation by: its id in the contract; GraphQL is one of them. */
export type ControlledOperation = OperationId | "executeGraphql";

/** Every operation that can be controlled. */
export const operationNames: readonly ControlledOperation[] = [
	// The table's keys are the ids.
	...(Object.keys(operations) as (keyof typeof operations)[]),
	"executeGraphql",
];

const known: ReadonlySet<unknown> = new Set(operationNames);

export const isOperation = (name: unknown): name is ControlledOperation => known.has(name);

const ending = (guess: string | undefined): string => (guess ? ` Did you mean "${guess}"?` : "");

/** What is said of a name that is none. */
export const noSuchOperation = (name: string): string =>
	`there is no operation "${name}".${ending(nearest(name, operationNames))}`;
