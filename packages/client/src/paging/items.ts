import { firstTime } from "./first-time";
import type { List, Loaded } from "./load-page";

/**
 * Iterates over the items of pages. Implements `next` by hand, because a generator takes several microtasks per item.
 */
export function itemsOf<T>(
	list: List,
	pages: AsyncGenerator<Loaded<T>, void, undefined>,
	unique?: (item: T) => unknown,
): AsyncGenerator<T, void, undefined> {
	const { signal } = list.options;
	const isNew = unique && firstTime(unique);
	let items: readonly T[] = [];
	let index = 0;
	/** The number of pending calls. Later calls wait for them. */
	let pending = 0;

	async function* all(): AsyncGenerator<T, void, undefined> {
		try {
			for await (const { page } of pages) {
				({ items } = page);
				index = 0;
				// An aborted iteration must not look complete: its next step throws an error with the position.
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
