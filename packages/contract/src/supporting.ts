import type { ContractExtension } from "./extension";
import type { operations } from "./generated/supporting/openapi";
import { operations as rows } from "./generated/supporting/operations";

export type * from "./generated/supporting/openapi";

/**
 * Endpoints beside the contract that clients of this API usually begin with: `GET /version`, `/metadata`, `/projects`, a
 * project, its issues, merge requests and branches. `tenon-mock serve` has them.
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
