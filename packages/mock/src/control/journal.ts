import type { OperationSet } from "../request/operation-set";
import type { Settings } from "../request/settings/settings";
import type { Exchange } from "./exchange";
import { type Har, harOf } from "./har";
import { entryOf, type JournalEntry } from "./journal-entry";
import { checkFilter } from "./journal-filter";
import { nearMisses } from "./near-misses";
import { nearestOperations, type Suggestion } from "./nearest-operations";
import { type ControlledOperation, checkOperation } from "./operation-names";
import { includes } from "./partial";
import { redactUrl } from "./redact";
import { type CountBounds, countFault, VerificationError } from "./verify-count";

/** The entries to find: those that contain these values, at any depth, or those for which a function returns true. */
export type JournalFilter = { readonly [Name in keyof JournalEntry]?: unknown } | ((entry: JournalEntry) => boolean);

/** The options of `waitFor`. */
export interface WaitOptions {
	/** The maximum wait in milliseconds, by the machine's clock; `Infinity` for no limit. Default: 5,000. */
	timeout?: number;
	/** Whether to ignore the requests that are in the journal already. Default: false. */
	next?: boolean;
	signal?: AbortSignal;
}

/** A request that matches no operation. */
export interface UnmatchedEntry extends JournalEntry {
	/** The operations that it may have meant, the likeliest first. */
	readonly didYouMean: readonly Suggestion[];
}

/** The maximum total size of the stored bodies in bytes, whatever the number of entries. */
const mostBytes = 64 * 1024 * 1024;

interface Waiter {
	look(exchange: Exchange): void;
}

/**
 * Is called for each exchange that is recorded, and when the journal is cleared.
 *
 * @internal
 */
export interface Listener {
	onExchange(exchange: Exchange): void;
	onClear(): void;
}

/**
 * The newest 1,000 requests with their responses; the setting `journal` changes that number. Preflight requests of
 * browsers (`OPTIONS`) and calls of the control API are not recorded. Secrets are hidden.
 *
 * @example
 * expect(platform.journal.calls("createPipeline")).toHaveLength(1);
 * expect(platform.journal.last("createPipeline")).toMatchObject({ status: 201, user: "developer", params: { ref: "main" } });
 * await platform.journal.waitFor({ operation: "createIssueNote", requestBody: { body: "hi" } });
 */
export class Journal {
	readonly #settings: Settings;
	/** The elements before `#first` are dropped: shifting the others each time would cost more than recording. */
	#all: (Exchange | undefined)[] = [];
	#first = 0;
	#bytes = 0;
	readonly #shown = new WeakMap<Exchange, JournalEntry>();
	readonly #waiters = new Set<Waiter>();
	readonly #listeners = new Set<Listener>();

	/** @internal */
	readonly operations: OperationSet;

	constructor(settings: Settings, operations: OperationSet) {
		this.#settings = settings;
		this.operations = operations;
	}

	/**
	 * Records a request and its response.
	 *
	 * @internal
	 */
	record(exchange: Exchange): void {
		const most = this.#settings.journal;
		if (most > 0) {
			this.#all.push(exchange);
			this.#bytes += exchange.size;
			while (this.#length > most || (this.#bytes > mostBytes && this.#length > 1)) this.#drop();
		} else if (this.#length > 0) this.clear();
		if (this.#waiters.size > 0) for (const waiter of this.#waiters) waiter.look(exchange);
	}

	/**
	 * Calls a listener for each exchange from now on, until the returned function is called.
	 *
	 * @internal
	 */
	listen(listener: Listener): () => void {
		const waiter: Waiter = { look: (exchange) => listener.onExchange(exchange) };
		this.#waiters.add(waiter);
		this.#listeners.add(listener);
		return () => {
			this.#waiters.delete(waiter);
			this.#listeners.delete(listener);
		};
	}

	/**
	 * Whether a listener follows the journal. If so, the platform notes why each request was refused, and validates each
	 * response.
	 *
	 * @internal
	 */
	get isWatched(): boolean {
		return this.#listeners.size > 0;
	}

	/**
	 * The recorded exchanges, oldest first.
	 *
	 * @internal
	 */
	get exchanges(): readonly Exchange[] {
		return this.#kept;
	}

	/**
	 * Returns the journal entry of an exchange.
	 *
	 * @internal
	 */
	entryOf(exchange: Exchange): JournalEntry {
		return this.#entry(exchange);
	}

	get #length(): number {
		return this.#all.length - this.#first;
	}

	/** The recorded exchanges, oldest first. */
	get #kept(): Exchange[] {
		// None of these is dropped.
		return this.#all.slice(this.#first) as Exchange[];
	}

	#drop(): void {
		this.#bytes -= this.#all[this.#first]?.size ?? 0;
		this.#all[this.#first] = undefined;
		this.#first += 1;
		if (this.#first < 1_024 || this.#first < this.#length) return;
		this.#all = this.#all.slice(this.#first);
		this.#first = 0;
	}

	#entry(exchange: Exchange): JournalEntry {
		const shown = this.#shown.get(exchange) ?? entryOf(exchange);
		this.#shown.set(exchange, shown);
		return shown;
	}

