import { UsageError } from "../errors/errors";

/**
 * A query with the types of its variables and its result. Code generators create such documents from `.graphql` files. Its
 * `toString` must return the text of the query.
 *
 * @example
 * import { RunnerDocument } from "@tenon/client/graphql";
 * const { runner } = await graphql.request(RunnerDocument, { id: "gid://service/Ci::Runner/7" });
 */
export interface TypedDocument<Result, Variables> {
	/** Only carries the types; always undefined. */
	readonly __apiType?: ((variables: Variables) => Result) | undefined;
	toString(): string;
}

/** Variables by name. */
export interface AnyVariables {
	readonly [name: string]: unknown;
}

/** The properties of a query that its text defines. */
export interface Query {
	readonly expression: string;
	readonly operationName: string | undefined;
	/** Whether any operation of the text can change data, so that it must not be sent twice. */
	readonly isMutation: boolean;
}

const known = new Map<string, Query>();
const mostKnown = 200;

/** Reads a document. Throws a UsageError if it is not text, such as a parsed document. */
export function queryOf(document: TypedDocument<unknown, never> | string): Query {
	const text = String(document);
	let query = known.get(text);
	if (!query) {
		if (text.startsWith("[object") || text.trim() === "")
			throw new UsageError(
				"document",
				"must be the text of a query; a parsed document needs the option print",
				"executeGraphql",
			);
		const operations = operationsOf(text);
		query = {
			expression: text,
			operationName: operations.length === 1 ? operations[0]?.name : undefined,
			isMutation: operations.some(({ kind }) => kind !== "query"),
		};
		if (known.size >= mostKnown) known.clear();
		known.set(text, query);
	}
	return query;
}

/** Strings and comments, which contain no keywords; brackets; and words with their prefix `$` or `@`. */
const tokens = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*|[{}()]|[$@]?\w+/g;

/**
 * Returns the operations at the top level of the text: elsewhere, `mutation` can be the name of a field or a variable.
 */
function operationsOf(text: string): { kind: string; name: string | undefined }[] {
	const operations: { kind: string; name: string | undefined }[] = [];
	let depth = 0;
	/** The first words of the current definition. */
	let head: string[] = [];
	for (const [token] of text.matchAll(tokens)) {
		if (token === "{" && depth === 0) {
			const [kind = "query", name] = head;
			if (kind !== "fragment") operations.push({ kind, name });
		}
		if (token === "{" || token === "(") depth += 1;
		else if (token === "}" || token === ")") depth -= 1;
		else if (depth === 0 && /^\w/.test(token)) head.push(token);
		if (token === "}" && depth === 0) head = [];
	}
	return operations;
}
