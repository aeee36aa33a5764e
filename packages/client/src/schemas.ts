/**
 * The contract's validators, as zod schemas, and {@link validator}, with which a client judges what it sends and gets. Needs
 * `zod`; a client that does not import this entry carries none of it.
 */
export * from "@tenon/contract/validators";
export { type ValidatorOptions, validator } from "./schemas/validator";
