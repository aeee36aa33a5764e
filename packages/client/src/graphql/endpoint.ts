import { GraphQLClient } from "graphql-request";
import { assemble, type deadlineOf } from "../calls/call-of";
import type { Core, RequestOptions } from "../connection/connection";
import { ResponseParseError, TenonError, UsageError } from "../errors/errors";
import { merged } from "../lib/headers";
import type { Write } from "../transport/authenticated";
import { chain } from "../transport/chain";
import type { Received, Transmit } from "../transport/retry";
import type { AnyVariables, Query } from "./document";
import type { GraphqlErrorEntry } from "./errors";
import type { GraphqlOptions } from "./options";
import { secretTexts } from "./secret-texts";

/** The parts of what graphql-request returns that are used here. */
export interface Outcome {
	readonly status?: number | undefined;
	readonly data?: unknown;
	readonly errors?: readonly GraphqlErrorEntry[] | undefined;
}

/** An outcome, and the response that brought it. */
export interface Sent<Value> {
	readonly outcome: Value;
	readonly response: Response;
}

/** What belongs to one request, beside its queries. */
export interface RequestParts {
	readonly options: RequestOptions | undefined;
	readonly until: ReturnType<typeof deadlineOf>;
	/** Headers of the request alone. */
	readonly headers?: { readonly [name: string]: string };
}

/** A query with its variables. */
export type Filled = readonly [query: Query, variables: AnyVariables | undefined];

/** The GraphQL endpoint of a client: graphql-request writes and reads, the client's transport sends. */
export class Endpoint {
	readonly #core: Core;
	readonly #url: string;
	readonly #transmit: Transmit;

	constructor(core: Core, { removeDeprecated, tokenIn = "bearer" }: GraphqlOptions) {
		const write: Write = (attempt, token) => {
			if (core.credentials?.session) core.credentials.write(attempt.headers, token);
			else if (tokenIn === "bearer") attempt.headers.authorization = `Bearer ${token}`;
			else attempt.url += `${attempt.url.includes("?") ? "&" : "?"}${tokenIn}=${encodeURIComponent(token)}`;
		};
		this.#core = core;
		this.#url = removeDeprecated ? `${core.graphql}?remove_deprecated=true` : core.graphql;
		this.#transmit = chain(core, { write });
	}

	/** Sends one query. */
	send(filled: Filled, parts: RequestParts): Promise<Sent<Outcome>> {
		const [{ text: query }, variables] = filled;
		return this.#request([filled], parts, (client) =>
			client.rawRequest<unknown>({ query, ...(variables ? { variables } : {}) }),
		);
	}

	/** Sends several queries in one request. */
	async sendAll(all: readonly Filled[], parts: RequestParts): Promise<Sent<readonly Outcome[]>> {
		const documents = all.map(([{ text: document }, variables]) => ({ document, ...(variables ? { variables } : {}) }));
		const { outcome, response } = await this.#request<unknown>(all, parts, (client) =>
			client.batchRequests({ documents }),
		);
		if (!Array.isArray(outcome) || outcome.length !== all.length) throw noResult(`no list of ${all.length} results`);
		return { outcome, response };
	}

	async #request<Value>(
		all: readonly Filled[],
		{ options = {}, until, headers: more }: RequestParts,
		run: (client: GraphQLClient) => Promise<Value>,
	): Promise<Sent<Value>> {
		const changes = all.some(([{ isMutation }]) => isMutation);
		const [only, ...others] = all;
		const name = others.length === 0 ? only?.[0].operationName : undefined;
		const id = name === undefined ? "executeGraphql" : `executeGraphql ${name}`;
		const route = { id, verb: "POST", path: "", retry: changes ? "non-idempotent" : "safe" } as const;
		let received: Received | undefined;
		const client = new GraphQLClient(this.#url, {
			errorPolicy: "all",
			headers: merged([this.#core.headers, options.headers, more], "executeGraphql"),
			fetch: async (_input, init) => {
				const secrets = { variables: all.map(([, variables]) => secretTexts(variables)) };
				const headers = Object.fromEntries(new Headers(init?.headers));
				// graphql-request writes texts.
				const parts = { url: this.#url, headers, body: String(init?.body ?? ""), secrets, until };
				received = await this.#transmit(assemble(this.#core, route, parts, options));
				const { content } = received.attempt; // the transport has read it
				const { status } = received.response;
				return new Response(content || null, { status, headers: { "content-type": "application/json" } });
			},
		});
		try {
			const outcome = await run(client);
			if (received) return { outcome, response: received.response };
		} catch (error) {
			if (error instanceof TenonError) throw error;
			// Nothing was sent: variables that are no JSON.
			if (!received)
				throw new UsageError("variables", "cannot be put into a request", "executeGraphql", { cause: error });
		}
		throw noResult("no response of a GraphQL server");
	}
}

/** The error for a response that has no result; what graphql-request says of it quotes the query. */
export const noResult = (what: string): ResponseParseError =>
	new ResponseParseError("executeGraphql", new Response(null), what);
