import type { CaptchaOptions } from "./captcha";
import type { AnyVariables } from "./document";

/**
 * The options of `createGraphQL`.
 *
 * @example
 * const graphql = createGraphQL(tenon, { captcha: async ({ siteKey }) => solve(siteKey), complexity: estimateComplexity });
 */
export interface GraphqlOptions extends CaptchaOptions {
	/** Whether to use the schema without its deprecated items, to find out early what will break. Defaults to false. */
	readonly removeDeprecated?: boolean | undefined;
	/**
	 * How to send the token: as `bearer` (the default), or in the URL if nothing else is possible. URLs appear in logs.
	 */
	readonly tokenIn?: "bearer" | "access_token" | "private_token" | undefined;
	/**
	 * Estimates the complexity of a query: pass `estimateComplexity`. A query above the limit (200 without credentials,
	 * 250 with them) is then refused before it is sent. By default, nothing is estimated.
	 */
	readonly complexity?: ((document: string, variables: AnyVariables) => number) | undefined;
	/**
	 * Prints parsed documents (TypedDocumentNode): pass `print` of the `graphql` package. Without it, they are refused.
	 */
	readonly print?: ((document: never) => string) | undefined;
}
