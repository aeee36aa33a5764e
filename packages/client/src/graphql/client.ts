import { ApiPromise } from "../calls/api-promise";
import { deadlineOf } from "../calls/call-of";
import type { Result } from "../calls/perform";
import { checkPatience } from "../connection/check-options";
import {
	type ClientOptions,
	type Connection,
	type Core,
	CoreHolder,
	core,
	type RequestOptions,
} from "../connection/connection";
import { TenonError, UsageError } from "../errors/errors";
import { solve } from "./captcha";
import { type AnyVariables, type Query, queryOf, type TypedDocument } from "./document";
import {
	endpoint,
	type Filled,
	noResult,
	type Outcome,
	type RequestParts,
	type SendQueries,
	type Sent,
} from "./endpoint";
import { CaptchaRequiredError, ComplexityError, graphqlError } from "./errors";
import type { GraphqlOptions } from "./options";
import { type ConnectionPage, type NodesPage, nodesOf, type PaginateOptions, pagesOf } from "./paginate";
import { secretTexts } from "./secret-texts";
import type { AnyEntry, BatchEntry, BatchResult, GraphqlResult, Rest, ResultOf } from "./types";

const longestQuery = 10_000;

/**
 * A GraphQL client that uses the connection of a client.
 *
 * @example
 * const graphql = createGraphQL(tenon);
 * const { project } = await graphql.request(ProjectDocument, { fullPath: "acme/web" });
 */
export class GraphQL {
	readonly #client: Connection;
	readonly #options: GraphqlOptions;
	readonly #send: SendQueries;
	readonly #solved = new Set<number>();

	/** @internal */
	constructor(client: Connection, options: GraphqlOptions) {
		this.#client = client;
		this.#options = options;
		this.#send = endpoint(client[core](), options);
	}

	/**
	 * Sends a query and returns its data. A failed query is retried like a GET, a mutation only if the server refused it or never
	 * received it. Rejects with a GraphqlError (such as a SpamError, CaptchaRequiredError or ComplexityError) if the response has
	 * `errors`, with an ApiError for another status, and with a UsageError, before anything is sent, if the query is too long.
	 *
	 * @param document a typed document, or the text of a query with the type of its result as type argument
	 * @example
	 * const { createSnippet } = await graphql.request(CreateSnippetDocument, { input });
	 * const { metadata } = await graphql.request<{ metadata: { version: string } }>("{ metadata { version } }");
	 * const { data, response } = await graphql.request(CurrentUserDocument).withResponse();
	 */
	request<Result = unknown, Variables = AnyVariables>(
		document: TypedDocument<Result, Variables>,
		...[variables, options]: Rest<NoInfer<Variables>>
	): ApiPromise<Result> {
		return this.#call(document, variables, options, (filled, parts) => this.#run(filled, parts));
	}

