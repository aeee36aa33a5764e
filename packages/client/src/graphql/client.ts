import { GraphQLClient } from "graphql-request";
import {
	type ClientOptions,
	type Connection,
	CoreHolder,
	checkHeaders,
	core,
	type RequestOptions,
} from "../connection";
import { ResponseParseError, TenonError, UsageError } from "../errors";
import { deadlineOf, type Exchange } from "../exchange";
import { transmit } from "../transport";
import { type CaptchaOptions, solve } from "./captcha";
import { type AnyVariables, type Query, queryOf, type TypedDocument } from "./document";
import {
	CaptchaRequiredError,
	ComplexityError,
	type GraphqlError,
	type GraphqlErrorEntry,
	graphqlError,
} from "./errors";
import { type ConnectionPage, type PaginateOptions, paginate } from "./paginate";

/**
 * How a GraphQL client behaves.
 *
 * @example
 * const graphql = createGraphQL(tenon, { captcha: async ({ siteKey }) => solve(siteKey), complexity: estimateComplexity });
 */
export interface GraphqlOptions extends CaptchaOptions {
	/** Run against the schema without deprecated items, to see in time what breaks. Default false. */
	readonly removeDeprecated?: boolean | undefined;
	/** How the token travels: as a bearer, or, where nothing else is possible, in the address, which logs keep. Default `bearer`. */
	readonly tokenIn?: "bearer" | "access_token" | "private_token" | undefined;
	/**
	 * Estimates a query's cost: give `estimateComplexity`. A query that would cost too much is then refused before it is sent
	 * (above 200 without credentials, 250 with them). Absent: nothing is estimated.
	 */
	readonly complexity?: ((document: string, variables: AnyVariables) => number) | undefined;
}

/** An answer with `data` and `errors` side by side. */
export interface GraphqlResult<Result> {
	/** Null or undefined where nothing was carried out; parts that failed are null. */
	readonly data: Result | null | undefined;
	/** Empty where nothing went wrong. */
	readonly errors: readonly GraphqlErrorEntry[];
	readonly status: number;
}

/** What became of one query of a batch. */
export type BatchResult<Result> =
	| { readonly ok: true; readonly data: Result; readonly error?: undefined }
	| { readonly ok: false; readonly data: unknown; readonly error: GraphqlError };

/** Any query of a batch: a document, and its variables. */
type AnyEntry = readonly [document: TypedDocument<unknown, never> | string, variables?: unknown];

type VariablesOf<Document> = Document extends {
	readonly __apiType?: ((variables: infer Variables) => unknown) | undefined;
}
	? Variables
	: AnyVariables;

/** What an entry has to be, by its document: variables may be left out where none is needed. */
export type BatchEntry<Entry> = Entry extends readonly [infer Document, ...unknown[]]
	? Document extends string
		? readonly [Document, AnyVariables?]
		: Record<string, never> extends VariablesOf<Document>
			? readonly [Document, VariablesOf<Document>?]
			: readonly [Document, VariablesOf<Document>]
	: never;

/** The last arguments of a call: variables may be left out where none is needed. */
type Rest<Variables> =
	Record<string, never> extends Variables
		? [variables?: Variables | undefined, options?: RequestOptions]
		: [variables: Variables, options?: RequestOptions];

type ResultOf<Entry> = Entry extends readonly [infer Document, ...unknown[]]
	? Document extends { readonly __apiType?: ((variables: never) => infer Result) | undefined }
		? BatchResult<Result>
		: BatchResult<unknown>
	: never;

const longestQuery = 10_000;

/** The parts of what graphql-request gives that are used here. */
interface Told {
	readonly status?: number | undefined;
	readonly data?: unknown;
	readonly errors?: readonly GraphqlErrorEntry[] | undefined;
}

/**
 * GraphQL over a client's connection.
 *
 * @example
 * const graphql = createGraphQL(tenon);
 * const { project } = await graphql.request(ProjectDocument, { fullPath: "acme/web" });
 */
export class GraphQL {
	readonly #client: Connection;
	readonly #options: GraphqlOptions;
	readonly #solved = new Set<number>();

	/** @internal */
	constructor(client: Connection, options: GraphqlOptions) {
		this.#client = client;
		this.#options = options;
	}

	/**
	 * Sends a query and gives its data. Queries are sent again where that may help, as a GET is; mutations only where the first
	 * was refused or never left. Rejects with a GraphqlError where the answer has `errors` (SpamError, CaptchaRequiredError and
	 * ComplexityError are such), with an ApiError for another status, and with a UsageError before sending what is too long.
	 *
	 * @param document a typed document, or a query's text with the result's type given
	 * @example
	 * const { createSnippet } = await graphql.request(CreateSnippetDocument, { input });
	 * const { metadata } = await graphql.request<{ metadata: { version: string } }>("{ metadata { version } }");
	 */
	async request<Result, Variables>(
		document: TypedDocument<Result, Variables>,
		...rest: Rest<Variables>
	): Promise<Result>;
	async request<Result = unknown>(
		document: string,
		variables?: AnyVariables,
		options?: RequestOptions,
	): Promise<Result>;
	async request(
		document: TypedDocument<unknown, never> | string,
		variables?: AnyVariables,
		options?: RequestOptions,
	): Promise<unknown> {
		const query = queryOf(document);
		this.#check([[query, variables]]);
		return this.#carryOut(query, variables, options);
	}

