/**
 * A validator for every record and request body, and for each operation its parameters and its responses by status:
 * `Pipeline`, `CreatePipelineBody`, `listPipelinesParameters`, `listPipelinesResponses`. All are zod/mini schemas
 * that judge as the contract's JSON Schemas do; what is not used is left out by bundlers.
 */
export * from "./generated/validators/alerts";
export * from "./generated/validators/common";
export * from "./generated/validators/credentials";
export * from "./generated/validators/graphql";
export * from "./generated/validators/groups";
export * from "./generated/validators/notes";
export * from "./generated/validators/pipelines";
export * from "./generated/validators/releases";
export * from "./generated/validators/runners";
export * from "./generated/validators/users";