	/**
	 * Sends a query and returns both `data` and `errors`. Does not reject because of `errors`, and solves no CAPTCHA.
	 *
	 * @example
	 * const { data, errors } = await graphql.result(ProjectDocument, { fullPath: "acme/web" });
	 */
	result<Result = unknown, Variables = AnyVariables>(
		document: TypedDocument<Result, Variables>,
		...[variables, options]: Rest<NoInfer<Variables>>
	): ApiPromise<GraphqlResult<Result>> {
		return this.#call(document, variables, options, async (filled, parts) => {
			const { outcomes, response } = await this.#send([filled], parts);
			const { data, errors = [], status = 200 } = outcomes[0] ?? {};
			return { data: { data, errors, status }, response, content: "" };
		});
	}

	/**
	 * Sends several queries in one request. Returns the results in the order of the queries; a query that fails does not
	 * affect the others. Challenged mutations are then sent again, one at a time. Without queries, no request is sent.
	 *
	 * @example
	 * const [me, runner] = await graphql.batch([[CurrentUserDocument], [RunnerDocument, { id }]]);
	 * if (runner.ok) console.log(runner.data.runner?.status);
	 */
	async batch<Entries extends readonly AnyEntry[] | []>(
		entries: Entries & { readonly [Index in keyof Entries]: BatchEntry<Entries[Index]> },
		options?: RequestOptions,
	): Promise<{ -readonly [Index in keyof Entries]: ResultOf<Entries[Index]> }> {
		const all: readonly AnyEntry[] = entries;
		// The types of the documents ensure that this is an object of variables.
		const queries = all.map(
			([document, variables]): Filled => [this.#read(document), variables as AnyVariables | undefined],
		);
		this.#check(queries);
		const parts = partsOf(this.#client[core](), options);
		const results: BatchResult<unknown>[] = [];
		if (queries.length > 0) {
			const { outcomes, response } = await this.#send(queries, parts, true);
			for (const [index, filled] of queries.entries()) {
				const [result] = await this.#settled(filled, { outcomes: outcomes.slice(index), response }, parts);
				results.push(result);
			}
		}
		// There is one result per entry, in the same order.
		return results as { -readonly [Index in keyof Entries]: ResultOf<Entries[Index]> };
	}

	/**
	 * Iterates over all nodes of a connection and requests each page when it is needed. `select` returns the connection from the
	 * data, at any depth. The document needs the variable `$after` and `pageInfo { hasNextPage endCursor }`. Rejects with a
	 * PaginationError if the server's cursor does not advance, and with a UsageError if `select` returns nothing, unless
	 * `optional` is set.
	 *
	 * @example
	 * for await (const issue of graphql.paginate(ProjectIssuesDocument, { fullPath: "acme/web" }, (data) => data.project?.issues))
	 *   console.log(issue.title);
	 */
	paginate<Result, Variables, Node>(
		document: TypedDocument<Result, Variables>,
		variables: Omit<NoInfer<Variables>, "after">,
		select: (data: Result) => ConnectionPage<Node> | null | undefined,
		options?: PaginateOptions,
	): AsyncGenerator<NonNullable<Node>, void, undefined> {
		return nodesOf(this.pages(document, variables, select, options), options?.signal);
	}

	/**
	 * Iterates over the pages of a connection. Pass the `cursor` of a page as `after` to continue after it.
	 *
	 * @example
	 * const issues = (data: ProjectIssuesQuery) => data.project?.issues;
	 * for await (const { nodes, cursor } of graphql.pages(ProjectIssuesDocument, { fullPath: "acme/web" }, issues, { after: saved }))
	 *   save(nodes, cursor);
	 */
	pages<Result, Variables, Node>(
		document: TypedDocument<Result, Variables>,
		variables: Omit<NoInfer<Variables>, "after">,
		select: (data: Result) => ConnectionPage<Node> | null | undefined,
		options?: PaginateOptions,
	): AsyncGenerator<NodesPage<Node>, void, undefined> {
		return pagesOf(
			this.#read(document).expression,
			variables,
			// The document defines the type of its result.
			(data) => select(data as Result),
			this.#client[core](),
			(text, input, until, rest) =>
				this.#call(text, input, rest, (filled, parts) => this.#run(filled, { ...parts, until })).withResponse(),
			options,
		);
	}

	/** Reads and checks a query immediately, and sends it with `send`. */
	#call<Data>(
		document: TypedDocument<unknown, never> | string,
		variables: unknown,
		options: RequestOptions | undefined,
		send: (filled: Filled, parts: RequestParts) => Promise<Result>,
	): ApiPromise<Data> {
		return new ApiPromise<Data>(() => {
			// The type of the document ensures that this is an object of variables.
			const filled: Filled = [this.#read(document), variables as AnyVariables | undefined];
			this.#check([filled]);
			const parts = partsOf(this.#client[core](), options);
			return () => send(filled, parts);
		}, this.#client);
	}

	#read(document: TypedDocument<unknown, never> | string): Query {
		const { print } = this.#options;
		const isParsed = typeof document === "object" && Reflect.has(document, "kind");
		// Only the caller knows which parser, in which version, parsed the document.
		return queryOf(isParsed && print ? print(document as never) : document);
	}

	/** Throws if the queries are too long or too complex, before they are sent. */
	#check(queries: readonly Filled[]): void {
		const all = queries.map(([{ expression }]) => expression).join("");
		// A character is a code point. A text never has more code points than code units.
		const characters = all.length > longestQuery ? [...all].length : all.length;
		if (characters > longestQuery)
			throw new UsageError("document", `has ${characters} characters; the limit is ${longestQuery}`, "executeGraphql");
		const { complexity } = this.#options;
		if (!complexity) return;
		const score = queries.reduce(
			(sum, [{ expression }, variables]) => sum + complexity(expression, variables ?? {}),
			0,
		);
		const limit = this.#client[core]().credentials ? 250 : 200;
		if (score <= limit) return;
		const message = `Query has complexity of ${score}, which exceeds max complexity of ${limit}`;
		const [only, ...others] = queries;
		const operationName = others.length === 0 ? only?.[0].operationName : undefined;
		throw new ComplexityError(
			{ errors: [{ message }], data: undefined, status: 0, operationName },
			{ score, limit, estimated: true },
		);
	}

	/** Sends a single query. Rejects with its error. */
	async #run(filled: Filled, parts: RequestParts): Promise<Result> {
		const [{ ok, data, error }, response] = await this.#settled(filled, await this.#send([filled], parts), parts);
		if (!ok) throw error;
		return { data, response, content: "" };
	}

	/** Returns the final result of a query: solves a challenge, and sends the mutation again by itself. */
	async #settled(filled: Filled, first: Sent, parts: RequestParts): Promise<[BatchResult<unknown>, Response]> {
		let sent = first;
		let spent = 0;
		for (let attempts = 0; ; attempts++) {
			const [outcome = {}] = sent.outcomes;
			const { data } = outcome;
			const { response } = sent;
			let error = errorOf(filled, outcome);
			if (!error) return [{ ok: true, data }, response];
			if (error instanceof CaptchaRequiredError)
				try {
					const began = Date.now();
					const headers = await solve(error, attempts, filled[0], this.#options, this.#solved, parts.options?.signal);
					spent += Date.now() - began;
					sent = await this.#send([filled], { ...parts, until: parts.until + spent, headers });
					continue;
				} catch (cause) {
					if (!(cause instanceof TenonError)) throw cause;
					error = cause;
				}
			return [{ ok: false, data, error }, response];
		}
	}
}

