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
	// The types of row and arguments are for the extension to say, and its tables are in the state.
	resolve(row as never, args as never, { ...context, present: presentFor(context), can: canFor(context) } as never);

/** What REST refuses with 401, 403 or 404 is a lack of permission here; other refusals are errors with their text. */
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

/** In a transaction, for callers whose credential is good for changes. */
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
 * The schema with what extensions add.
 *
 * @throws Error for definitions that do not parse or do not fit, and for resolvers of fields that do not exist.
 */
export function withExtensions(schema: GraphQLSchema, extensions: readonly AnyGraphql[]): GraphQLSchema {
	let extended = schema;
	for (const { typeDefs } of extensions) extended = extendSchema(extended, parse(typeDefs));
	if (extensions.length === 0) return schema;
	assertValidSchema(extended);
	for (const extension of extensions) attach(extended, extension);
	return extended;
}
