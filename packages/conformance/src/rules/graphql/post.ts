/** Requests to the GraphQL address that are written by hand. */
import type { Answer, Fields } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import { GraphqlAnswer } from "../../rule/graphql";

/** Sends any JSON; `address` is added to the GraphQL address. */
export const post = async (caller: Caller, json: unknown, address = ""): Promise<Answer> => await caller.send("POST", `/api/graphql${address}`, { json });

/** The same, for an answer that is one object. */
export const response = async (caller: Caller, json: unknown, address = ""): Promise<GraphqlAnswer> => new GraphqlAnswer(await post(caller, json, address));

/** Sends several queries in one request; the answer must be a list as long. */
export async function batch(caller: Caller, queries: readonly unknown[], address = ""): Promise<readonly Fields[]> {
	const json = queries.map((query) => (typeof query === "string" ? { query } : query));
	const answer = (await post(caller, json, address)).is(200);
	if (answer.items.length !== queries.length) throw answer.deviation(`${queries.length} queries should have as many results, and have ${answer.items.length}`);
	return answer.items;
}

/** The message of the first error of a result. */
export function messageOf(result: Fields | undefined): unknown {
	const errors = result?.errors;
	const [first]: unknown[] = Array.isArray(errors) ? errors : [];
	return typeof first === "object" && first !== null && "message" in first ? first.message : undefined;
}
