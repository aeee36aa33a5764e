/**
 * Replaces the `graphql` package within graphql-request when the client is built: what that needs of a parser is the
 * operation's name and whether it is a mutation, which the text shows.
 */
import { queryOf } from "./document";

export const Kind = { OPERATION_DEFINITION: "OperationDefinition" };

export function parse(text: string): object {
	const { operationName, isMutation } = queryOf(text);
	const definition = {
		kind: Kind.OPERATION_DEFINITION,
		operation: isMutation ? "mutation" : "query",
		name: operationName === undefined ? undefined : { value: operationName },
	};
	return { definitions: [definition] };
}

/** Documents come as texts: there is nothing to print. */
export const print = String;
