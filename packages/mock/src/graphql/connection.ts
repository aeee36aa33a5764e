import { fromArray, type Rows } from "../request/pages/page";
import { refusal } from "./errors";

/** The arguments that every connection takes. */
export interface PageArguments {
	readonly after?: string | null;
	readonly before?: string | null;
	readonly first?: number | null;
	readonly last?: number | null;
}

/** The most items on a page. This is also the default. */
const longestPage = 100;

/** The position of a row: its key, which finds it again, and its index, at which it is searched first. */
interface Cursor {
	readonly key: string;
	readonly at: number;
}

// Every runtime has `btoa` and `atob`. The text is ASCII, because the key is percent-encoded.
const encode = ({ key, at }: Cursor): string => btoa(JSON.stringify({ key: encodeURIComponent(key), at }));

function decode(text: string): Cursor {
	try {
		const { key, at }: { key?: unknown; at?: unknown } = JSON.parse(atob(text));
		if (typeof key === "string" && typeof at === "number" && Number.isSafeInteger(at) && at >= 0)
			return { key: decodeURIComponent(key), at };
	} catch {
		// Reported below, like a cursor with another structure.
	}
	throw refusal(`Invalid cursor: ${JSON.stringify(text.slice(0, 100))}`);
}

/** How far around its old index a row is searched first. */
const nearby = 64;

/** Returns the current index of a cursor's row. If the row is gone, `found` is false and `at` is its old index. */
function placeOf<Row>(rows: Rows<Row>, cursor: Cursor, keyOf: (row: Row) => string): { at: number; found: boolean } {
	const look = (from: number, to: number): number =>
		rows.slice(from, to - from).findIndex((row) => keyOf(row) === cursor.key);
	const exact = look(cursor.at, cursor.at + 1);
	if (exact === 0) return { at: cursor.at, found: true };
	const from = Math.max(0, cursor.at - nearby);
	const near = look(from, cursor.at + nearby);
	if (near >= 0) return { at: from + near, found: true };
	const anywhere = look(0, rows.size);
	return anywhere >= 0 ? { at: anywhere, found: true } : { at: Math.min(cursor.at, rows.size), found: false };
}

function checked(name: "first" | "last", number: number | null | undefined): number | undefined {
	if (number === null || number === undefined) return undefined;
	if (number < 0) throw refusal(`\`${name}\` must not be negative`);
	return Math.min(number, longestPage);
}

const idOf = (row: unknown): string => String((row as { readonly id: number }).id);

/**
 * One page of a list, in the form of a connection. Throws if the paging arguments are invalid. In a maintained order,
 * each page costs the same.
 */
export class Connection<Row> {
	readonly nodes: readonly Row[];
	readonly #rows: Rows<Row>;
	readonly #start: number;
	readonly #keyOf: (row: Row) => string;
	readonly #hasNextPage: boolean;
	readonly #hasPreviousPage: boolean;

	/** @param keyOf Returns the key that finds a row again. Defaults to its `id`. */
	constructor(values: Rows<Row> | readonly Row[], args: PageArguments, keyOf: (row: Row) => string = idOf) {
		const rows = "slice" in values && "size" in values ? values : fromArray(values);
		const first = checked("first", args.first);
		const last = checked("last", args.last);
		if (first !== undefined && last !== undefined) throw refusal("Can only provide either `first` or `last`, not both");
		const after = args.after ? placeOf(rows, decode(args.after), keyOf) : undefined;
		const before = args.before ? placeOf(rows, decode(args.before), keyOf) : undefined;
		const from = after ? after.at + Number(after.found) : 0;
		const to = Math.max(from, before?.at ?? rows.size);
		const start = last === undefined ? from : Math.max(from, to - last);
		const end = last === undefined ? Math.min(to, from + (first ?? longestPage)) : to;
		this.nodes = end > start ? rows.slice(start, end - start) : [];
		this.#rows = rows;
		this.#start = start;
		this.#keyOf = keyOf;
		this.#hasNextPage = before !== undefined || end < rows.size;
		this.#hasPreviousPage = after !== undefined || start > from;
	}

	get edges(): { cursor: string; node: Row }[] {
		return this.nodes.map((node, index) => ({ cursor: this.#cursor(index), node }));
	}

	get pageInfo(): {
		hasNextPage: boolean;
		hasPreviousPage: boolean;
		startCursor: string | null;
		endCursor: string | null;
	} {
		const empty = this.nodes.length === 0;
		return {
			hasNextPage: this.#hasNextPage,
			hasPreviousPage: this.#hasPreviousPage,
			startCursor: empty ? null : this.#cursor(0),
			endCursor: empty ? null : this.#cursor(this.nodes.length - 1),
		};
	}

	/** Returns the number of items on all pages. With a limit, it returns at most the limit plus one. */
	count({ limit }: { limit?: number | null } = {}): number {
		if (limit === null || limit === undefined) return this.#rows.size;
		if (limit < 1) throw refusal("limit must be greater than 0");
		return Math.min(this.#rows.size, limit + 1);
	}

	#cursor(index: number): string {
		const row = this.nodes[index];
		return row === undefined ? "" : encode({ key: this.#keyOf(row), at: this.#start + index });
	}
}

/** The highest limit to which a long list can be counted. */
const mostCounted = 1000;

/** One page of a list that can be long, such as the jobs of a runner. Its count always has a limit. */
export class LimitedConnection<Row> extends Connection<Row> {
	override count({ limit }: { limit?: number | null } = {}): number {
		if (limit && limit > mostCounted) throw refusal(`limit must be less than or equal to ${mostCounted}`);
		return super.count({ limit: limit ?? mostCounted });
	}
}
