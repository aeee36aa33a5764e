/**
 * What is made from the contract: the types of every record, parameter and path, and the table of operations.
 * Validators are in `@tenon/contract/validators`, typed GraphQL documents in `@tenon/contract/graphql`.
 */

export type { ContractExtension } from "./extension";
export type { Fault } from "./fault";
export type * from "./generated/openapi";
export type { operations as OperationContracts } from "./generated/openapi";
export { type OperationId, operations } from "./generated/operations";
export type * from "./operation-row";
