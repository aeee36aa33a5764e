import type { CaptchaOptions } from "./captcha";
import type { AnyVariables } from "./document";

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
	 * Estimates a query's cost: pass `estimateComplexity`. A query that would cost too much is then refused before it is sent
	 * (above 200 without credentials, 250 with them). Absent: nothing is estimated.
	 */
	readonly complexity?: ((document: string, variables: AnyVariables) => number) | undefined;
	/** Prints documents that come parsed (TypedDocumentNode): pass `print` of the `graphql` package. Absent: they are refused. */
	readonly print?: ((document: never) => string) | undefined;
}
