import { isApiError, TenonError } from "@tenon/client";
import type { MetricsItem } from "@tenon/client/alerts";

/** The most items that the platform accepts in a request. */
const mostItems = 100;
const mostWaiting = 10_000;
const longestPause = 60_000;

export interface ForwarderOptions {
	/** How many milliseconds to collect items before sending a batch. */
	readonly collect: number;
	/** Called for each batch that could not be sent. */
	readonly onFailure: (message: string) => void;
	/** Milliseconds of the first pause after a failure; it doubles up to a minute. Default 1,000. */
	readonly pause?: number;
}

/** Whether a later attempt may succeed. It cannot if the platform refuses the content, the key or the URL. */
const isTemporary = (error: unknown): boolean =>
	error instanceof TenonError && (!isApiError(error) || error.status === 429 || error.status >= 500);

/**
 * Sends items in batches, in their order, one request at a time. If a response is lost, it sends an alert twice: the
 * platform then only counts one more event, since each alert has a fingerprint.
 */
export class Forwarder {
	readonly #send: (items: readonly MetricsItem[]) => PromiseLike<unknown>;
	readonly #options: ForwarderOptions;
	readonly #queue: MetricsItem[] = [];
	#sent = 0;
	#dropped = 0;
	#working: Promise<void> | undefined;
	/** Ends a pause; undefined while there is none. */
	#wake: (() => void) | undefined;
	#ending = false;

	constructor(send: (items: readonly MetricsItem[]) => PromiseLike<unknown>, options: ForwarderOptions) {
		this.#send = send;
		this.#options = options;
	}

	get counts(): { readonly sent: number; readonly dropped: number; readonly waiting: number } {
		return { sent: this.#sent, dropped: this.#dropped, waiting: this.#queue.length };
	}

	/** Adds items to the queue, all or none. Returns false if the queue is full. */
	add(items: readonly MetricsItem[]): boolean {
		if (this.#queue.length + items.length > mostWaiting) return false;
		this.#queue.push(...items);
		this.#working ??= this.#work().finally(() => {
			this.#working = undefined;
		});
		return true;
	}

	/** Sends what is waiting, with at most one more attempt for each batch, and resolves. */
	async end(): Promise<void> {
		this.#ending = true;
		this.#wake?.();
		await this.#working;
	}

	async #work(): Promise<void> {
		const { collect, onFailure, pause = 1_000 } = this.#options;
		let failures = 0;
		await this.#sleep(collect);
		while (this.#queue.length > 0) {
			const batch = this.#queue.slice(0, mostItems);
			try {
				await this.#send(batch);
				this.#sent += batch.length;
				failures = 0;
			} catch (error) {
				const message = error instanceof Error ? error.message : String(error);
				if (isTemporary(error)) {
					if (this.#ending) return onFailure(`${batch.length} not sent: ${message}`);
					const wait = Math.min(pause * 2 ** failures, longestPause);
					failures += 1;
					onFailure(`${this.#queue.length} waiting, next attempt in ${wait} ms: ${message}`);
					await this.#sleep(wait);
					continue;
				}
				onFailure(`${batch.length} dropped: ${message}`);
				this.#dropped += batch.length;
			}
			this.#queue.splice(0, batch.length);
		}
	}

	#sleep(milliseconds: number): Promise<void> {
		if (this.#ending) return Promise.resolve();
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, milliseconds);
			this.#wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}
}
