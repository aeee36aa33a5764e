/**
 * The contract's validators as zod schemas, and {@link validator}, with which a client validates requests and
 * responses. Requires `zod`; a client that does not import this entry point does not bundle it.
 */
export * from "@tenon/contract/validators";
export { type ValidatorOptions, validator } from "./schemas/validator";
