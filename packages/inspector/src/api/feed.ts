import { createParser } from "eventsource-parser";
import { basePath } from "./base";
import { bodyOf, ControlFailure, control, controlHeaders, type Summary } from "./control";
import { host } from "./host";

/** How the page is connected to the mock. */
export type Connection =
	| { readonly kind: "connecting" }
	| { readonly kind: "live" }
	| { readonly kind: "waiting"; readonly until: number; readonly cause: string }
	| { readonly kind: "refused"; readonly message: string };

/** What a view of the feed shows. A new object for every change. */
export interface FeedState {
	readonly connection: Connection;
	/** Oldest first. */
	readonly entries: readonly Summary[];
	/** Whether the first load is over. */
	readonly isLoaded: boolean;
	/** Requests that came since the last look and are no longer kept. */
	readonly dropped: number;
}

/** Requests that the page keeps at most: what is older is a search away. */
const most = 100_000;

/** The requests of one world, loaded once and followed from then on. */
export class Feed {
	readonly #search: string;
	readonly #listeners = new Set<() => void>();
	readonly #abort = new AbortController();
	#arrived: Summary[] = [];
	#frame: number | undefined;
	#lastId: string | undefined;
	#tries = 0;
	state: FeedState = { connection: { kind: "connecting" }, entries: [], isLoaded: false, dropped: 0 };

	constructor(search: string) {
		this.#search = search;
		void this.#run();
	}

	subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	};

	close(): void {
		this.#abort.abort();
		if (this.#frame !== undefined) clearTimeout(this.#frame);
	}

	#set(change: Partial<FeedState>): void {
		this.state = { ...this.state, ...change };
		for (const listener of this.#listeners) listener();
	}

	async #run(): Promise<void> {
		const { signal } = this.#abort;
		while (!signal.aborted) {
			try {
				if (!this.state.isLoaded) await this.#load();
				await this.#follow();
				throw new Error("The mock ended the stream.");
			} catch (error) {
				if (signal.aborted) return;
				if (error instanceof ControlFailure && error.status < 500)
					return this.#set({ connection: { kind: "refused", message: error.message }, isLoaded: true });
				this.#tries += 1;
				const pause = Math.min(30_000, 500 * 2 ** this.#tries);
				const cause = error instanceof Error ? error.message : String(error);
				this.#set({ connection: { kind: "waiting", until: Date.now() + pause, cause } });
				await new Promise((resolve) => setTimeout(resolve, pause));
			}
		}
	}

	async #load(): Promise<void> {
		const query = this.#search === "" ? {} : { q: this.#search };
		const { signal } = this.#abort;
		const { entries } = await bodyOf(control.GET("/journal/summaries", { params: { query }, signal }));
		this.#lastId = entries.at(-1)?.id;
		this.#set({ entries, isLoaded: true });
	}

	async #follow(): Promise<void> {
		const query = new URLSearchParams({ fields: "summary", ...(this.#search === "" ? {} : { q: this.#search }) });
		// By fetch: an EventSource cannot send the control token. An id that there never was asks for everything.
		const response = await host().fetch(`${basePath}/journal/stream?${query}`, {
			headers: { ...controlHeaders(), "Last-Event-ID": this.#lastId ?? "000000000000" },
			signal: this.#abort.signal,
		});
		if (!response.ok || !response.body) throw new ControlFailure(response.status, await response.text());
		this.#tries = 0;
		this.#set({ connection: { kind: "live" } });
		const parser = createParser({
			onEvent: ({ event, data, id }) => {
				if (id !== undefined) this.#lastId = id;
				this.#receive(event, JSON.parse(data));
			},
		});
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		for (let next = await reader.read(); !next.done; next = await reader.read()) parser.feed(next.value);
	}

	#receive(event: string | undefined, data: Summary & { dropped?: number }): void {
		if (event === "gap") {
			const isLoss = this.state.entries.length > 0;
			this.#arrived = [];
			this.#set({ entries: [], dropped: isLoss ? this.state.dropped + (data.dropped ?? 0) : 0 });
		}
		if (event === "clear") {
			this.#arrived = [];
			this.#lastId = undefined;
			this.#set({ entries: [], dropped: 0 });
		}
		if (event !== "request") return;
		this.#arrived.push(data);
		// Many that come at once are shown at once. A timer, not a frame: a page in the background has none.
		this.#frame ??= window.setTimeout(() => this.#flush(), 50);
	}

	#flush(): void {
		this.#frame = undefined;
		const entries = [...this.state.entries, ...this.#arrived];
		this.#arrived = [];
		this.#set({ entries: entries.length > most ? entries.slice(-most) : entries });
	}

	/** Forgets that some are missing. */
	dismissGap = (): void => this.#set({ dropped: 0 });
}