	#passing(operation: ControlledOperation | undefined, filter?: JournalFilter): (exchange: Exchange) => boolean {
		checkOperation(operation, this.operations);
		const parts = typeof filter === "object" ? checkFilter(filter, this.operations) : undefined;
		return (exchange) => {
			if (operation !== undefined && exchange.operation !== operation) return false;
			if (filter === undefined) return true;
			const entry = this.#entry(exchange);
			return typeof filter === "function" ? filter(entry) : includes(entry, parts);
		};
	}

	/**
	 * Returns the entries, oldest first: all, those of an operation, or those that match a filter.
	 *
	 * @throws ControlError if the operation is unknown.
	 */
	calls(operation?: ControlledOperation, filter?: JournalFilter): JournalEntry[] {
		return this.#kept.filter(this.#passing(operation, filter)).map((exchange) => this.#entry(exchange));
	}

	/** Returns how many entries `calls` would return. */
	count(operation?: ControlledOperation, filter?: JournalFilter): number {
		return this.#kept.filter(this.#passing(operation, filter)).length;
	}

	/** Returns the newest matching entry; undefined if there is none. */
	last(operation?: ControlledOperation, filter?: JournalFilter): JournalEntry | undefined {
		const found = this.#kept.findLast(this.#passing(operation, filter));
		return found && this.#entry(found);
	}

	/**
	 * Checks how many entries match a filter.
	 *
	 * @param expected The exact number, or bounds. Default: at least one.
	 * @returns The number of matching entries.
	 * @throws VerificationError if there are more or fewer, with the requests that nearly match. ControlError if a part
	 * of the filter is unknown.
	 * @example
	 * platform.journal.verify({ operation: "createPipeline", status: 201 }, 2);
	 * platform.journal.verify({ user: "guest" }, { atMost: 5 });
	 */
	verify(filter: JournalFilter, expected: number | Omit<CountBounds, "count"> = {}): number {
		const found = this.count(undefined, filter);
		const message = countFault(found, typeof expected === "number" ? { count: expected } : expected);
		if (message === undefined) return found;
		throw new VerificationError(message, found, typeof filter === "function" ? [] : nearMisses(this.calls(), filter));
	}

	/** Removes all entries. */
	clear(): void {
		this.#all = [];
		this.#first = 0;
		this.#bytes = 0;
		for (const listener of this.#listeners) listener.onClear();
	}

	/**
	 * Notes the recorded exchanges. Returns a function that restores them, in place of all later ones.
	 *
	 * @internal
	 */
	remember(): () => void {
		const [all, bytes] = [this.#kept.slice(), this.#bytes];
		return () => {
			this.clear();
			this.#all = all.slice();
			this.#bytes = bytes;
			for (const listener of this.#listeners) for (const exchange of all) listener.onExchange(exchange);
		};
	}

	/**
	 * Returns the first entry that matches: one that is recorded already, or the next one to come.
	 *
	 * @throws Error after the timeout, or the signal's reason when it aborts.
	 */
	waitFor(filter: JournalFilter, { timeout = 5_000, next = false, signal }: WaitOptions = {}): Promise<JournalEntry> {
		const passes = this.#passing(undefined, filter);
		return new Promise((resolve, reject) => {
			signal?.throwIfAborted();
			const there = next ? undefined : this.#kept.find(passes);
			if (there) return resolve(this.#entry(there));
			const done = (): void => {
				this.#waiters.delete(waiter);
				clearTimeout(timer);
				signal?.removeEventListener("abort", aborted);
			};
			const waiter: Waiter = {
				// A filter that throws rejects the wait and does not fail the request.
				look: (exchange) => {
					try {
						if (!passes(exchange)) return;
						done();
						resolve(this.#entry(exchange));
					} catch (error) {
						done();
						reject(error);
					}
				},
			};
			const aborted = (): void => {
				done();
				reject(signal?.reason);
			};
			const late = (): void => {
				done();
				reject(new Error(this.lateMessage(timeout, filter)));
			};
			const timer = timeout === Number.POSITIVE_INFINITY ? undefined : setTimeout(late, timeout);
			signal?.addEventListener("abort", aborted);
			this.#waiters.add(waiter);
		});
	}

	/**
	 * Returns the message for a wait that timed out.
	 *
	 * @internal
	 */
	lateMessage(timeout: number, filter: JournalFilter): string {
		const requests = this.#kept
			.slice(-5)
			.map(({ operation, request }) => operation ?? `${request.method} ${redactUrl(request.url)}`);
		const last = requests.length > 0 ? `; the last were ${requests.join(", ")}` : "";
		const [near] = typeof filter === "function" ? [] : nearMisses(this.calls(), filter);
		const hint = near ? ` The closest was ${near.request}: ${near.differences.join("; ")}.` : "";
		return `No matching request arrived within ${timeout} ms${last}.${hint}`;
	}

	/** Returns the refused requests that match no operation, with the operations that they may have meant. */
	unmatched(): UnmatchedEntry[] {
		return this.#kept
			.filter(({ operation, response }) => operation === undefined && (response?.status ?? 0) >= 400)
			.map((exchange) => {
				const entry = this.#entry(exchange);
				return { ...entry, didYouMean: nearestOperations(entry.method, entry.path, this.operations) };
			});
	}

	/** Returns all entries as an HTTP Archive, which browsers' developer tools can open. */
	toHar(): Har {
		return harOf(this.calls());
	}
}
