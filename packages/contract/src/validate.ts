/**
 * Validates values against the contract. Faults name the path and the expected value, never the actual value. Requires
 * `zod`.
 */
export type { Fault } from "./fault";
export { faultsOf } from "./validate/faults";
export { responseSchema, schemaOf } from "./validate/schemas";
export { unknownFields } from "./validate/unknown-fields";
