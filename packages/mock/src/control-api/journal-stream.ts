import type { Journal } from "../control/journal";
import type { JournalEntry } from "../control/journal-entry";
import { encodeUtf8 } from "../lib/utf8";
import { untilAborted } from "../lib/wait";
import type { RawResponse } from "../request/http/raw";

const event = (entry: JournalEntry): Uint8Array =>
	encodeUtf8(`id: ${entry.id}\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`);

/**
 * The journal as server-sent events: one for each request, as it is answered.
 *
 * @param passes Which entries are sent.
 * @param lastId The id of the last entry that the listener has: those that came since are sent first.
 */
export function streamJournal(
	journal: Journal,
	passes: (entry: JournalEntry) => boolean,
	lastId: string | undefined,
	signal: AbortSignal | undefined,
): RawResponse {
	const known = lastId === undefined ? undefined : journal.calls();
	const seen = known?.findIndex(({ id }) => id === lastId) ?? -1;
	// An entry that is no longer kept is older than all that are.
	const missed = known?.slice(seen + 1) ?? [];
	async function* events(): AsyncGenerator<Uint8Array> {
		const waiting: JournalEntry[] = missed.filter(passes);
		let wake = (): void => {};
		const stop = journal.listen((entry) => {
			if (passes(entry)) waiting.push(entry);
			wake();
		});
		try {
			// Browsers count a stream as open with its first bytes.
			yield encodeUtf8(": the journal of the mock\n\n");
			for (;;) {
				for (let next = waiting.shift(); next; next = waiting.shift()) yield event(next);
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
