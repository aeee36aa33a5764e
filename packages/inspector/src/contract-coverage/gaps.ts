import type { Schemas } from "../api/control";

export type OperationCoverage = Schemas["Coverage"]["operations"][number];

/** The coverage of a status of an operation. */
export type Cell =
	| { readonly kind: "seen"; readonly count: number; readonly broken: number }
	| { readonly kind: "never" }
	/** The contract has no such response. */
	| { readonly kind: "undeclared" };

const countOf = (counts: { readonly [status: string]: number }, status: number): number => counts[String(status)] ?? 0;

export function cellOf({ statuses, broken, missingStatuses }: OperationCoverage, status: number): Cell {
	const count = countOf(statuses, status);
	if (count > 0) return { kind: "seen", count, broken: countOf(broken, status) };
	return missingStatuses.includes(status) ? { kind: "never" } : { kind: "undeclared" };
}

/** The statuses that any of the operations has had, or could have. */
export const statusesOf = (operations: readonly OperationCoverage[]): number[] =>
	[
		...new Set(
			operations.flatMap(({ statuses, missingStatuses }) => [...Object.keys(statuses).map(Number), ...missingStatuses]),
		),
	].sort((a, b) => a - b);

/** Returns the operations whose name contains a text, optionally only those that were never called. */
export const shownOperations = (
	operations: readonly OperationCoverage[],
	search: string,
	isUntouched: boolean,
): OperationCoverage[] =>
	operations.filter(
		({ operation, calls }) =>
			operation.toLowerCase().includes(search.trim().toLowerCase()) && (!isUntouched || calls === 0),
	);

/** Returns what was never called as a Markdown list. */
export function gapsOf(operations: readonly OperationCoverage[]): string {
	const lines = operations.flatMap(({ operation, calls, missingStatuses, missingParameters }) => {
		if (calls === 0) return [`- [ ] \`${operation}\`: never called`];
		const parts = [
			missingStatuses.length > 0 ? `statuses ${missingStatuses.join(", ")}` : "",
			missingParameters.length > 0 ? `parameters ${missingParameters.map((name) => `\`${name}\``).join(", ")}` : "",
		].filter((part) => part !== "");
		return parts.length > 0 ? [`- [ ] \`${operation}\`: ${parts.join("; ")}`] : [];
	});
	return lines.length > 0 ? `${lines.join("\n")}\n` : "No gaps.\n";
}