	/**
	 * Sends a query and gives `data` and `errors` side by side: errors reject nothing, and no CAPTCHA is solved.
	 *
	 * @example
	 * const { data, errors } = await graphql.result(ProjectDocument, { fullPath: "acme/web" });
	 */
	async result<Result, Variables>(
		document: TypedDocument<Result, Variables>,
		...rest: Rest<Variables>
	): Promise<GraphqlResult<Result>>;
	async result<Result = unknown>(
		document: string,
		variables?: AnyVariables,
		options?: RequestOptions,
	): Promise<GraphqlResult<Result>>;
	async result(
		document: TypedDocument<unknown, never> | string,
		variables?: AnyVariables,
		options?: RequestOptions,
	): Promise<GraphqlResult<unknown>> {
		const query = queryOf(document);
		this.#check([[query, variables]]);
		const { data, errors = [], status = 200 } = await this.#send(query, variables, options, deadlineOf(options));
		return { data, errors, status };
	}

	/**
	 * Sends several queries in one request. Gives what became of each, in their order: one that fails leaves the others as they
	 * are. Challenged mutations are then sent again, one at a time. No query, no request.
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
		// What fits the documents is an object of variables.
		const queries = all.map(
			([document, variables]) => [queryOf(document), variables as AnyVariables | undefined] as const,
		);
		this.#check(queries);
		const results = queries.length === 0 ? [] : await this.#sendAll(queries, options);
		// One for each entry, in its place.
		return results as { -readonly [Index in keyof Entries]: ResultOf<Entries[Index]> };
	}

	/**
	 * Every node of a connection, page by page as they are needed; `select` says which one, as deep as it lies. The document
	 * needs the variable `$after` and `pageInfo { hasNextPage endCursor }`. Rejects with a PaginationError where the server's
	 * cursor does not move.
	 *
	 * @example
	 * for await (const issue of graphql.paginate(ProjectIssuesDocument, { fullPath: "acme/web" }, (data) => data.project?.issues))
	 *   console.log(issue.title);
	 */
	paginate<Result, Variables, Node>(
		document: TypedDocument<Result, Variables>,
		variables: Omit<Variables, "after">,
		select: (data: Result) => ConnectionPage<Node> | null | undefined,
		options?: PaginateOptions,
	): AsyncGenerator<NonNullable<Node>, void, undefined> {
		return paginate(
			queryOf(document).text,
			variables,
			// The caller says by the document what its result is.
			(data) => select(data as Result),
			(text, given, rest) => this.request<unknown>(text, given, rest),
			options,
		);
	}

	/** Refuses what is too long or would cost too much, before it is sent. */
	#check(queries: readonly (readonly [Query, AnyVariables | undefined])[]): void {
		const characters = queries.reduce((sum, [{ text }]) => sum + [...text].length, 0);
		if (characters > longestQuery)
			throw new UsageError("document", `has ${characters} characters; the limit is ${longestQuery}`, "executeGraphql");
		const { complexity } = this.#options;
		if (!complexity) return;
		const score = queries.reduce((sum, [{ text }, variables]) => sum + complexity(text, variables ?? {}), 0);
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

