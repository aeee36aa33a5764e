import { type OperationRow, operations } from "@tenon/contract";
import { gitlab } from "@tenon/contract/dialects";

/** Operations under the paths that GitLab has for them: those lead to them in the specification's dialect too. */
export const aliases: readonly OperationRow[] = gitlab.paths.flatMap(([verb, ours, path]) =>
	Object.values(operations)
		.filter((row) => row.verb === verb && row.path === ours)
		.map((row) => ({ ...row, path })),
);
