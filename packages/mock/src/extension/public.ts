/**
 * Operations beyond the contract, from your own OpenAPI file, your tables and a few handlers. They get everything that
 * the platform does for the contract's operations.
 */
export type { ContractExtension } from "@tenon/contract";
export {
	ApiError,
	badRequest,
	forbidden,
	invalid,
	notFound,
	unauthorized,
	unprocessable,
} from "../request/http/errors";
export { versionOf } from "../request/settings/settings";
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
} from "../state/columns";
export type { Definition, RowOf } from "../state/definition";
export { accessLevels } from "../state/levels";
export {
	defineExtension,
	type Extension,
	type ExtensionCall,
	type ExtensionGraphql,
	type ExtensionGraphqlContext,
	type ExtensionOperation,
	type RecordOf,
	type ResultOf,
	type TableDefinitions,
	type TableOf,
} from "./define";
export type { Can, Present } from "./helpers";
export type { Access } from "./place";
export { type Page, type PageOptions, type Reply, reply } from "./result";
export { linkTo, partOf, table, to } from "./table";
