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

/** What is read where the platform follows GitLab, and is never there elsewhere. */
type FurtherOf<Id extends OperationId> = Id extends keyof GitlabParameters ? GitlabParameters[Id] : unknown;

/** Path, query and body of an operation side by side, by the type that openapi-typescript writes of it. */
export type ParamsIn<Operation> = PathOf<Operation> & QueryOf<Operation> & BodyOf<Operation>;

/** The parameters of an operation of the contract, as read. */
export type ParamsOf<Id extends OperationId> = ParamsIn<Operations[Id]> & FurtherOf<Id>;

/** What a handler gets: the parameters, and all that stands around the request. */
export type Call<Id extends OperationId> = Context & { readonly params: ParamsOf<Id> };

/** The same of any operation. */
export type AnyCall = Context & { readonly params: { readonly [name: string]: unknown } };

/** One operation of the platform. */
export interface Handler {
	readonly id: string;
	handle(call: AnyCall): RawResponse;
	/** The error for a path parameter that is not a number, where it is not the usual 400. */
	readonly onInvalid: { readonly [name: string]: () => ApiError };
	/** Query parameters whose unlisted values count as not sent. Others refuse them. */
	readonly lenient: readonly string[];
	/** Body fields that take other values than the listed ones too: what those mean is the operation's to say. */
	readonly unlisted?: readonly string[];
	/** Body fields that are texts with commas by the contract, and read from a list too, since clients send one. */
	readonly commaLists?: readonly string[];
	/** Body fields that null takes away. Any other null that the contract does not have counts as not sent. */
	readonly erasable?: readonly string[];
	/** The status that refuses parameters, where it is not 400. */
	readonly refusedWith?: (settings: Settings) => number;
	/** The error for callers without credentials, where it is not the usual 401. */
	readonly onAnonymous?: () => ApiError;
	/** The error where the plan, the release or a flag leaves it out, if it is not that of an unknown route. */
	readonly onUnserved?: () => ApiError;
}

/** Makes an operation's handler. It runs in a transaction: what it wrote is taken back if it throws. */
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
		// readParameters has read them by the contract's rows of this very operation.
		handle: (call) => handle(call as Call<Id>),
	};
}

/** Parameters that may be null, which takes the value away. */
export type Erasable<Params, Name> = { [Key in keyof Params]: Key extends Name ? Params[Key] | null : Params[Key] };

/** The same for an operation where null takes some fields away, though the contract has no null for them. */
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
		// As above; null takes away the fields that it names.
		handle: (call) => handle(call as Context & { readonly params: Erasable<ParamsOf<Id>, Name> }),
	};
}

/** The same for an operation whose parameters are read by a type that several operations share. */
export function shared<Params>(
	id: OperationId,
	handle: (context: Context, params: Params) => RawResponse,
	onInvalid: { readonly [name: string]: () => ApiError } = {},
): Handler {
	// As above; that the type fits each of the operations is for the caller to know.
	return { id, onInvalid, lenient: [], handle: (call) => handle(call, call.params as Params) };
}
