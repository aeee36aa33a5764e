// Only the part that sends a request: the package's entry point also includes a query parser.
import { runRequest } from "../../../../node_modules/graphql-request/build/legacy/helpers/runRequest.js";
import { assemble, type deadlineOf } from "../calls/call-of";
import type { Core, RequestOptions } from "../connection/connection";
import { ResponseParseError, TenonError, UsageError } from "../errors/errors";
import { merged } from "../lib/headers";
import { chain } from "../transport/chain";
import type { Received } from "../transport/retry";
import type { AnyVariables, Query } from "./document";
import type { GraphqlErrorEntry } from "./errors";
import type { GraphqlOptions } from "./options";
import { secretTexts } from "./secret-texts";

/** The parts of graphql-request's result that are used here. */
export interface Outcome {
	readonly status?: number | undefined;
	readonly data?: unknown;
	readonly errors?: readonly GraphqlErrorEntry[] | undefined;
}

/** The outcome of each query, and the response that contained them. */
export interface Sent {
	readonly outcomes: readonly Outcome[];
	readonly response: Response;
}

/** The parts of a request besides its queries. */
export interface RequestParts {
	readonly options: RequestOptions | undefined;
	readonly until: ReturnType<typeof deadlineOf>;
	/** Headers of only this request. */
	readonly headers?: { readonly [name: string]: string };
}

/** A query with its variables. */
export type Filled = readonly [query: Query, variables: AnyVariables | undefined];

/** Sends queries in one request: a single query, or a list if `isList` is set. */
export type SendQueries = (queries: readonly Filled[], parts: RequestParts, isList?: boolean) => Promise<Sent>;

/**
 * Creates the GraphQL endpoint of a client: graphql-request writes and reads messages, the client's transport sends
 * them.
 */
export function endpoint(core: Core, { removeDeprecated, tokenIn = "bearer" }: GraphqlOptions): SendQueries {
	const url = removeDeprecated ? `${core.graphql}?remove_deprecated=true` : core.graphql;
	const transmit = chain(core, {
		write(attempt, token) {
			if (core.credentials?.session) core.credentials.write(attempt.headers, token);
			else if (tokenIn === "bearer") attempt.headers.authorization = `Bearer ${token}`;
			else attempt.url += `${removeDeprecated ? "&" : "?"}${tokenIn}=${encodeURIComponent(token)}`;
		},
	});
	return async (queries, { options = {}, until, headers }, isList) => {
		const all = queries.map(([query]) => query);
		const variables = queries.map(([, each]) => each);
		const hasMutations = all.some(({ isMutation }) => isMutation);
		const name = all.length === 1 ? all[0]?.operationName : undefined;
		const id = name === undefined ? "executeGraphql" : `executeGraphql ${name}`;
		const route = { id, verb: "POST", path: "", retry: hasMutations ? "non-idempotent" : "safe" } as const;
		let received: Received | undefined;
		try {
			const outcome = (await runRequest({
				url,
				// The types of graphql-request do not allow undefined, but it leaves undefined out, as JSON does.
				request: (isList
					? { _tag: "Batch", query: all.map(({ expression }) => expression), hasMutations, variables }
					: { _tag: "Single", document: all[0], variables: variables[0] }) as Parameters<
					typeof runRequest
				>[0]["request"],
				headers: merged([core.headers, options.headers, headers], "executeGraphql"),
				fetchOptions: { errorPolicy: "all" },
				async fetch(_input, init) {
					const parts = {
						url,
						headers: Object.fromEntries(new Headers(init?.headers)),
						// graphql-request always writes the body as text.
						body: String(init?.body),
						secrets: { variables: variables.map((each) => secretTexts(each)) },
						until,
					};
					received = await transmit(assemble(core, route, parts, options));
					const { response, attempt } = received; // the transport has read it
					return new Response(attempt.content || null, {
						status: response.status,
						headers: { "content-type": "application/json" },
					});
				},
			})) as Outcome; // never an error: the transport rejects refusals
			if (received) {
				const outcomes = isList ? outcome.data : [outcome];
				if (Array.isArray(outcomes) && outcomes.length === all.length) return { outcomes, response: received.response };
				throw noResult(`not a list of ${all.length} results`);
			}
		} catch (error) {
			if (error instanceof TenonError) throw error;
			// Nothing was sent: the variables cannot be converted to JSON.
			if (!received) throw new UsageError("variables", "cannot be serialized", "executeGraphql", { cause: error });
		}
		throw noResult("not from a GraphQL server");
	};
}

/** Returns the error for a response without a result. The error of graphql-request is not used: it quotes the query. */
export const noResult = (what: string): ResponseParseError =>
	new ResponseParseError("executeGraphql", new Response(null), what);
