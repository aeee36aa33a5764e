import type { OperationContracts } from "@tenon/contract";
import type { ControlledOperation, ExtensionOperations } from "./operation-names";

/** A value whose fields are all optional, at any depth. */
type Partly<T> = T extends readonly (infer One)[]
	? readonly Partly<One>[]
	: T extends object
		? { readonly [Field in keyof T]?: Partly<T[Field]> }
		: T;

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;

type Contracts = OperationContracts & ExtensionOperations;

type Responses<Operation> = Operation extends keyof Contracts
	? Contracts[Operation] extends { responses: infer All }
		? All
		: never
	: never;

type Succeeded<All> = { [Status in keyof All]: Status extends 200 | 201 | 202 ? Json<All[Status]> : never }[keyof All];

/** The fields of a refusal's body. */
interface Refusal {
	readonly message?: unknown;
	readonly error?: unknown;
	readonly errors?: unknown;
}

/** The body of an operation's response, with all fields optional; any value if the contract has no JSON for it. */
export type ResponseBody<Operation extends ControlledOperation> = [Succeeded<Responses<Operation>>] extends [never]
	? unknown
	: Partly<Succeeded<Responses<Operation>>> | Refusal;
