import { UsageError } from "../errors";

/**
 * A query with the types of its variables and its result: what code generators make of `.graphql` files, as long as it turns
 * into the query's text.
 *
 * @example
 * import { RunnerDocument } from "@tenon/client/graphql";
 * const { runner } = await graphql.request(RunnerDocument, { id: "gid://service/Ci::Runner/7" });
 */
export interface TypedDocument<Result, Variables> {
	/** Carries the types; never there. */
	readonly __apiType?: ((variables: Variables) => Result) | undefined;
	toString(): string;
}

/** Variables by name. */
export interface AnyVariables {
	readonly [name: string]: unknown;
}

/** What a query's text tells of it. */
export interface Query {
	readonly text: string;
	readonly operationName: string | undefined;
	readonly isMutation: boolean;
}

const known = new Map<string, Query>();
const mostKnown = 200;

/** Reads a document. Throws a UsageError for what is no text, such as a parsed document. */
export function queryOf(document: TypedDocument<unknown, never> | string): Query {
	const text = String(document);
	let query = known.get(text);
	if (!query) {
		if (text.startsWith("[object") || text.trim() === "")
			throw new UsageError("document", "is no query's text; print a parsed document before", "executeGraphql");
		// Texts and comments are passed over: words in them are none of the query's.
		const bare = text.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g, '""');
		const operations = [...bare.matchAll(/(?:^|[\s}])(query|mutation|subscription)\b\s*(\w+)?/g)];
		const [, kind, operationName] = operations[0] ?? [];
		query = {
			text,
			operationName: operations.length === 1 ? operationName : undefined,
			isMutation: kind === "mutation",
		};
		if (known.size >= mostKnown) known.clear();
		known.set(text, query);
	}
	return query;
}
