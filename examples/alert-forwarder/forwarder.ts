import { isApiError, TenonError } from "@tenon/client";
import type { MetricsItem } from "@tenon/client/alerts";

/** Most items that the platform takes in a request. */
const mostItems = 100;
const mostWaiting = 10_000;
const longestPause = 60_000;

export interface ForwarderOptions {
	/** Milliseconds to gather before a batch is sent. */
	readonly gather: number;
	/** Told of each batch that could not be sent. */
	readonly onTrouble: (message: string) => void;
	/** Milliseconds of the first pause after trouble; it doubles up to a minute. Default 1,000. */
	readonly pause?: number;
}

/** Whether a later attempt may go better. What is refused for its content, key or address never does. */
const mayPass = (error: unknown): boolean =>
	error instanceof TenonError && (!isApiError(error) || error.status === 429 || error.status >= 500);

/**
 * Hands items on in batches, in their order, one request at a time. At worst, after an answer was lost, an alert is told of
 * twice: the platform then counts it up, since each has a fingerprint.
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

	/** Takes items, all or none. False: too many wait already. */
	take(items: readonly MetricsItem[]): boolean {
		if (this.#queue.length + items.length > mostWaiting) return false;
		this.#queue.push(...items);
		this.#working ??= this.#work().finally(() => {
			this.#working = undefined;
		});
		return true;
	}

	/** Sends what is waiting, each batch once more at the most, and resolves. */
	async end(): Promise<void> {
		this.#ending = true;
		this.#wake?.();
		await this.#working;
	}

	async #work(): Promise<void> {
		const { gather, onTrouble, pause = 1_000 } = this.#options;
		let failures = 0;
		await this.#sleep(gather);
		while (this.#queue.length > 0) {
			const batch = this.#queue.slice(0, mostItems);
			try {
				await this.#send(batch);
				this.#sent += batch.length;
				failures = 0;
			} catch (error) {
				const told = error instanceof Error ? error.message : String(error);
				if (mayPass(error)) {
					if (this.#ending) return onTrouble(`${batch.length} not sent: ${told}`);
					const wait = Math.min(pause * 2 ** failures, longestPause);
					failures += 1;
					onTrouble(`${this.#queue.length} are waiting, again in ${wait} ms: ${told}`);
					await this.#sleep(wait);
					continue;
				}
				onTrouble(`${batch.length} dropped: ${told}`);
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
