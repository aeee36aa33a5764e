/** Validates values against the contract: what is wrong and where, in words that never hold the value. Needs `zod`. */
export type { Fault } from "./fault";
export { faultsOf } from "./validate/faults";
export { responseSchema, schemaOf } from "./validate/schemas";
export { unknownFields } from "./validate/unknown-fields";
