import { createGraphQL, type GraphqlOptions } from "../../src/graphql";
import { clientOn, script } from "./script";

export type Steps = Parameters<typeof script>;

/** Creates a GraphQL client with a scripted fetch. */
export function on(steps: Steps, options: GraphqlOptions = {}, clientOptions: Parameters<typeof clientOn>[1] = {}) {
	const { fetch, requests } = script(...steps);
	return { graphql: createGraphQL(clientOn(fetch, clientOptions), options), requests };
}
export const bodyOf = (request: { body: BodyInit | null | undefined } | undefined): unknown =>
	JSON.parse(String(request?.body));
export const input = { title: "Tips", visibilityLevel: "public" as const, blobActions: [] };
export const me = { currentUser: { username: "owner" } };
export const errors = (message: string, extensions?: object): object => ({
	data: { createSnippet: null },
	errors: [{ message, path: ["createSnippet"], ...(extensions ? { extensions } : {}) }],
});
export const challenge = (spamLogId: number): object =>
	errors("Request denied. Solve CAPTCHA challenge and retry", {
		needsCaptchaResponse: true,
		captchaSiteKey: "site-key",
		spamLogId,
	});
export const done = { data: { createSnippet: { snippet: { id: "gid://service/PersonalSnippet/1" }, errors: [] } } };
