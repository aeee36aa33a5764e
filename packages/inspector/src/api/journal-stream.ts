import { createParser } from "eventsource-parser";
import { basePath } from "./base";
import { ControlFailure, controlHeaders, type Summary } from "./control";
import { host } from "./host";

/** The events of the journal's stream. */
export type JournalEvent =
	| { readonly kind: "request"; readonly entry: Summary }
	| { readonly kind: "clear" }
	| { readonly kind: "gap"; readonly dropped: number };

function eventFrom(name: string | undefined, data: string): JournalEvent | undefined {
	if (name === "request") return { kind: "request", entry: JSON.parse(data) };
	if (name === "clear") return { kind: "clear" };
	return name === "gap" ? { kind: "gap", dropped: JSON.parse(data).dropped ?? 0 } : undefined;
}

interface StreamOptions {
	/** A text that the requests contain. */
	readonly search: string;
	/** The id of the last known entry; undefined to get all entries. */
	readonly lastId: string | undefined;
	readonly signal: AbortSignal;
	readonly onOpen: () => void;
	readonly onEvent: (event: JournalEvent) => void;
}

/**
 * Follows the journal of the page's world. Resolves when the mock ends the stream; throws ControlFailure if it is
 * refused.
 */
export async function followJournal({ search, lastId, signal, onOpen, onEvent }: StreamOptions): Promise<void> {
	const query = new URLSearchParams({ fields: "summary", ...(search === "" ? {} : { q: search }) });
	// By fetch: an EventSource cannot send the control token. An id that there never was asks for everything.
	const response = await host().fetch(`${basePath}/journal/stream?${query}`, {
		headers: { ...controlHeaders(), "Last-Event-ID": lastId ?? "000000000000" },
		signal,
	});
	if (!response.ok || !response.body) throw new ControlFailure(response.status, await response.text());
	onOpen();
	const parser = createParser({
		onEvent({ event, data }) {
			const read = eventFrom(event, data);
			if (read) onEvent(read);
		},
	});
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	for (let next = await reader.read(); !next.done; next = await reader.read()) parser.feed(next.value);
}
