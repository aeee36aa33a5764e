import type { Exchange } from "../../control/exchange";
import type { Journal } from "../../control/journal";
import { requestId } from "../../control/journal-entry";
import { summaryOf } from "../../control/journal-summary";
import { encodeUtf8 } from "../../lib/utf8";
import { untilAborted } from "../../lib/wait";
import type { RawResponse } from "../../request/http/raw";

/** The options of the journal's stream. */
export interface StreamOptions {
	/** Whether an exchange is sent. */
	readonly passes: (exchange: Exchange) => boolean;
	/** Whether entries are sent without headers and bodies. */
	readonly isSummary: boolean;
	/** The id of the last entry that the listener received. Later ones are sent first. */
	readonly lastId: string | undefined;
	readonly signal: AbortSignal | undefined;
}

interface Since {
	readonly missed: readonly Exchange[];
	/** About how many entries were dropped, if the last one is no longer in the journal. */
	readonly gap?: number;
}

/** Returns the exchanges recorded after an entry; all of them if that entry is no longer in the journal. */
function since(lastId: string | undefined, kept: readonly Exchange[]): Since {
	if (lastId === undefined) return { missed: [] };
	// They are not sorted by id: a slow request is recorded after later ones that were faster.
	const at = kept.findIndex(({ id }) => requestId(id) === lastId);
	if (at >= 0) return { missed: kept.slice(at + 1) };
	const last = Number.parseInt(lastId, 16);
	return { missed: kept, gap: Math.max(0, (kept[0]?.id ?? 0) - last - 1) || 0 };
}

/**
 * Returns the journal as server-sent events: `request` for each exchange; `clear` when the journal is cleared; `gap`
 * before all recorded exchanges, if the entry of `lastId` is no longer in the journal.
 */
export function streamJournal(journal: Journal, { passes, isSummary, lastId, signal }: StreamOptions): RawResponse {
	const { missed, gap } = since(lastId, journal.exchanges);
	const event = (exchange: Exchange): Uint8Array => {
		const data = isSummary ? summaryOf(exchange) : journal.entryOf(exchange);
		return encodeUtf8(`id: ${requestId(exchange.id)}\nevent: request\ndata: ${JSON.stringify(data)}\n\n`);
	};
	async function* events(): AsyncGenerator<Uint8Array> {
		const waiting: (Exchange | "clear")[] = missed.filter(passes);
		let wake = (): void => {};
		const stop = journal.listen({
			onExchange(exchange) {
				if (passes(exchange)) waiting.push(exchange);
				wake();
			},
			onClear() {
				waiting.length = 0;
				waiting.push("clear");
				wake();
			},
		});
		try {
			// Browsers consider a stream open when its first bytes arrive.
			yield encodeUtf8(": the journal of the mock\n\n");
			if (gap !== undefined) yield encodeUtf8(`event: gap\ndata: ${JSON.stringify({ dropped: gap })}\n\n`);
			for (;;) {
				for (let next = waiting.shift(); next; next = waiting.shift())
					yield next === "clear" ? encodeUtf8("event: clear\ndata: {}\n\n") : event(next);
				const more = new Promise<void>((resolve) => {
					wake = resolve;
				});
				if (waiting.length === 0) await untilAborted(more, signal);
			}
		} finally {
			stop();
		}
	}
	return {
		status: 200,
		headers: { "content-type": "text/event-stream; charset=utf-8" },
		body: null,
		stream: events(),
	};
}
