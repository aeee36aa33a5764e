import { firstTime } from "./first-time";
import type { List, Loaded } from "./load-page";

/** The items of a walk's pages, one by one. Written by hand: an async generator costs several turns of the queue an item. */
export function itemsOf<T>(
	list: List,
	pages: AsyncGenerator<Loaded<T>, void, undefined>,
	unique?: (item: T) => unknown,
): AsyncGenerator<T, void, undefined> {
	const { signal } = list.options;
	const isNew = unique && firstTime(unique);
	const end = { done: true, value: undefined } as const;
	let items: readonly T[] = [];
	let index = 0;
	let isOver = false;
	/** Calls under way, and the last of them: whoever asks for an item in the meantime waits for it. */
	let pending = 0;
	let last: Promise<unknown> | undefined;

	const run = async <Result>(act: () => Promise<Result>, before: Promise<unknown> | undefined): Promise<Result> => {
		try {
			await before?.catch(() => {});
			return await act();
		} finally {
			pending--;
		}
	};
	const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
		const result = run(act, pending++ > 0 ? last : undefined);
		last = result;
		return result;
	};
	const advance = async (): Promise<IteratorResult<T, void>> => {
		while (!isOver) {
			if (index < items.length) {
				if (signal?.aborted) {
					// It must not look as if the walk were complete: the next step of the walk throws, and says where it stood.
					items = [];
					continue;
				}
				const value = items[index++] as T; // within its bounds
				if (!isNew || isNew(value)) return { done: false, value };
				continue;
			}
			const { done, value } = await pages.next();
			isOver = done === true;
			items = value?.page.items ?? [];
			index = 0;
		}
		return end;
	};
	const stop = (): void => {
		isOver = true;
		items = [];
	};
	const leave = async (): Promise<typeof end> => {
		stop();
		await pages.return();
		return end;
	};
	return {
		next() {
			if (pending === 0 && !isNew && index < items.length && !signal?.aborted)
				return Promise.resolve({ done: false, value: items[index++] as T }); // within its bounds
			return inTurn(advance);
		},
		return: () => inTurn(leave),
		throw: (error) =>
			inTurn(async () => {
				await leave();
				throw error;
			}),
		[Symbol.asyncIterator]() {
			return this;
		},
	};
}