function partsOf(own: Core, options: RequestOptions | undefined): RequestParts {
	checkPatience(options ?? {}, "executeGraphql");
	return { options, until: deadlineOf(own, options) };
}

/** Returns the error of an outcome, or undefined for a success. */
function errorOf([query, variables]: Filled, { errors, data, status = 200 }: Outcome): TenonError | undefined {
	if (errors && errors.length > 0)
		return graphqlError({
			errors,
			data,
			status,
			operationName: query.operationName,
			secrets: secretTexts(variables),
		});
	const isThere = typeof data === "object" && data !== null && !Array.isArray(data);
	return isThere ? undefined : noResult("not the result of a query");
}

const isConnection = (input: Connection | ClientOptions): input is Connection => Reflect.has(input, core);

/**
 * Creates a GraphQL client for typed documents, on a client's connection or on its own. Sends nothing yet.
 *
 * @param connection a client, or a base URL and credentials if you do not use REST
 * @example
 * const graphql = createGraphQL(tenon, { captcha: async ({ siteKey }) => solve(siteKey) });
 * const alone = createGraphQL({ baseUrl: "https://platform.example.com", auth: { token } });
 */
export const createGraphQL = (connection: Connection | ClientOptions, options: GraphqlOptions = {}): GraphQL =>
	new GraphQL(isConnection(connection) ? connection : new CoreHolder(connection), options);
