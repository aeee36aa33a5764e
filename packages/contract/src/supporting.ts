import type { ContractExtension } from "./extension";
import type { operations } from "./generated/supporting/openapi";
import { operations as rows } from "./generated/supporting/operations";

export type * from "./generated/supporting/openapi";

/**
 * Endpoints outside the contract that most clients of this API need first: `GET /version`, `/metadata`, `/projects`, a
 * project, its issues, merge requests and branches. `tenon-mock serve` supports them.
 *
 * @example
 * import { supporting } from "@tenon/contract/supporting";
 * console.log(Object.keys(supporting.operations)); // [ 'getVersion', 'getMetadata', … ]
 */
export const supporting: ContractExtension<operations> = {
	name: "supporting",
	operations: rows,
	validators: () => import("./generated/supporting/validators"),
};
