import { bodyOf, ControlFailure, control, currentWorld, type Summary } from "./control";
import { followJournal, type JournalEvent } from "./journal-stream";
import { type Publish, shareWithTabs } from "./shared-tabs";

/** The state of the connection to the mock. */
export type Connection =
	| { readonly kind: "connecting" }
	| { readonly kind: "live" }
	| { readonly kind: "waiting"; readonly until: number; readonly cause: string }
	| { readonly kind: "refused"; readonly message: string };

/** The state of the feed for its views. A new object for every change. */
export interface FeedState {
	readonly connection: Connection;
	/** Oldest first. */
	readonly entries: readonly Summary[];
	/** Whether the first load is over. */
	readonly isLoaded: boolean;
	/** The number of new requests that are no longer stored. */
	readonly dropped: number;
}

/** The messages of the tab with the stream. */
type Message = JournalEvent | { readonly kind: "connection"; readonly connection: Connection };

/** The maximum number of requests that the page keeps. Older ones can be found by a search. */
const most = 100_000;

const isRefusal = (error: unknown): error is ControlFailure => error instanceof ControlFailure && error.status < 500;

/** Waits until the time is over or the signal aborts. */
const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => {
		const timer = setTimeout(resolve, milliseconds);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});

/**
 * The requests of one world. Loaded once, then updated by a stream, or by the messages of another tab with the stream.
 */
export class Feed {
	readonly #search: string;
	readonly #listeners = new Set<() => void>();
	readonly #abort = new AbortController();
	readonly #publish: Publish<Message>;
	#arrived: Summary[] = [];
	#frame: number | undefined;
	#lastId: string | undefined;
	#loading: Promise<void> | undefined;
	#streaming: Promise<void> | undefined;
	/** The messages of another tab while the list is loading. */
	#early: Message[] = [];
	/** What the loaded list has, as long as another tab may publish it too. */
	#loaded = new Set<string>();
	state: FeedState = { connection: { kind: "connecting" }, entries: [], isLoaded: false, dropped: 0 };

	constructor(search: string) {
		this.#search = search;
		this.#publish = shareWithTabs<Message>({
			name: `${currentWorld() ?? ""} ${search}`,
			signal: this.#abort.signal,
			work: () => this.#stream(),
			greeting: () => ({ kind: "connection", connection: this.state.connection }),
			onMessage: (message) => this.#hear(message),
		});
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

	#connect(connection: Connection): void {
		this.#set({ connection });
		// Another tab can have another control token.
		if (connection.kind !== "refused") this.#publish({ kind: "connection", connection });
	}

	#refuse({ message }: ControlFailure): void {
		this.#connect({ kind: "refused", message });
		this.#set({ isLoaded: true });
	}

	/** Follows the mock until it refuses that or the feed is closed. */
	#stream(): Promise<void> {
		this.#streaming ??= this.#run().finally(() => {
			this.#streaming = undefined;
		});
		return this.#streaming;
	}

	async #run(): Promise<void> {
		const { signal } = this.#abort;
		let tries = 0;
		while (!signal.aborted) {
			try {
				if (!this.state.isLoaded) await this.#load();
				await followJournal({
					search: this.#search,
					lastId: this.#lastId,
					signal,
					onOpen: () => {
						tries = 0;
						this.#connect({ kind: "live" });
					},
					onEvent: (event) => {
						this.#receive(event);
						this.#publish(event);
					},
				});
				throw new Error("The mock ended the stream.");
			} catch (error) {
				if (signal.aborted) return;
				if (isRefusal(error)) {
					this.#refuse(error);
					return;
				}
				tries += 1;
				const pause = Math.min(30_000, 500 * 2 ** tries);
				const cause = error instanceof Error ? error.message : String(error);
				this.#connect({ kind: "waiting", until: Date.now() + pause, cause });
				await pauseFor(pause, signal);
			}
		}
	}

	#load(): Promise<void> {
		this.#loading ??= this.#read().finally(() => {
			this.#loading = undefined;
		});
		return this.#loading;
	}

	async #read(): Promise<void> {
		const query = this.#search === "" ? {} : { q: this.#search };
		const { signal } = this.#abort;
		const { entries } = await bodyOf(control.GET("/journal/summaries", { params: { query }, signal }));
		this.#lastId = entries.at(-1)?.id;
		this.#loaded = new Set(entries.map(({ id }) => id));
		this.#set({ entries, isLoaded: true });
		const early = this.#early;
		this.#early = [];
		for (const message of early) this.#take(message);
	}

	/** Handles a message of the tab with the stream. The list is loaded before the first message is applied. */
	#hear(message: Message): void {
		if (this.#streaming || this.#abort.signal.aborted) return;
		if (this.state.isLoaded) {
			this.#take(message);
			return;
		}
		this.#early.push(message);
		// The next message causes another attempt.
		this.#load().catch((error: unknown) => {
			if (!this.#abort.signal.aborted && isRefusal(error)) this.#refuse(error);
		});
	}

	#take(message: Message): void {
		if (message.kind === "connection") this.#set({ connection: message.connection });
		else this.#receive(message);
	}

	#receive(event: JournalEvent): void {
		if (event.kind === "request") {
			this.#lastId = event.entry.id;
			if (this.#loaded.delete(event.entry.id)) return;
			this.#arrived.push(event.entry);
			// Shows many changes at once. Uses a timer, because background pages have no animation frames.
			this.#frame ??= window.setTimeout(() => this.#flush(), 50);
			return;
		}
		// Requests are numbered anew after a reset.
		this.#loaded.clear();
		this.#arrived = [];
		if (event.kind === "clear") this.#lastId = undefined;
		const isLoss = event.kind === "gap" && this.state.entries.length > 0;
		this.#set({ entries: [], dropped: isLoss ? this.state.dropped + event.dropped : 0 });
	}

	#flush(): void {
		this.#frame = undefined;
		const entries = [...this.state.entries, ...this.#arrived];
		this.#arrived = [];
		this.#set({ entries: entries.length > most ? entries.slice(-most) : entries });
	}

	/** Hides the notice that some requests are missing. */
	dismissGap = (): void => this.#set({ dropped: 0 });
}
