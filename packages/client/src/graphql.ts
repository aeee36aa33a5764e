/**
 * GraphQL: {@link createGraphQL}, the contract's documents ready-made and typed, and helpers. Usable without the REST client.
 */
export * from "@tenon/contract/graphql";
export type { CaptchaOptions, Challenge } from "./graphql/captcha";
export {
	type BatchEntry,
	type BatchResult,
	createGraphQL,
	type GraphQL,
	type GraphqlOptions,
	type GraphqlResult,
} from "./graphql/client";
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
export type { ConnectionPage, PaginateOptions } from "./graphql/paginate";
