import type { OperationId } from "@tenon/contract";
import { ControlError } from "../lib/control-error";
import { nearest } from "../lib/nearest";
import type { OperationSet } from "../request/operation-set";

/**
 * The operations of your extensions, for the types of faults, overrides and the journal. Declare them where you define
 * the extension: in `declare module "@tenon/mock"`, an interface with this name that extends the generated
 * `operations`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: users add to it
export interface ExtensionOperations {}

/** The name of an operation in faults, overrides, the journal and coverage: its id, or `executeGraphql` for GraphQL. */
export type ControlledOperation = OperationId | "executeGraphql" | (keyof ExtensionOperations & string);

/** Returns the names of all operations that can be controlled. */
export const operationNames = (operations: OperationSet): readonly ControlledOperation[] =>
	// Ids of the contract, or of an extension whose user declares them.
	[...operations.ids, "executeGraphql"] as ControlledOperation[];

export const isOperation = (name: unknown, operations: OperationSet): name is ControlledOperation =>
	name === "executeGraphql" || (typeof name === "string" && operations.row(name) !== undefined);

const ending = (guess: string | undefined): string => (guess ? ` Did you mean "${guess}"?` : "");

/** Returns the message for an unknown operation. */
export const noSuchOperation = (name: string, operations: OperationSet): string =>
	`there is no operation "${name}".${ending(nearest(name, operationNames(operations)))}`;

/** Throws ControlError if the platform does not have the operation; undefined means all operations. */
export function checkOperation(operation: unknown, operations: OperationSet): void {
	if (operation !== undefined && !isOperation(operation, operations))
		throw new ControlError([{ pointer: "/operation", message: noSuchOperation(String(operation), operations) }]);
}
