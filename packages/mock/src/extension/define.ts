import type { ContractExtension } from "@tenon/contract";
import type { Context } from "../request/context";
import type { ParamsIn } from "../request/operation";
import type { AnyDefinition, Definition } from "../state/definition";
import type { Group, Project } from "../state/records";
import type { State } from "../state/state";
import type { Row, Table } from "../state/table";
import type { Rows } from "../state/tables";
import type { Can, Present } from "./helpers";
import type { Access } from "./place";
import type { Page, PageOptions, Reply } from "./result";

/** The tables of an extension, by their names in `state`. */
export type TableDefinitions = { readonly [name: string]: AnyDefinition };

/** A record of one of the platform's own tables, such as `RecordOf<"issues">`. */
export type RecordOf<Name extends keyof Rows> = Rows[Name];

/** The table type of a definition. */
export type TableOf<D> =
	D extends Definition<infer R, infer Filled, infer Group, infer Unique>
		? R extends Row
			? Table<R, Group, Unique, Filled>
			: never
		: never;

type StateWith<Tables> = State & { readonly [Name in keyof Tables]: TableOf<Tables[Name]> };

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
type Success = 200 | 201 | 202 | 203;
type BodyOf<Operation> = Operation extends { responses: infer Responses }
	? { [Status in keyof Responses]: Status extends Success ? Json<Responses[Status]> : never }[keyof Responses]
	: never;

/** What a handler can return: the body of the successful response (nothing if it has none), a page, or a reply. */
export type ResultOf<Operation> =
	// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement returns void
	| ([BodyOf<Operation>] extends [never] ? void : BodyOf<Operation>)
	| (BodyOf<Operation> extends readonly (infer Item)[] ? Page<Item> : never)
	| Reply;

/** The argument of an operation's handler. */
export interface ExtensionCall<Operation, Tables extends TableDefinitions = Record<never, never>>
	extends Omit<Context, "state" | "json"> {
	/** The parameters of path, query and body in one object, parsed and validated as the OpenAPI file declares them. */
	readonly params: ParamsIn<Operation>;
	/** The platform's data, including the extension's own tables. */
	readonly state: StateWith<Tables>;
	/** The project of the call. Throws a TypeError unless `access.of` is `"project"`. */
	readonly project: Project;
	/** The group of the call. Throws a TypeError unless `access.of` is `"group"`. */
	readonly group: Group;
	/** Shows projects and users as the contract's operations do. */
	readonly present: Present;
	/** What the caller can read, by the rules of the contract's operations. */
	readonly can: Can;
	/** Returns the page that the request asks for, with the paging headers. */
	page<Row extends object, Item = Row>(rows: Iterable<Row>, options?: PageOptions<Row, Item>): Page<Item>;
}

/** The implementation of an extension's operation. */
export interface ExtensionOperation<Operation, Tables extends TableDefinitions = TableDefinitions> {
	/** Who can call it. Default: `x-tenon-access` in the OpenAPI file, or otherwise every signed-in user. */
	readonly access?: Access;
	/** The lowest tier that has it. In lower tiers it returns 404. Default: `x-tenon-tier` in the OpenAPI file. */
	readonly tier?: "premium" | "ultimate";
	/**
	 * Handles a call and returns the content of the response. It runs in a transaction: if it throws, what it wrote is
	 * undone. To refuse, throw the errors of `@tenon/mock/extend`: `notFound("Approval")`, `forbidden()`, `invalid("…")`.
	 */
	handle(call: ExtensionCall<Operation, Tables>): ResultOf<Operation>;
}

/** The context of an extension's resolvers, passed after row and arguments. */
export interface ExtensionGraphqlContext<Tables extends TableDefinitions = Record<never, never>>
	extends Omit<Context, "state" | "json" | "sent" | "query"> {
	/** The platform's data, including the extension's own tables. */
	readonly state: StateWith<Tables>;
	/** Shows projects and users as the contract's operations do. */
	readonly present: Present;
	/** What the caller can read, by the rules of the contract's operations. */
	readonly can: Can;
}

/** Additions to the GraphQL schema. */
export interface ExtensionGraphql<Tables extends TableDefinitions = Record<never, never>> {
	/** The additions in the schema language: `extend type Project { approvals: [Approval!]! }`. */
	readonly typeDefs: string;
	/**
	 * Resolvers by type and field. The rows are those of the tables: `Project` resolves from `RecordOf<"projects">`. A
	 * field without a resolver returns the row's property with its name. Mutations run in a transaction, and require
	 * credentials with write access.
	 */
	readonly resolvers: {
		readonly [type: string]: {
			readonly [field: string]: (row: never, args: never, context: ExtensionGraphqlContext<Tables>) => unknown;
		};
	};
}

/** An extension of the platform: its operations, their tables, and the code that handles them. */
export interface Extension<Operations extends object = object, Tables extends TableDefinitions = TableDefinitions> {
	/** The output of `tenon-contract generate` for your OpenAPI file. */
	readonly openapi: ContractExtension<Operations>;
	/** Additional tables. They work like the others in seeds, records, snapshots, worlds and `--data`. */
	readonly tables?: Tables;
	/** A handler for each operation of the OpenAPI file. */
	readonly operations: {
		readonly [Id in keyof Operations & string]: ExtensionOperation<Operations[Id], Tables>;
	};
	/** Additions to the GraphQL schema. */
	readonly graphql?: ExtensionGraphql<Tables>;
}

/** An extension, without the types of its operations and tables. */
export interface AnyExtension {
	readonly openapi: ContractExtension;
	readonly tables?: TableDefinitions;
	readonly operations: { readonly [id: string]: AnyOperation };
	readonly graphql?: AnyGraphql;
}

/** Additions to the GraphQL schema, without the types of the tables. */
export interface AnyGraphql {
	readonly typeDefs: string;
	readonly resolvers: {
		readonly [type: string]: { readonly [field: string]: (row: never, args: never, context: never) => unknown };
	};
}

interface AnyOperation {
	readonly access?: Access;
	readonly tier?: "premium" | "ultimate";
	handle(call: never): unknown;
}

/**
 * Defines operations beyond the contract. They work like the contract's own: authentication, roles, parameters, pages,
 * transactions, journal, faults, overrides, explain, strict mode, coverage, worlds and persistence.
 *
 * @returns The extension, for `createPlatform({ extensions: [company] })` and `tenon-mock serve --extend`.
 * @example
 * type Operations = { getStatus: { responses: { 200: { content: { "application/json": { up: boolean } } } } } };
 * const status = (openapi: ContractExtension<Operations>) =>
 * 	defineExtension({
 * 		openapi, // what tenon-contract generate wrote
 * 		operations: { getStatus: { access: { role: "anonymous" }, handle: () => ({ up: true }) } },
 * 	});
 */
export const defineExtension = <
	Operations extends object,
	const Tables extends TableDefinitions = Record<never, never>,
>(
	extension: Extension<Operations, Tables>,
): Extension<Operations, Tables> => extension;
