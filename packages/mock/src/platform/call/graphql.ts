import { operations } from "@tenon/contract";
import type { Exchange } from "../../control/exchange";
import { preflight } from "../../request/http/cors";
import { pairs } from "../../request/http/query";
import type { RawResponse } from "../../request/http/raw";
import type { Inside } from "./inside";

/** The GraphQL endpoint. It is loaded at the first GraphQL request, so that REST-only use does not wait for it. */
export class GraphqlCalls {
	#endpoint: typeof import("../../graphql/endpoint") | undefined;

	async respond(exchange: Exchange, base: string, inside: Inside): Promise<RawResponse> {
		const { request } = exchange;
		if (request.method === "OPTIONS") return preflight(request, ["GET", "HEAD", "POST"]);
		this.#endpoint ??= await import("../../graphql/endpoint");
		const { state, settings, texts, lists, limits, clock, graphql, onError } = inside;
		exchange.changes = [];
		const setting = texts.setting(base, settings);
		return this.#endpoint.answerGraphql(request, {
			state,
			settings,
			extensions: graphql,
			begin: exchange.time,
			base,
			query: pairs(exchange.queryText),
			json: (one, also, make) => texts.of(one, also, setting, make),
			lists,
			count: (caller, id) => limits.count(operations[id], caller, settings, clock),
			changes: exchange.changes,
			onActor: (actor) => {
				exchange.user = actor.user;
			},
			onError: (error) => onError(error, request),
		});
	}
}
