/**
 * GraphQL: {@link createGraphQL}, the contract's typed documents, and helpers. Works without the REST client.
 */
export * from "@tenon/contract/graphql";
export type { CaptchaOptions, Challenge } from "./graphql/captcha";
export { createGraphQL, type GraphQL } from "./graphql/client";
export { estimateComplexity } from "./graphql/complexity";
export type { AnyVariables, TypedDocument } from "./graphql/document";
export {
	accepted,
	CaptchaRequiredError,
	ComplexityError,
	GraphqlError,
	type GraphqlErrorEntry,
	MutationError,
	SpamError,
} from "./graphql/errors";
export { globalId, parseGlobalId } from "./graphql/global-id";
export type { GraphqlOptions } from "./graphql/options";
export type { ConnectionPage, NodesPage, PaginateOptions } from "./graphql/paginate";
export type { BatchEntry, BatchResult, GraphqlResult } from "./graphql/types";
