import type { PlatformOptions } from "@tenon/mock";
import { checkedFetch } from "../../../../test/support/contract-check";
import { type World, world } from "./world";

/** The response to one query. */
export interface Result {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the body
	data: any;
	// biome-ignore lint/suspicious/noExplicitAny: as above
	errors: any[] | undefined;
	headers: Headers;
	/** The unparsed body. */
	text: string;
}

export interface Posted {
	/** The body to send in place of `{ query, variables }` as JSON. */
	body?: BodyInit;
	method?: string;
	headers?: Record<string, string>;
	/** A query string for the URL: `?private_token=…`. */
	address?: string;
}

export interface Graphql {
	/** Sends a query as a user, by name (with the token `<name>-token`), or as an anonymous caller with null. */
	gql(who: string | null, query: string, variables?: object, posted?: Posted): Promise<Result>;
}

export type GraphqlWorld = World & Graphql;

/** Returns a new platform for a test, with its GraphQL endpoint. Validates every response against the contract. */
export const graphqlWorld = (options: PlatformOptions = {}): GraphqlWorld => withGraphql(world(options));

/** Adds the GraphQL endpoint to an existing world. */
export function withGraphql<Own extends World>(own: Own): Own & Graphql {
	const fetch = checkedFetch(own.platform.fetch);
	const post = (who: string | null, body: BodyInit | null, { method = "POST", headers, address = "" }: Posted) =>
		fetch(`http://tenon.test/api/graphql${address}`, {
			method,
			body,
			headers: {
				...(body === null ? {} : { "content-type": "application/json" }),
				...(who === null ? {} : { authorization: `Bearer ${who}-token` }),
				...headers,
			},
		});
	return {
		...own,
		async gql(who, query, variables, posted = {}) {
			const bodiless = posted.method === "GET" || posted.method === "HEAD";
			const body = bodiless ? null : (posted.body ?? JSON.stringify({ query, ...(variables ? { variables } : {}) }));
			const response = await post(who, body, posted);
			const text = await response.text();
			const json = response.headers.get("content-type")?.includes("json") && text !== "" ? JSON.parse(text) : {};
			return { status: response.status, headers: response.headers, text, data: json.data, errors: json.errors };
		},
	};
}
