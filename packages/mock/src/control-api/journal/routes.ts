import { harOf } from "../../control/har";
import { ControlRefusal } from "../../lib/control-error";
import { noContent, ok } from "../../request/http/json-response";
import type { ControlCall, Route } from "../call";
import { undoable } from "../undo";
import { awaitEntry } from "./await-entry";
import { codeOf } from "./code";
import { entryDetail, exchangeOf } from "./detail";
import { checkNames, entryFilters, exchangeFilter } from "./filter";
import { streamJournal } from "./stream";
import { newest, platformSummaries } from "./summaries";
import { verifyEntries } from "./verify-entries";

/** Returns the exchanges that match the query, at most the newest `limit`. */
function exchanges(call: ControlCall) {
	checkNames(call.query, [...entryFilters, "limit"]);
	return newest(call.platform.journal.exchanges.filter(exchangeFilter(call)), call.query);
}

/** The routes of the journal. */
export const journalRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/journal": {
		GET: (call) => {
			const entries = exchanges(call).map((exchange) => call.platform.journal.entryOf(exchange));
			return ok({ count: entries.length, entries });
		},
		DELETE: ({ platform }) => {
			const bringBack = platform.journal.remember();
			platform.journal.clear();
			return undoable(noContent(), platform, bringBack);
		},
	},
	"/journal/summaries": { GET: platformSummaries },
	"/journal/*": { GET: async (call) => ok(await entryDetail(call)) },
	"/journal/*/code": { GET: async (call) => ok(await codeOf(call)) },
	"/journal/wait": {
		POST: async (call) => ok(await awaitEntry(call.platform.journal, call.json(), call.request.signal)),
	},
	"/journal/verify": { POST: (call) => verifyEntries(call.platform.journal, call.json()) },
	"/journal/stream": {
		GET: (call) => {
			checkNames(call.query, [...entryFilters, "fields"]);
			const fields = call.query.get("fields");
			if (fields !== null && fields !== "summary")
				throw new ControlRefusal(400, `fields: expected "summary", found "${fields}".`);
			return streamJournal(call.platform.journal, {
				passes: exchangeFilter(call),
				isSummary: fields !== null,
				lastId: call.request.headers["last-event-id"],
				signal: call.request.signal,
			});
		},
	},
	"/journal/har": {
		GET: (call) => {
			checkNames(call.query, ["id"]);
			const id = call.query.get("id");
			const { journal } = call.platform;
			return ok(id === null ? journal.toHar() : harOf([journal.entryOf(exchangeOf(call, id))]));
		},
	},
	"/journal/unmatched": {
		GET: ({ platform }) => {
			const entries = platform.journal.unmatched();
			return ok({ count: entries.length, entries });
		},
	},
};
