/** Compares two rows: negative, zero or positive. Total: rows that differ never compare as equal. */
export type Compare<Row> = (a: Row, b: Row) => number;

const chunkSize = 1024;

/**
 * Rows kept in order, in chunks: adding and removing cost the length of one chunk, and reading a page costs the
 * page and a walk over the chunks' lengths, wherever the page is.
 */
export class SortedList<Row> {
	#chunks: Row[][] = [];
	#size = 0;
	readonly #compare: Compare<Row>;

	constructor(compare: Compare<Row>, rows: Iterable<Row> = []) {
		this.#compare = compare;
		const sorted = [...rows].sort(compare);
		for (let at = 0; at < sorted.length; at += chunkSize) this.#chunks.push(sorted.slice(at, at + chunkSize));
		this.#size = sorted.length;
	}

	get size(): number {
		return this.#size;
	}

	add(row: Row): void {
		const at = this.#chunkFor(row);
		const chunk = this.#chunks[at];
		if (!chunk) this.#chunks.push([row]);
		else {
			chunk.splice(this.#position(chunk, row), 0, row);
			if (chunk.length > 2 * chunkSize) this.#chunks.splice(at + 1, 0, chunk.splice(chunkSize));
		}
		this.#size += 1;
	}

	remove(row: Row): void {
		const at = this.#chunkFor(row);
		const chunk = this.#chunks[at];
		const position = chunk ? this.#position(chunk, row) : -1;
		const there = chunk?.[position];
		if (!chunk || there === undefined || this.#compare(there, row) !== 0) return;
		chunk.splice(position, 1);
		if (chunk.length === 0) this.#chunks.splice(at, 1);
		this.#size -= 1;
	}

	/** `limit` rows from `offset` on, counted from the front, or from the back with `reverse`. */
	slice(offset: number, limit: number, reverse = false): Row[] {
		const out: Row[] = [];
		let skip = offset;
		for (let index = 0; index < this.#chunks.length && out.length < limit; index++) {
			const chunk = this.#chunks[reverse ? this.#chunks.length - 1 - index : index] ?? [];
			if (skip >= chunk.length) {
				skip -= chunk.length;
				continue;
			}
			const from = skip;
			const to = Math.min(chunk.length, from + limit - out.length);
			for (let position = from; position < to; position++) {
				const row = chunk[reverse ? chunk.length - 1 - position : position];
				if (row !== undefined) out.push(row);
			}
			skip = 0;
		}
		return out;
	}

	/** All rows in order, or from the back with `reverse`. */
	*rows(reverse = false): Generator<Row> {
		const chunks = reverse ? this.#chunks.toReversed() : this.#chunks;
		for (const chunk of chunks) yield* reverse ? chunk.toReversed() : chunk;
	}

	/** Rows that come after `compare` in the list's order (before it with `reverse`), nearest first. `compare` tells where a row stands. */
	*from(compare: (row: Row) => number, reverse = false): Generator<Row> {
		const chunks = reverse ? this.#chunks.toReversed() : this.#chunks;
		const passed = (row: Row | undefined): boolean => {
			const side = row === undefined ? 0 : compare(row);
			return reverse ? side >= 0 : side <= 0;
		};
		let begun = false;
		for (const chunk of chunks) {
			// Chunks that lie wholly behind are left out without a look at their rows.
			if (!begun && passed(reverse ? chunk[0] : chunk.at(-1))) continue;
			const rows = reverse ? chunk.toReversed() : chunk;
			yield* begun ? rows : rows.slice(rows.findIndex((row) => !passed(row)));
			begun = true;
		}
	}

	/** The first chunk whose last row is not before the given one; the last chunk if there is none. */
	#chunkFor(row: Row): number {
		let low = 0;
		let high = this.#chunks.length - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			const last = this.#chunks[middle]?.at(-1);
			if (last !== undefined && this.#compare(last, row) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	#position(chunk: Row[], row: Row): number {
		let low = 0;
		let high = chunk.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const there = chunk[middle];
			if (there !== undefined && this.#compare(there, row) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
