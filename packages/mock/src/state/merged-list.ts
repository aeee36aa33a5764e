import type { Compare, Ordered, SortedList } from "./sorted-list";

/** Returns lists with the same order and no common rows as one. If only one of them has rows, returns that list. */
export function merged<Row>(compare: Compare<Row>, lists: readonly SortedList<Row>[]): Ordered<Row> {
	const filled = lists.filter((list) => list.size > 0);
	const [only] = filled;
	return only && filled.length === 1 ? only : new MergedList(compare, filled);
}

/**
 * Lists with the same order and no common rows, read as one. A page costs the same wherever it is: its start in each
 * list is found by binary search.
 */
class MergedList<Row> implements Ordered<Row> {
	readonly size: number;
	readonly #lists: readonly SortedList<Row>[];
	readonly #compare: Compare<Row>;

	/** @param compare The order of each of the lists. */
	constructor(compare: Compare<Row>, lists: readonly SortedList<Row>[]) {
		this.#compare = compare;
		this.#lists = lists;
		this.size = this.#lists.reduce((sum, list) => sum + list.size, 0);
	}

	slice(offset: number, limit: number, reverse = false): Row[] {
		const starts = this.#startsOf(reverse ? Math.max(0, this.size - offset) : Math.min(this.size, offset));
		const near = this.#lists.flatMap((list, index) => {
			const start = starts[index] ?? 0;
			return list.slice(reverse ? list.size - start : start, limit, reverse);
		});
		return near.sort(reverse ? (a, b) => this.#compare(b, a) : this.#compare).slice(0, limit);
	}

	/** Reads in growing steps: a reader that goes on is likely to read to the end. */
	*rows(reverse = false): Generator<Row> {
		for (let offset = 0, step = 128; offset < this.size; offset += step, step *= 2)
			yield* this.slice(offset, step, reverse);
	}

	/** Returns how many of the first rows come from each list. */
	#startsOf(count: number): number[] {
		const low = this.#lists.map(() => 0);
		if (count === 0) return low;
		const high = this.#lists.map((list) => list.size);
		if (count === this.size) return high;
		for (;;) {
			const open = low.map((from, index) => (high[index] ?? 0) - from);
			const widest = open.indexOf(Math.max(...open));
			if ((open[widest] ?? 0) === 0) return low;
			const middle = (low[widest] ?? 0) + ((open[widest] ?? 0) >> 1);
			const [pivot] = this.#lists[widest]?.slice(middle, 1) ?? [];
			if (pivot === undefined) return low;
			const ranks = this.#lists.map((list) => list.rank((row) => this.#compare(row, pivot)));
			const isAmong = ranks.reduce((sum, rank) => sum + rank, 0) < count;
			for (const [index, rank] of ranks.entries()) {
				const bound = Math.min(high[index] ?? 0, Math.max(low[index] ?? 0, rank));
				if (isAmong) low[index] = index === widest ? bound + 1 : bound;
				else high[index] = bound;
			}
		}
	}
}
