import { firstWhere } from "../lib/first-where";

/** Compares two rows: negative, zero or positive. Different rows never compare as equal. */
export type Compare<Row> = (a: Row, b: Row) => number;

const chunkSize = 1024;
/** A chunk shorter than this is copied to add a row: an array that grows in place reserves room for 16 more. */
const shortest = 16;

/** Sorted rows that can be read from either end. */
export interface Ordered<Row> {
	readonly size: number;
	/** Returns `limit` rows from `offset` on, counted from the start, or from the end with `reverse`. */
	slice(offset: number, limit: number, reverse?: boolean): Row[];
	/** Returns all rows in order, or from the end with `reverse`. */
	rows(reverse?: boolean): Iterable<Row>;
}

/**
 * Sorted rows in chunks. Adding and removing a row costs the length of one chunk. Reading a page costs the page and a
 * walk over the chunks' lengths, wherever the page is.
 */
export class SortedList<Row> implements Ordered<Row> {
	#chunks: Row[][] = [];
	/** Whether each chunk belongs to this list only; null if all do. */
	#own: boolean[] | null = null;
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

	/** Adds a row. Replaces a row that compares as equal. */
	add(row: Row): void {
		const at = this.#chunkFor(row);
		const last = this.#chunks[at]?.at(-1);
		if (last === undefined) {
			// Not pushed: that would reserve room for more chunks, and most lists are short.
			this.#chunks = [[row]];
			if (this.#own) this.#own = [true];
		} else {
			const chunk = this.#writable(at);
			const position = this.#compare(last, row) < 0 ? chunk.length : this.#position(chunk, row);
			const there = chunk[position];
			if (there !== undefined && this.#compare(there, row) === 0) {
				chunk[position] = row;
				return;
			}
			if (chunk.length < shortest) this.#chunks[at] = chunk.toSpliced(position, 0, row);
			else if (position >= chunkSize) {
				// Rows mostly arrive in order: the chunk before is full, and needs no more room.
				this.#chunks.splice(at, 1, chunk.slice(0, position), [row, ...chunk.slice(position)]);
				this.#own?.splice(at, 1, true, true);
			} else {
				chunk.splice(position, 0, row);
				if (chunk.length > 2 * chunkSize) {
					this.#chunks.splice(at, 1, chunk.slice(0, chunkSize), chunk.slice(chunkSize));
					this.#own?.splice(at, 1, true, true);
				}
			}
		}
		this.#size += 1;
	}

	remove(row: Row): void {
		const at = this.#chunkFor(row);
		const found = this.#chunks[at];
		const position = found ? this.#position(found, row) : -1;
		const there = found?.[position];
		if (there === undefined || this.#compare(there, row) !== 0) return;
		const chunk = this.#writable(at);
		chunk.splice(position, 1);
		if (chunk.length === 0) {
			this.#chunks.splice(at, 1);
			this.#own?.splice(at, 1);
		}
		this.#size -= 1;
	}

	/** Returns a copy of the list without some of its rows. Later writes do not update it. */
	without(rows: Iterable<Row>): SortedList<Row> {
		const rest = this.#twin();
		for (const row of rows) rest.remove(row);
		return rest;
	}

	/** Returns a copy of the list. Both can be changed: they share each chunk until one of them changes it. */
	fork(): SortedList<Row> {
		this.#own = this.#chunks.map(() => false);
		return this.#twin();
	}

	#twin(): SortedList<Row> {
		const twin = new SortedList<Row>(this.#compare);
		twin.#chunks = [...this.#chunks];
		twin.#own = this.#chunks.map(() => false);
		twin.#size = this.#size;
		return twin;
	}

	#writable(at: number): Row[] {
		const chunk = this.#chunks[at] ?? [];
		if (this.#own === null || this.#own[at]) return chunk;
		const copy = [...chunk];
		this.#chunks[at] = copy;
		this.#own[at] = true;
		return copy;
	}

	/** Returns how many rows come before a position; `compare` compares a row with that position. */
	rank(compare: (row: Row) => number): number {
		let before = 0;
		for (const chunk of this.#chunks) {
			const last = chunk.at(-1);
			if (last !== undefined && compare(last) < 0) {
				before += chunk.length;
				continue;
			}
			return before + firstWhere(chunk, (row) => compare(row) >= 0);
		}
		return before;
	}

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

	*rows(reverse = false): Generator<Row> {
		const chunks = reverse ? this.#chunks.toReversed() : this.#chunks;
		for (const chunk of chunks) yield* reverse ? chunk.toReversed() : chunk;
	}

	/** Returns the rows after a position (before it with `reverse`), nearest first; `compare` defines the position. */
	*from(compare: (row: Row) => number, reverse = false): Generator<Row> {
		const chunks = reverse ? this.#chunks.toReversed() : this.#chunks;
		const passed = (row: Row | undefined): boolean => {
			const side = row === undefined ? 0 : compare(row);
			return reverse ? side >= 0 : side <= 0;
		};
		let begun = false;
		for (const chunk of chunks) {
			// Skip whole chunks without reading their rows.
			if (!begun && passed(reverse ? chunk[0] : chunk.at(-1))) continue;
			const rows = reverse ? chunk.toReversed() : chunk;
			yield* begun ? rows : rows.slice(rows.findIndex((row) => !passed(row)));
			begun = true;
		}
	}

	/** Returns the index of the first chunk whose last row is not before a row; the last chunk if there is none. */
	#chunkFor(row: Row): number {
		const isBehind = (chunk: Row[]): boolean => {
			const last = chunk.at(-1);
			return last === undefined || this.#compare(last, row) >= 0;
		};
		return Math.max(0, Math.min(firstWhere(this.#chunks, isBehind), this.#chunks.length - 1));
	}

	#position(chunk: Row[], row: Row): number {
		return firstWhere(chunk, (there) => this.#compare(there, row) >= 0);
	}
}
