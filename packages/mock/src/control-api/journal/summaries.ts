import type { Exchange } from "../../control/exchange";
import { type JournalSummary, summaryOf } from "../../control/journal-summary";
import { ok } from "../../request/http/json-response";
import type { RawResponse } from "../../request/http/raw";
import type { ControlCall } from "../call";
import type { ControlledWorlds } from "../controlled";
import { checkAllWorlds } from "../query";
import { checkNames, entryFilters, exchangeFilter, numberOf } from "./filter";

/** Returns the newest entries of a list, at most the query's `limit`. */
export function newest<Entry>(all: readonly Entry[], query: URLSearchParams): readonly Entry[] {
	const limit = numberOf(query, "limit") ?? all.length;
	return all.slice(Math.max(0, all.length - limit));
}

/** Returns the requests of one platform. */
export function platformSummaries(call: ControlCall): RawResponse {
	const { query, platform } = call;
	checkNames(query, [...entryFilters, "limit", "world"]);
	checkAllWorlds(query);
	const entries = newest(platform.journal.exchanges.filter(exchangeFilter(call)), query).map(summaryOf);
	return ok({ count: entries.length, entries });
}

/** Returns the requests of all worlds, in the order in which they arrived. Each entry has the name of its world. */
export function worldsSummaries(query: URLSearchParams, worlds: ControlledWorlds): RawResponse {
	checkNames(query, [...entryFilters, "limit", "world"]);
	const all = worlds.names.flatMap((world): { readonly world: string; readonly exchange: Exchange }[] => {
		const platform = worlds.peek(world);
		if (!platform) return [];
		return platform.journal.exchanges
			.filter(exchangeFilter({ query, platform }))
			.map((exchange) => ({ world, exchange }));
	});
	all.sort((a, b) => a.exchange.started - b.exchange.started);
	const entries = newest(all, query).map(({ world, exchange }): JournalSummary => ({ ...summaryOf(exchange), world }));
	return ok({ count: entries.length, entries });
}
