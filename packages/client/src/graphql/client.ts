import { GraphQLClient } from "graphql-request";
import { type ClientOptions, type Connection, CoreHolder, core, type RequestOptions } from "../connection/connection";
import { ResponseParseError, TenonError, UsageError } from "../errors/errors";
import { merged } from "../lib/headers";
import { deadlineOf, type Exchange } from "../transport/exchange";
import { transmit } from "../transport/transport";
import { type CaptchaOptions, solve } from "./captcha";
import { type AnyVariables, type Query, queryOf, type TypedDocument } from "./document";
import { CaptchaRequiredError, ComplexityError, type GraphqlErrorEntry, graphqlError } from "./errors";
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
	/** Prints documents that come parsed (TypedDocumentNode): give `print` of the `graphql` package. Absent: they are refused. */
	readonly print?: ((document: never) => string) | undefined;
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
	| { readonly ok: false; readonly data: unknown; readonly error: TenonError };

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
		...rest: Rest<NoInfer<Variables>>
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
		const query = this.#read(document);
		this.#check([[query, variables]]);
		const until = deadlineOf(options);
		const told = await this.#send(query, variables, options, until);
		const result = await this.#settled(query, variables, told, options, until);
		if (!result.ok) throw result.error;
		return result.data;
	}

	/**
	 * Sends a query and gives `data` and `errors` side by side: errors reject nothing, and no CAPTCHA is solved.
	 *
	 * @example
	 * const { data, errors } = await graphql.result(ProjectDocument, { fullPath: "acme/web" });
	 */
	async result<Result, Variables>(
		document: TypedDocument<Result, Variables>,
		...rest: Rest<NoInfer<Variables>>
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
		const query = this.#read(document);
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
			([document, variables]) => [this.#read(document), variables as AnyVariables | undefined] as const,
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
		variables: Omit<NoInfer<Variables>, "after">,
		select: (data: Result) => ConnectionPage<Node> | null | undefined,
		options?: PaginateOptions,
	): AsyncGenerator<NonNullable<Node>, void, undefined> {
		return paginate(
			this.#read(document).text,
			variables,
			// The caller says by the document what its result is.
			(data) => select(data as Result),
			(text, given, rest) => this.request<unknown>(text, given, rest),
			options,
		);
	}

	#read(document: TypedDocument<unknown, never> | string): Query {
		const { print } = this.#options;
		const isParsed = typeof document === "object" && "kind" in document;
		// What is parsed, and by which version, only the caller knows.
		return queryOf(isParsed && print ? print(document as never) : document);
	}

	/** Refuses what is too long or would cost too much, before it is sent. */
	#check(queries: readonly (readonly [Query, AnyVariables | undefined])[]): void {
		const units = queries.reduce((sum, [{ text }]) => sum + text.length, 0);
		// A character is a code point, and no text has more of them than units.
		const characters = units > longestQuery ? queries.reduce((sum, [{ text }]) => sum + [...text].length, 0) : units;
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

	/** What an answer tells of: an error, or undefined for a success. */
	#errorOf(
		query: Query,
		variables: AnyVariables | undefined,
		{ errors, data, status = 200 }: Told,
	): TenonError | undefined {
		if (errors && errors.length > 0) {
			const secrets = texts(variables).filter((text) => text.length > 3);
			return graphqlError({ errors, data, status, operationName: query.operationName, secrets });
		}
		const isThere = typeof data === "object" && data !== null && !Array.isArray(data);
		return isThere ? undefined : noResult("no result of a query");
	}

	async #send(
		{ text, operationName, isMutation }: Query,
		variables: AnyVariables | undefined,
		options: RequestOptions | undefined,
		until: number | undefined,
		headers: { readonly [name: string]: string } = {},
	): Promise<Told> {
		const { client, exchange } = this.#requests(isMutation, operationName, variables, options, until, headers);
		return guarded(exchange, () => client.rawRequest<unknown>({ query: text, ...(variables ? { variables } : {}) }));
	}

	async #sendAll(
		queries: readonly (readonly [Query, AnyVariables | undefined])[],
		options: RequestOptions | undefined,
	): Promise<BatchResult<unknown>[]> {
		const changes = queries.some(([{ isMutation }]) => isMutation);
		const until = deadlineOf(options);
		const all = queries.map(([, variables]) => variables);
		const { client, exchange } = this.#requests(changes, undefined, all, options, until);
		const documents = queries.map(([{ text }, variables]) => ({ document: text, ...(variables ? { variables } : {}) }));
		const told: unknown = await guarded(exchange, () => client.batchRequests({ documents }));
		if (!Array.isArray(told) || told.length !== queries.length) throw noResult(`no list of ${queries.length} results`);
		const results: BatchResult<unknown>[] = [];
		for (const [index, [query, variables]] of queries.entries())
			results.push(await this.#settled(query, variables, told[index], options, until));
		return results;
	}

	/** What an answer comes to: a challenge is solved, and the mutation sent again by itself. */
	async #settled(
		query: Query,
		variables: AnyVariables | undefined,
		told: Told,
		options: RequestOptions | undefined,
		until: number | undefined,
	): Promise<BatchResult<unknown>> {
		let answer = told;
		let spent = 0;
		try {
			for (let attempts = 0; ; attempts++) {
				const error = this.#errorOf(query, variables, answer);
				if (!error) return { ok: true, data: answer.data };
				if (!(error instanceof CaptchaRequiredError)) return { ok: false, data: answer.data, error };
				const began = Date.now();
				const headers = await solve(error, attempts, query, this.#options, this.#solved, options?.signal);
				spent += Date.now() - began;
				answer = await this.#send(query, variables, options, until && until + spent, headers);
			}
		} catch (error) {
			if (!(error instanceof TenonError)) throw error;
			return { ok: false, data: answer.data, error };
		}
	}

	/** A graphql-request client whose fetch is our transport, for one call. */
	#requests(
		changes: boolean,
		operationName: string | undefined,
		variables: unknown,
		options: RequestOptions = {},
		until: number | undefined,
		more: { readonly [name: string]: string } = {},
	): { client: GraphQLClient; exchange: Exchange } {
		const own = this.#client[core]();
		const { removeDeprecated, tokenIn = "bearer" } = this.#options;
		const id = operationName === undefined ? "executeGraphql" : `executeGraphql ${operationName}`;
		const exchange: Exchange = {
			route: { id, verb: "POST", path: "", retry: changes ? "non-idempotent" : "safe" },
			options,
			until,
			sudo: undefined,
			reads: "text",
			carry(address, headers, token) {
				if (tokenIn !== "bearer")
					return `${address}${removeDeprecated ? "&" : "?"}${tokenIn}=${encodeURIComponent(token)}`;
				headers.authorization = `Bearer ${token}`;
				return address;
			},
			// Asked for when a refusal is told.
			get secrets() {
				return [...Object.values(more), ...texts(variables)];
			},
			attempts: 0,
			unclear: false,
		};
		const url = removeDeprecated ? `${own.graphql}?remove_deprecated=true` : own.graphql;
		const headers = merged([own.headers, options.headers, more], "executeGraphql");
		const client = new GraphQLClient(url, {
			errorPolicy: "all",
			headers,
			fetch: async (_input, init) => {
				const given = Object.fromEntries(new Headers(init?.headers));
				// graphql-request writes texts.
				const body = String(init?.body ?? "");
				const response = await transmit(own, { url, method: "POST", headers: given, body }, exchange);
				// The transport has read it.
				const { content = "" } = exchange;
				return new Response(content, { status: response.status, headers: { "content-type": "application/json" } });
			},
		});
		return { client, exchange };
	}
}

/** What graphql-request gives; what it cannot write or read is told in our own words, without the query. */
async function guarded<T>(exchange: Exchange, send: () => Promise<T>): Promise<T> {
	try {
		return await send();
	} catch (error) {
		if (error instanceof TenonError) throw error;
		// Nothing was read, so nothing was sent: variables that are no JSON.
		if (exchange.content === undefined)
			throw new UsageError("variables", "cannot be put into a request", "executeGraphql", { cause: error });
		throw noResult("no answer of a GraphQL server");
	}
}

const noResult = (what: string): ResponseParseError =>
	new ResponseParseError("executeGraphql", new Response(null), what);

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
