import { firstTime } from "./first-time";
import type { List, Loaded } from "./load-page";

/** The items of a walk's pages, one by one. Those of a page that is there are given by hand: a generator costs several turns of the queue an item. */
export function itemsOf<T>(
	list: List,
	pages: AsyncGenerator<Loaded<T>, void, undefined>,
	unique?: (item: T) => unknown,
): AsyncGenerator<T, void, undefined> {
	const { signal } = list.options;
	const isNew = unique && firstTime(unique);
	let items: readonly T[] = [];
	let index = 0;
	/** Calls under way: whoever asks for an item in the meantime waits for them. */
	let pending = 0;

	async function* all(): AsyncGenerator<T, void, undefined> {
		try {
			for await (const { page } of pages) {
				({ items } = page);
				index = 0;
				// It must not look as if the walk were complete: after an abort its next step throws, and says where it stood.
				while (index < items.length && !signal?.aborted) {
					const item = items[index++] as T; // within its bounds
					if (!isNew || isNew(item)) yield item;
				}
			}
		} finally {
			items = [];
		}
	}
	const generator = all();
	const inTurn = async (call: Promise<IteratorResult<T, void>>): Promise<IteratorResult<T, void>> => {
		pending++;
		try {
			return await call;
		} finally {
			pending--;
		}
	};
	return {
		next: () =>
			pending === 0 && !isNew && index < items.length && !signal?.aborted
				? Promise.resolve({ done: false, value: items[index++] as T }) // within its bounds
				: inTurn(generator.next()),
		return: () => inTurn(generator.return()),
		throw: (error) => inTurn(generator.throw(error)),
		[Symbol.asyncIterator]() {
			return this;
		},
	};
}
