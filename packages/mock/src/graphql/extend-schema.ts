/** Additions of extensions to the GraphQL schema. */
import {
	assertValidSchema,
	extendSchema,
	type GraphQLFieldResolver,
	type GraphQLSchema,
	isObjectType,
	parse,
} from "graphql";
import type { AnyGraphql } from "../extension/define";
import { canFor, presentFor } from "../extension/helpers";
import { ApiError } from "../request/http/errors";
import type { GraphqlContext } from "./context";
import { noPermission, refusal, sentences } from "./errors";

type FieldResolver = GraphQLFieldResolver<unknown, GraphqlContext>;
type Resolve = AnyGraphql["resolvers"][string][string];

const call = (resolve: Resolve, row: unknown, args: object, context: GraphqlContext): unknown =>
	// The extension determines the types of row and arguments, and the state has its tables.
	resolve(row as never, args as never, { ...context, present: presentFor(context), can: canFor(context) } as never);

/** Runs `work`. A 401, 403 or 404 becomes the error about a missing permission; other API errors keep their text. */
function refusing(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if ([401, 403, 404].includes(error.status)) throw noPermission();
		throw refusal(sentences(error).join(", "));
	}
}

const query =
	(resolve: Resolve): FieldResolver =>
	(row, args, context) =>
		refusing(() => call(resolve, row, args, context));

/** Runs a mutation in a transaction. Throws unless the caller's credential allows mutations. */
const mutation =
	(resolve: Resolve): FieldResolver =>
	(row, args, context) => {
		if (!context.actor.user || !context.writes) throw noPermission();
		return refusing(() => context.state.transaction(() => call(resolve, row, args, context), context.changes));
	};

function attach(schema: GraphQLSchema, { resolvers }: AnyGraphql): void {
	for (const [name, fields] of Object.entries(resolvers)) {
		const type = schema.getType(name);
		if (!isObjectType(type))
			throw new TypeError(`An extension has resolvers of ${name}, which is not a type of the schema.`);
		for (const [field, resolve] of Object.entries(fields)) {
			const found = type.getFields()[field];
			if (!found)
				throw new TypeError(`An extension has a resolver of ${name}.${field}, which the schema does not have.`);
			found.resolve = (type === schema.getMutationType() ? mutation : query)(resolve);
		}
	}
}

/**
 * Returns the schema with the additions of extensions.
 *
 * @throws Error if definitions do not parse or do not fit the schema, or if a resolver's field does not exist.
 */
export function withExtensions(schema: GraphQLSchema, extensions: readonly AnyGraphql[]): GraphQLSchema {
	let extended = schema;
	for (const { typeDefs } of extensions) extended = extendSchema(extended, parse(typeDefs));
	if (extensions.length === 0) return schema;
	assertValidSchema(extended);
	for (const extension of extensions) attach(extended, extension);
	return extended;
}
