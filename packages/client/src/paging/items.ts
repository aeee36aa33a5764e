import { firstTime } from "./first-time";
import type { List, Loaded } from "./load-page";
import { abortOf } from "./walk";

/** The items of a walk's pages, one by one. Written by hand: an async generator costs several turns of the queue an item. */
export class Items<T> implements AsyncGenerator<T, void, undefined> {
	readonly #list: List;
	readonly #pages: AsyncGenerator<Loaded<T>, void, undefined>;
	readonly #isNew: ((item: T) => boolean) | undefined;
	#items: readonly T[] = [];
	#index = 0;
	#isOver = false;
	/** Calls under way, and the last of them: whoever asks for an item in the meantime waits for it. */
	#pending = 0;
	#last: Promise<unknown> = Promise.resolve();

	constructor(list: List, pages: AsyncGenerator<Loaded<T>, void, undefined>, unique?: (item: T) => unknown) {
		this.#list = list;
		this.#pages = pages;
		this.#isNew = unique && firstTime(unique);
	}

	next(): Promise<IteratorResult<T, void>> {
		const { signal } = this.#list.options;
		if (this.#pending === 0 && !this.#isNew && this.#index < this.#items.length && !signal?.aborted)
			return Promise.resolve({ done: false, value: this.#items[this.#index++] as T }); // within its bounds
		return this.#inTurn(() => this.#advance());
	}

	return(): Promise<IteratorResult<T, void>> {
		return this.#inTurn(() => this.#end());
	}

	throw(error: unknown): Promise<IteratorResult<T, void>> {
		return this.#inTurn(async () => {
			await this.#end();
			throw error;
		});
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	#inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
		const result = this.#run(run, this.#pending++ > 0 ? this.#last : undefined);
		this.#last = result;
		return result;
	}

	async #run<Result>(run: () => Promise<Result>, before: Promise<unknown> | undefined): Promise<Result> {
		try {
			await before?.catch(() => {});
			return await run();
		} finally {
			this.#pending--;
		}
	}

	async #advance(): Promise<IteratorResult<T, void>> {
		while (!this.#isOver) {
			if (this.#index < this.#items.length) {
				await this.#endIfAborted();
				const value = this.#items[this.#index++] as T; // within its bounds
				if (!this.#isNew || this.#isNew(value)) return { done: false, value };
				continue;
			}
			const { done, value } = await this.#pages.next();
			this.#isOver = done === true;
			this.#items = value?.page.items ?? [];
			this.#index = 0;
		}
		return { done: true, value: undefined };
	}

	/** An abort between two items ends the walk: it must not look as if it were complete. */
	async #endIfAborted(): Promise<void> {
		if (!this.#list.options.signal?.aborted) return;
		this.#items = [];
		this.#isOver = true;
		// The walk adds where it stood.
		await this.#pages.throw(abortOf(this.#list));
	}

	async #end(): Promise<IteratorResult<T, void>> {
		this.#isOver = true;
		this.#items = [];
		await this.#pages.return(undefined);
		return { done: true, value: undefined };
	}
}
