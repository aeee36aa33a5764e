import { firstWhere } from "../lib/first-where";

/** Compares two rows: negative, zero or positive. Total: rows that differ never compare as equal. */
export type Compare<Row> = (a: Row, b: Row) => number;

const chunkSize = 1024;
/** Below this length a chunk is copied to grow by one row: an array that grows in place makes room for 16 more. */
const shortest = 16;

/** Rows in an order, to read from either end. */
export interface Ordered<Row> {
	readonly size: number;
	/** `limit` rows from `offset` on, counted from the front, or from the back with `reverse`. */
	slice(offset: number, limit: number, reverse?: boolean): Row[];
	/** All rows in order, or from the back with `reverse`. */
	rows(reverse?: boolean): Iterable<Row>;
}

/**
 * Rows kept in order, in chunks: adding and removing cost the length of one chunk, and reading a page costs the
 * page and a walk over the chunks' lengths, wherever the page is.
 */
export class SortedList<Row> implements Ordered<Row> {
	#chunks: Row[][] = [];
	/** Which of the chunks no other list has; null while that holds for all. */
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

	/** Adds a row, in the place of one that stands where it does. */
	add(row: Row): void {
		const at = this.#chunkFor(row);
		const last = this.#chunks[at]?.at(-1);
		if (last === undefined) {
			// Not pushed: room for more chunks would be made at once, and most lists are short.
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
				// Rows mostly come in order: the chunk before is full, and needs no more room.
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

	/** The list without some of its rows. It is another one, which no writing keeps. */
	without(rows: Iterable<Row>): SortedList<Row> {
		const rest = this.#twin();
		for (const row of rows) rest.remove(row);
		return rest;
	}

	/** Another list of the same rows. Both may be written to: they have a chunk together until one of them changes it. */
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

	/** How many rows come before a place; `compare` says where a row is, seen from there. */
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

	/** Rows that come after `compare` in the list's order (before it with `reverse`), nearest first. `compare` says where a row is. */
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
