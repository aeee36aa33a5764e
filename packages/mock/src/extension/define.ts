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

/** The tables of an extension, by the names that `state` has them under. */
export type TableDefinitions = { readonly [name: string]: AnyDefinition };

/** A record of one of the platform's own tables, such as `RecordOf<"issues">`. */
export type RecordOf<Name extends keyof Rows> = Rows[Name];

/** The table that a definition makes. */
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

/** What a handler returns: the body of the successful response, nothing where it has none, a page, or a reply. */
export type ResultOf<Operation> =
	// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement returns void
	| ([BodyOf<Operation>] extends [never] ? void : BodyOf<Operation>)
	| (BodyOf<Operation> extends readonly (infer Item)[] ? Page<Item> : never)
	| Reply;

/** What the handler of an operation gets. */
export interface ExtensionCall<Operation, Tables extends TableDefinitions = Record<never, never>>
	extends Omit<Context, "state" | "json"> {
	/** The parameters of path, query and body side by side, read and checked as the OpenAPI file declares them. */
	readonly params: ParamsIn<Operation>;
	/** Everything that the platform holds, with the extension's own tables. */
	readonly state: StateWith<Tables>;
	/** The project of the call. Only where `access.of` is `"project"`: elsewhere reading it throws a TypeError. */
	readonly project: Project;
	/** The group of the call. Only where `access.of` is `"group"`: elsewhere reading it throws a TypeError. */
	readonly group: Group;
	/** Shows projects and users as the contract's operations do. */
	readonly present: Present;
	/** What the caller may read, by the rules of the contract's operations. */
	readonly can: Can;
	/** Cuts the page that the request asks for, with the headers of pages. */
	page<Row extends object, Item = Row>(rows: Iterable<Row>, options?: PageOptions<Row, Item>): Page<Item>;
}

/** How an operation of an extension is carried out. */
export interface ExtensionOperation<Operation, Tables extends TableDefinitions = TableDefinitions> {
	/** Who may call it. Default: what `x-tenon-access` of the OpenAPI file says, or else every signed-in user. */
	readonly access?: Access;
	/** The lowest tier that has it: elsewhere it returns 404. Default: what `x-tenon-tier` says. */
	readonly tier?: "premium" | "ultimate";
	/**
	 * Carries it out and returns what the response shows. It runs in a transaction: what it wrote is taken back if it throws.
	 * Throw the errors of `@tenon/mock/extend` to refuse: `notFound("Approval")`, `forbidden()`, `invalid("…")`.
	 */
	handle(call: ExtensionCall<Operation, Tables>): ResultOf<Operation>;
}

/** What the resolvers of an extension get beside row and arguments. */
export interface ExtensionGraphqlContext<Tables extends TableDefinitions = Record<never, never>>
	extends Omit<Context, "state" | "json" | "sent" | "query"> {
	/** Everything that the platform holds, with the extension's own tables. */
	readonly state: StateWith<Tables>;
	/** Shows projects and users as the contract's operations do. */
	readonly present: Present;
	/** What the caller may read, by the rules of the contract's operations. */
	readonly can: Can;
}

/** Additions to the GraphQL schema. */
export interface ExtensionGraphql<Tables extends TableDefinitions = Record<never, never>> {
	/** In the schema language: `extend type Project { approvals: [Approval!]! }`. */
	readonly typeDefs: string;
	/**
	 * Resolvers by type and field. The rows are those of the tables: `Project` resolves from `RecordOf<"projects">`. A field
	 * without one shows the row's property of its name. Mutations run in a transaction, for credentials that may write.
	 */
	readonly resolvers: {
		readonly [type: string]: {
			readonly [field: string]: (row: never, args: never, context: ExtensionGraphqlContext<Tables>) => unknown;
		};
	};
}

/** An extension of the platform: its operations, the tables that they store records in, and what carries them out. */
export interface Extension<Operations extends object = object, Tables extends TableDefinitions = TableDefinitions> {
	/** What `tenon-contract generate` wrote of your OpenAPI file. */
	readonly openapi: ContractExtension<Operations>;
	/** The tables that it adds: they are in seeds, records, snapshots, worlds and `--data` as the others are. */
	readonly tables?: Tables;
	/** Each operation of the OpenAPI file. */
	readonly operations: {
		readonly [Id in keyof Operations & string]: ExtensionOperation<Operations[Id], Tables>;
	};
	/** What it adds to the GraphQL schema. */
	readonly graphql?: ExtensionGraphql<Tables>;
}

/** An extension of any kind. */
export interface AnyExtension {
	readonly openapi: ContractExtension;
	readonly tables?: TableDefinitions;
	readonly operations: { readonly [id: string]: AnyOperation };
	readonly graphql?: AnyGraphql;
}

/** Additions to the schema of an extension of any kind. */
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
 * Defines operations beyond the contract. They go the way of the contract's own: authentication, roles, parameters, pages,
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
