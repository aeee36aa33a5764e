import type { OperationId } from "@tenon/contract";
import { ControlError } from "../lib/control-error";
import { nearest } from "../lib/nearest";
import type { OperationSet } from "../request/operation-set";

/**
 * The operations of your extensions, for the types of faults, overrides and the journal. Declare them where you define
 * the extension: in `declare module "@tenon/mock"`, an interface of this name that extends the generated `operations`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: users add to it
export interface ExtensionOperations {}

/** What faults, overrides, journal and coverage know an operation by: its id; GraphQL is one of them. */
export type ControlledOperation = OperationId | "executeGraphql" | (keyof ExtensionOperations & string);

/** Every operation that can be controlled. */
export const operationNames = (operations: OperationSet): readonly ControlledOperation[] =>
	// Ids of the contract, or of an extension that its user declares.
	[...operations.ids, "executeGraphql"] as ControlledOperation[];

export const isOperation = (name: unknown, operations: OperationSet): name is ControlledOperation =>
	name === "executeGraphql" || (typeof name === "string" && operations.row(name) !== undefined);

const ending = (guess: string | undefined): string => (guess ? ` Did you mean "${guess}"?` : "");

/** The message for an unknown name. */
export const noSuchOperation = (name: string, operations: OperationSet): string =>
	`there is no operation "${name}".${ending(nearest(name, operationNames(operations)))}`;

/** Throws ControlError for an operation that the platform does not have; undefined stands for all of them. */
export function checkOperation(operation: unknown, operations: OperationSet): void {
	if (operation !== undefined && !isOperation(operation, operations))
		throw new ControlError([{ pointer: "/operation", message: noSuchOperation(String(operation), operations) }]);
}
