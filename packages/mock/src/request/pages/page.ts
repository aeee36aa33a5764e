import { flat } from "../../lib/flat";
import type { Ordered } from "../../state/sorted-list";
import type { Context } from "../context";
import { JsonText } from "../http/json-text";
import type { ListText } from "../http/list-text";
import type { RawResponse } from "../http/raw";

/** The number of matching records above which a response has no total. */
const countedUpTo = 10_000;

/** Rows to take pages from: sorted, and with their number. */
export interface Rows<Row> {
	readonly size: number;
	/** Whether the response has a total. Default: true. */
	readonly counted?: boolean;
	/** Returns the number of rows, counting at most up to `most`. Without it, `size` costs nothing. */
	sizeUpTo?(most: number): number;
	slice(offset: number, limit: number): Row[];
}

/** Returns the rows of a sorted list, or of its reverse. */
export function fromView<Row>(list: Ordered<Row>, descending: boolean): Rows<Row> {
	return { size: list.size, slice: (offset, limit) => list.slice(offset, limit, descending) };
}

/** Returns the rows of a sorted list from a position on. */
export function fromRank<Row>(list: Ordered<Row>, rank: number): Rows<Row> {
	return { size: list.size - rank, slice: (offset, limit) => list.slice(rank + offset, limit) };
}

/** Returns the rows that pass a test. Reads only as many as the page and the total need. */
export function filtered<Row>(all: Rows<Row>, pass: (row: Row) => boolean): Rows<Row> {
	const found: Row[] = [];
	let walked = 0;
	let step = 128;
	let isOver = false;
	const find = (most: number): number => {
		// In growing steps: most lists end early, or are read to their end.
		while (found.length < most && !isOver) {
			const rows = all.slice(walked, step);
			for (const row of rows) if (pass(row)) found.push(row);
			walked += rows.length;
			isOver = rows.length < step;
			step = Math.min(8_192, step * 2);
		}
		return Math.min(most, found.length);
	};
	return {
		get size() {
			return find(Number.POSITIVE_INFINITY);
		},
		sizeUpTo: find,
		slice: (offset, limit) => found.slice(offset, find(offset + limit)),
	};
}

/** Combines tests into one. A single test is returned as it is, since a list may call it for each of its rows. */
export function every<Row>(tests: readonly ((row: Row) => boolean)[]): (row: Row) => boolean {
	const [only] = tests;
	return only && tests.length === 1 ? only : (row) => tests.every((test) => test(row));
}

/** Returns the same rows without a total. */
export const uncounted = <Row>(rows: Rows<Row>): Rows<Row> => ({
	get size() {
		return rows.size;
	},
	counted: false,
	sizeUpTo: (most) => rows.sizeUpTo?.(most) ?? rows.size,
	slice: (offset, limit) => rows.slice(offset, limit),
});

/** Returns some rows, followed by others. */
export function inTurn<Row>(first: readonly Row[], rest: Rows<Row>): Rows<Row> {
	const most = first.length;
	return {
		get size() {
			return most + rest.size;
		},
		sizeUpTo: (bound) => most + (rest.sizeUpTo?.(Math.max(0, bound - most)) ?? rest.size),
		slice: (offset, limit) => {
			const near = first.slice(offset, offset + limit);
			return [...near, ...rest.slice(Math.max(0, offset - most), limit - near.length)];
		},
	};
}

/** Returns rows that are sorted already. */
export function fromArray<Row>(rows: readonly Row[]): Rows<Row> {
	return { size: rows.length, slice: (offset, limit) => rows.slice(offset, offset + limit) };
}

/** The parameters that links do not contain: credentials, and the paging, which they set themselves. */
const dropped = new Set(["page", "per_page", "private_token", "access_token", "cursor"]);

const encoded = (name: string, value: string): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** Returns the request's filters as sent, sorted by name, for the links to other pages. */
export function filtersOf({ query }: Pick<Context, "query">): (readonly [string, string])[] {
	const found = query.filter(([name]) => !dropped.has(name));
	return found.length < 2 ? found : found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Returns a function that writes links to pages, as pieces of a text. */
function pageLinks(context: Context, perPage: number): (page: number, rel: string) => string[] {
	let [before, between, after] = ["", "", ""];
	for (const [name, value] of filtersOf(context)) {
		if (name < "page") before += `${encoded(name, value)}&`;
		else if (name < "per_page") between += `${encoded(name, value)}&`;
		else after += `&${encoded(name, value)}`;
	}
	const start = `<${context.address}?${before}page=`;
	const end = `&${between}per_page=${perPage}${after}>; rel="`;
	return (page, rel) => [start, String(page), end, rel, '"'];
}

/** Returns the JSON of a list. `show` returns an object for each row, or its JSON. */
export const listBody = <Row>({ lists }: Context, rows: readonly Row[], show: (row: Row) => unknown): ListText =>
	lists.of(
		rows.map((row) => {
			const shown = show(row);
			return shown instanceof JsonText ? shown : new JsonText(JSON.stringify(shown));
		}),
	);

interface Paging {
	readonly page?: number;
	readonly per_page?: number;
}

/** Returns one page of rows, with the paging headers. `show` returns an object for each row, or its JSON. */
export function page<Row>(context: Context, params: Paging, rows: Rows<Row>, show: (row: Row) => unknown): RawResponse {
	const number = params.page ?? 1;
	const perPage = params.per_page ?? 20;
	// One more than the page and the total need, to know whether there are more.
	const most = Math.max(countedUpTo, number * perPage) + 1;
	const size = rows.sizeUpTo?.(most) ?? rows.size;
	const pages = Math.max(1, Math.ceil(size / perPage));
	const counted = rows.counted !== false && size <= countedUpTo;
	const inRange = number <= pages;
	const next = number < pages ? number + 1 : undefined;
	const previous = number > 1 && inRange ? number - 1 : undefined;
	const link = pageLinks(context, perPage);
	const links: string[] = [];
	if (previous !== undefined) links.push(...link(previous, "prev"), ", ");
	if (next !== undefined) links.push(...link(next, "next"), ", ");
	links.push(...link(1, "first"));
	if (counted) links.push(", ", ...link(pages, "last"));
	const headers: { [name: string]: string } = {
		"content-type": "application/json",
		"x-page": String(number),
		"x-per-page": String(perPage),
		"x-next-page": next === undefined ? "" : String(next),
		"x-prev-page": previous === undefined ? "" : String(previous),
		link: flat(...links),
	};
	if (counted) {
		headers["x-total"] = String(size);
		headers["x-total-pages"] = String(pages);
	}
	const { body, items, digest } = listBody(context, rows.slice((number - 1) * perPage, perPage), show);
	return { status: 200, headers, body, items, digest };
}
