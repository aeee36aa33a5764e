import type { Exchange } from "../../control/exchange";
import type { Journal } from "../../control/journal";
import { requestId } from "../../control/journal-entry";
import { summaryOf } from "../../control/journal-summary";
import { encodeUtf8 } from "../../lib/utf8";
import { untilAborted } from "../../lib/wait";
import type { RawResponse } from "../../request/http/raw";

/** How the journal is followed. */
export interface StreamOptions {
	/** Which exchanges are sent. */
	readonly passes: (exchange: Exchange) => boolean;
	/** Without headers and bodies. */
	readonly isSummary: boolean;
	/** The id of the last entry that the listener has: those that came since are sent first. */
	readonly lastId: string | undefined;
	readonly signal: AbortSignal | undefined;
}

interface Since {
	readonly missed: readonly Exchange[];
	/** About how many are no longer kept, if the entry itself is not. */
	readonly gap?: number;
}

/** What was written down since an entry: all that is kept, if that entry is not. */
function since(lastId: string | undefined, kept: readonly Exchange[]): Since {
	if (lastId === undefined) return { missed: [] };
	// Not in the order of their ids: a request that takes long is written down after those that came later.
	const at = kept.findIndex(({ id }) => requestId(id) === lastId);
	if (at >= 0) return { missed: kept.slice(at + 1) };
	const last = Number.parseInt(lastId, 16);
	return { missed: kept, gap: Math.max(0, (kept[0]?.id ?? 0) - last - 1) || 0 };
}

/**
 * The journal as server-sent events: `request` for each one, with its response; `clear` when the journal is emptied; `gap`
 * before all that is kept, if the entry of `lastId` is not.
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
			// Browsers count a stream as open with its first bytes.
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
