/**
 * A validator for every record and request body, and for the parameters and the responses of each operation:
 * `Pipeline`, `CreatePipelineBody`, `listPipelinesParameters`, `listPipelinesResponses`. They are zod/mini schemas that accept
 * the same values as the contract's JSON Schemas. Bundlers leave out those that you do not use.
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