	/** Sends one query, with its challenge solved where there is one. */
	async #carryOut(
		query: Query,
		variables: AnyVariables | undefined,
		options: RequestOptions | undefined,
	): Promise<unknown> {
		let until = deadlineOf(options);
		let told = await this.#send(query, variables, options, until);
		for (let attempts = 0; ; attempts++) {
			const error = this.#errorOf(query, variables, told);
			if (!error) return told.data;
			if (!(error instanceof CaptchaRequiredError) || !query.isMutation) throw error;
			const began = Date.now();
			const headers = await solve(error, attempts, query, this.#options, this.#solved, options?.signal);
			if (until !== undefined) until += Date.now() - began;
			told = await this.#send(query, variables, options, until, headers);
		}
	}

	#errorOf(
		query: Query,
		variables: AnyVariables | undefined,
		{ errors, data, status = 200 }: Told,
	): GraphqlError | undefined {
		if (!errors || errors.length === 0) return undefined;
		const secrets = texts(variables).filter((text) => text.length > 3);
		return graphqlError({ errors, data, status, operationName: query.operationName, secrets });
	}

	async #send(
		{ text, operationName, isMutation }: Query,
		variables: AnyVariables | undefined,
		options: RequestOptions | undefined,
		until: number | undefined,
		headers: { readonly [name: string]: string } = {},
	): Promise<Told> {
		const client = this.#requests(isMutation, operationName, options, until, headers);
		return guarded(() => client.rawRequest<unknown>({ query: text, ...(variables ? { variables } : {}) }));
	}

	async #sendAll(
		queries: readonly (readonly [Query, AnyVariables | undefined])[],
		options: RequestOptions | undefined,
	): Promise<BatchResult<unknown>[]> {
		const changes = queries.some(([{ isMutation }]) => isMutation);
		const client = this.#requests(changes, undefined, options, deadlineOf(options));
		const documents = queries.map(([{ text }, variables]) => ({ document: text, ...(variables ? { variables } : {}) }));
		const told: unknown = await guarded(() => client.batchRequests({ documents }));
		if (!Array.isArray(told) || told.length !== queries.length)
			throw new ResponseParseError("executeGraphql", new Response(null), `no list of ${queries.length} results`);
		const results: BatchResult<unknown>[] = [];
		for (const [index, [query, variables]] of queries.entries())
			results.push(await this.#settled(query, variables, told[index], options));
		return results;
	}

	/** What became of an entry of a batch: a challenge is solved, and the entry sent again by itself. */
	async #settled(
		query: Query,
		variables: AnyVariables | undefined,
		told: Told,
		options: RequestOptions | undefined,
	): Promise<BatchResult<unknown>> {
		const error = this.#errorOf(query, variables, told);
		if (!error) return { ok: true, data: told.data };
		if (!(error instanceof CaptchaRequiredError) || !query.isMutation || !this.#options.captcha)
			return { ok: false, data: told.data, error };
		try {
			let again = told;
			for (let attempts = 0; ; attempts++) {
				const failure = this.#errorOf(query, variables, again);
				if (!failure) return { ok: true, data: again.data };
				if (!(failure instanceof CaptchaRequiredError)) return { ok: false, data: again.data, error: failure };
				const headers = await solve(failure, attempts, query, this.#options, this.#solved, options?.signal);
				again = await this.#send(query, variables, options, undefined, headers);
			}
		} catch (failure) {
			if (failure instanceof CaptchaRequiredError) return { ok: false, data: told.data, error: failure };
			throw failure;
		}
	}

	/** A graphql-request client whose fetch is our transport, for one call. */
	#requests(
		changes: boolean,
		operationName: string | undefined,
		options: RequestOptions = {},
		until: number | undefined,
		more: { readonly [name: string]: string } = {},
	): GraphQLClient {
		const own = this.#client[core]();
		const { removeDeprecated, tokenIn = "bearer" } = this.#options;
		const id = operationName === undefined ? "executeGraphql" : `executeGraphql ${operationName}`;
		const exchange: Exchange = {
			route: { id, verb: "POST", path: "", retry: changes ? "non-idempotent" : "safe" },
			options,
			until,
			sudo: undefined,
			reads: "text",
			graphql: tokenIn,
			secrets: Object.values(more),
			unclear: false,
		};
		const url = removeDeprecated ? `${own.graphql}?remove_deprecated=true` : own.graphql;
		const headers = { ...own.headers, ...checkHeaders(options.headers ?? {}, "executeGraphql"), ...more };
		const given = Object.entries(headers).filter((pair): pair is [string, string] => typeof pair[1] === "string");
		return new GraphQLClient(url, {
			errorPolicy: "all",
			headers: given,
			fetch: async (_input, init) => {
				const body = init?.body ?? null;
				const draft = { url, method: "POST", headers: new Headers(init?.headers), body, exchange };
				const response = await transmit(own, draft, exchange);
				// The transport has read it.
				const { content = "" } = exchange;
				return new Response(content, { status: response.status, headers: { "content-type": "application/json" } });
			},
		});
	}
}

/** What graphql-request gives; what it cannot read is told in our own words, without the query. */
async function guarded<T>(send: () => Promise<T>): Promise<T> {
	try {
		return await send();
	} catch (error) {
		if (error instanceof TenonError) throw error;
		throw new ResponseParseError("executeGraphql", new Response(null), "no answer of a GraphQL server");
	}
}

/** Every text among the variables, as deep as it lies. */
function texts(value: unknown): string[] {
	if (typeof value === "string") return [value];
	if (typeof value !== "object" || value === null) return [];
	return Object.values(value).flatMap(texts);
}

const isConnection = (given: Connection | ClientOptions): given is Connection => core in given;

/**
 * GraphQL by typed documents, over a client's connection or one of its own. Sends nothing yet.
 *
 * @param connection a client, or address and credentials alone, where REST is not used
 * @example
 * const graphql = createGraphQL(tenon, { captcha: async ({ siteKey }) => solve(siteKey) });
 * const alone = createGraphQL({ baseUrl: "https://platform.example.com", auth: { token } });
 */
export const createGraphQL = (connection: Connection | ClientOptions, options: GraphqlOptions = {}): GraphQL =>
	new GraphQL(isConnection(connection) ? connection : new CoreHolder(connection), options);
