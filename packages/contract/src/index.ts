/**
 * The exports that are generated from the contract: the types of records, parameters and paths, and the operation
 * table. Validators are in `@tenon/contract/validators`, typed GraphQL documents in `@tenon/contract/graphql`.
 */

export type { ContractExtension } from "./extension";
export type { Fault } from "./fault";
export type * from "./generated/openapi";
export type { operations as OperationContracts } from "./generated/openapi";
export { type OperationId, operations } from "./generated/operations";
export type * from "./operation-row";
