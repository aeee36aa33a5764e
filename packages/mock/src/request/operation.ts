import type { OperationId } from "@tenon/contract";
import type { GitlabParameters } from "@tenon/contract/dialects";
import type { operations as Operations } from "@tenon/contract/openapi";
import type { Context } from "./context";
import type { ApiError } from "./http/errors";
import type { RawResponse } from "./http/raw";
import type { Settings } from "./settings/settings";

type Or<Type> = [NonNullable<Type>] extends [never] ? unknown : NonNullable<Type>;
type PathOf<Operation> = Operation extends { parameters: { path?: infer Path } } ? Or<Path> : unknown;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? Or<Query> : unknown;
type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
	? Or<Body> extends { content: infer Content }
		? Content extends { "application/json": infer Json }
			? Json
			: Content[keyof Content]
		: unknown
	: unknown;

/** Parameters that are only read if the platform follows GitLab; never set otherwise. */
type FurtherOf<Id extends OperationId> = Id extends keyof GitlabParameters ? GitlabParameters[Id] : unknown;

/** The path, query and body parameters of an operation in one type, derived from the types of openapi-typescript. */
export type ParamsIn<Operation> = PathOf<Operation> & QueryOf<Operation> & BodyOf<Operation>;

/** The parsed parameters of an operation of the contract. */
export type ParamsOf<Id extends OperationId> = ParamsIn<Operations[Id]> & FurtherOf<Id>;

/** The argument of a handler: the parameters and the context of the request. */
export type Call<Id extends OperationId> = Context & { readonly params: ParamsOf<Id> };

/** The argument of any operation's handler. */
export type AnyCall = Context & { readonly params: { readonly [name: string]: unknown } };

/** The implementation of an operation. */
export interface Handler {
	readonly id: string;
	handle(call: AnyCall): RawResponse;
	/** The error if a path parameter is not a number, in place of the usual 400. */
	readonly onInvalid: { readonly [name: string]: () => ApiError };
	/** Query parameters that are ignored if their value is not listed. Others are refused. */
	readonly lenient: readonly string[];
	/** Body fields that also accept unlisted values, which the operation interprets. */
	readonly unlisted?: readonly string[];
	/** Body fields that are comma-separated texts in the contract, and that are also read from a list. */
	readonly commaLists?: readonly string[];
	/** Body fields that null removes. In other fields, a null that the contract does not allow is ignored. */
	readonly erasable?: readonly string[];
	/** The status with which invalid parameters are refused, in place of 400. */
	readonly refusedWith?: (settings: Settings) => number;
	/** The error for anonymous callers, in place of the usual 401. */
	readonly onAnonymous?: () => ApiError;
	/** The error if the plan, the release or a flag excludes the operation, in place of that for an unknown route. */
	readonly onUnserved?: () => ApiError;
}

/** Creates an operation's handler. It runs in a transaction: if it throws, what it wrote is undone. */
export function operation<Id extends OperationId>(
	id: Id,
	handle: (call: Call<Id>) => RawResponse,
	onInvalid: { readonly [name: string]: () => ApiError } = {},
	lenient: readonly string[] = [],
): Handler {
	return {
		id,
		onInvalid,
		lenient,
		// readParameters has read them by the contract's row of the same operation.
		handle: (call) => handle(call as Call<Id>),
	};
}

/** Parameters, some with null as an additional value that removes them. */
export type Erasable<Params, Name> = { [Key in keyof Params]: Key extends Name ? Params[Key] | null : Params[Key] };

/** Creates the handler of an operation in which null removes some fields, although the contract has no null there. */
export function erasing<Id extends OperationId, Name extends keyof ParamsOf<Id> & string>(
	id: Id,
	erasable: readonly Name[],
	handle: (call: Context & { readonly params: Erasable<ParamsOf<Id>, Name> }) => RawResponse,
	onInvalid: { readonly [name: string]: () => ApiError } = {},
): Handler {
	return {
		id,
		onInvalid,
		lenient: [],
		erasable,
		// As above; the listed fields can also be null.
		handle: (call) => handle(call as Context & { readonly params: Erasable<ParamsOf<Id>, Name> }),
	};
}

/** Creates the handler of an operation whose parameters have a type that several operations share. */
export function shared<Params>(
	id: OperationId,
	handle: (context: Context, params: Params) => RawResponse,
	onInvalid: { readonly [name: string]: () => ApiError } = {},
): Handler {
	// As above; the caller must make sure that the type matches each of the operations.
	return { id, onInvalid, lenient: [], handle: (call) => handle(call, call.params as Params) };
}
