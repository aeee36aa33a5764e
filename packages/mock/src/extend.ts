/**
 * Operations beyond the contract: your own OpenAPI file, your tables and a few handlers, with everything that the platform
 * does for the contract's operations.
 */
export type { ContractExtension } from "@tenon/contract";
export {
	defineExtension,
	type Extension,
	type ExtensionCall,
	type ExtensionOperation,
	type ResultOf,
	type TableDefinitions,
	type TableOf,
} from "./extension/define";
export type { Access } from "./extension/place";
export { type Page, type PageOptions, type Reply, reply } from "./extension/result";
export { linkTo, partOf, table, to } from "./extension/table";
export { ApiError, badRequest, forbidden, invalid, notFound, unauthorized, unprocessable } from "./request/http/errors";
export {
	count,
	day,
	dictionary,
	flag,
	json,
	list,
	nullable,
	number,
	object,
	oneOf,
	secret,
	serial,
	text,
	time,
} from "./state/columns";
export type { Definition, RowOf } from "./state/definition";
