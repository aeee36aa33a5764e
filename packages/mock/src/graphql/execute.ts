/** Runs the entries of a request. All are parsed, validated and measured before the first one runs. */
import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from "graphql";
import { complexityOf, walkOf } from "./complexity";
import type { GraphqlContext } from "./context";
import { operationOf, type Prepared, prepare } from "./document";
import { nestingFault } from "./nesting";
import { property } from "./schema";
import { variableFaults } from "./variables";

/** One query of a request. */
export interface Entry {
	readonly query: string;
	readonly variables: { readonly [name: string]: unknown };
	readonly operationName: string | undefined;
}

/** The result of an entry, as it is sent. */
export interface Result {
	readonly data?: ExecutionResult["data"];
	/** As JSON, or as objects that serialize to it. */
	readonly errors?: readonly object[];
}

/** What is needed to run the entries of a request. */
export interface Course {
	readonly schema: GraphQLSchema;
	readonly isSignedIn: boolean;
	/** Returns the context of the resolvers, for a query with this cost. */
	readonly contextFor: (complexity: GraphqlContext["complexity"]) => GraphqlContext;
	/** Called after each entry. Throws if the request has run out of time. */
	readonly checkTime: () => void;
}

/** An entry after validation: its errors, or its operation and cost. */
type Ready =
	| { readonly errors: readonly object[] }
	| { readonly prepared: Prepared; readonly operation: OperationDefinitionNode; readonly score: number };

function ready(entry: Entry, { schema, isSignedIn }: Pick<Course, "schema" | "isSignedIn">): Ready {
	if (entry.query.trim() === "") return { errors: [{ message: "Unexpected end of document", locations: [] }] };
	const prepared = prepare(schema, entry.query);
	if (prepared.errors.length > 0) return { errors: prepared.errors };
	const operation = operationOf(prepared, entry.operationName);
	if (operation instanceof GraphQLError) return { errors: [operation] };
	const unfit = variableFaults(schema, operation, entry.variables);
	if (unfit.length > 0) return { errors: unfit };
	const walk = walkOf(schema, prepared.document, operation, entry.variables);
	const score = complexityOf(operation, walk);
	// A query that costs too much is not checked any further.
	if (score > limitOf(isSignedIn)) return { prepared, operation, score };
	const nesting = nestingFault(operation, walk, isSignedIn ? 20 : 15);
	if (nesting) return { errors: [nesting] };
	const late = prepared.lateErrors();
	return late.length > 0 ? { errors: late } : { prepared, operation, score };
}

/** Returns the highest cost of a query. It is a little higher for a caller with credentials. */
const limitOf = (isSignedIn: boolean): number => (isSignedIn ? 250 : 200);

/** Returns the cost of an entry, or its errors, without running it. */
export function measure(
	entry: Entry,
	schema: GraphQLSchema,
	isSignedIn: boolean,
): { cost: number | null; limit: number; errors: readonly object[] } {
	const limit = limitOf(isSignedIn);
	const found = ready(entry, { schema, isSignedIn });
	return "errors" in found ? { cost: null, limit, errors: found.errors } : { cost: found.score, limit, errors: [] };
}

const tooComplex = (score: number, limit: number): GraphQLError =>
	new GraphQLError(`Query has complexity of ${score}, which exceeds max complexity of ${limit}`);

/** Returns an error inside the platform, if there is one. Errors that the caller caused do not count. */
function failureOf(result: ExecutionResult): unknown {
	for (const { originalError } of result.errors ?? [])
		if (originalError && !(originalError instanceof GraphQLError)) return originalError;
	return undefined;
}

/**
 * Runs the entries in order, and returns their results in the same order. If the sum of their costs exceeds the limit,
 * none of them runs. Throws the error of a resolver that the caller did not cause.
 */
export async function carryOut(entries: readonly Entry[], course: Course): Promise<Result[]> {
	const all = entries.map((entry) => ready(entry, course));
	const limit = limitOf(course.isSignedIn);
	const sum = all.reduce((total, one) => total + ("score" in one ? one.score : 0), 0);
	if (sum > limit) return all.map(() => ({ errors: [tooComplex(sum, limit)] }));
	const results: Result[] = [];
	for (const [index, one] of all.entries()) {
		if ("errors" in one) {
			results.push({ errors: one.errors });
			continue;
		}
		const result = await execute({
			schema: course.schema,
			fieldResolver: property,
			document: one.prepared.document,
			contextValue: course.contextFor({ score: one.score, limit }),
			variableValues: entries[index]?.variables ?? {},
			operationName: one.operation.name?.value ?? null,
		});
		const failure = failureOf(result);
		if (failure) throw failure;
		course.checkTime();
		results.push(result);
	}
	return results;
}

/** Whether an entry's operation is a mutation. Returns false if the operation is not known. */
export function isMutation(entry: Entry, schema: GraphQLSchema): boolean {
	if (entry.query.trim() === "") return false;
	const operation = operationOf(prepare(schema, entry.query), entry.operationName);
	return !(operation instanceof GraphQLError) && operation.operation === "mutation";
}
