import { type OperationRow, operations } from "@tenon/contract";

/** Other paths that lead to an operation, with the same parameters. */
const paths: readonly (readonly [row: OperationRow, path: string])[] = [
	[operations.deleteGroupSshKey, "/groups/{id}/manage/ssh_keys/{key_id}"],
];

/** The operations under their other paths. */
export const aliases: readonly OperationRow[] = paths.map(([row, path]) => ({ ...row, path }));
