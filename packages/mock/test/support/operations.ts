import { type OperationRow, operations } from "@tenon/contract";

/** The operations below `/api/v4`, for rules that apply to all of them. */
export const restOperations: readonly OperationRow[] = Object.values(operations).filter(
	({ domain }) => domain !== "alerts" && domain !== "graphql",
);

/** Returns a path of an operation: of the demo's project or group, and with `word` for the other path parameters. */
export function addressOf({ path }: OperationRow, word = "1"): string {
	return path
		.replace("/projects/{id}", "/projects/acme%2Fweb")
		.replace("/groups/{id}", "/groups/acme")
		.replace(/\{[^}]+\}/g, word);
}
