import type { Context } from "../context";
import type { SortedList } from "../state/sorted-list";
import { JsonText } from "./json-text";
import type { RawResponse } from "./raw";

/** Above this many matching records no total is told. */
const countedUpTo = 10_000;

/** A list to cut pages from: rows in order, and how many there are. */
export interface Rows<Row> {
	readonly size: number;
	/** False where no total is told; true if absent. */
	readonly counted?: boolean;
	slice(offset: number, limit: number): Row[];
}

/** A standing order as it is, or from its end. */
export function fromView<Row>(list: SortedList<Row>, descending: boolean): Rows<Row> {
	return { size: list.size, slice: (offset, limit) => list.slice(offset, limit, descending) };
}

/** The rows of a standing order that pass. */
export function filtered<Row>(list: SortedList<Row>, descending: boolean, pass: (row: Row) => boolean): Rows<Row> {
	return fromArray([...list.rows(descending)].filter(pass));
}

/** Rows that are in order already. */
export function fromArray<Row>(rows: readonly Row[]): Rows<Row> {
	return { size: rows.length, slice: (offset, limit) => rows.slice(offset, offset + limit) };
}

/** What links do not carry on: credentials, and the paging that they set themselves. */
const dropped = new Set(["page", "per_page", "private_token", "access_token", "sudo", "cursor"]);

const encoded = (name: string, value: string): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** The request's own filters as sent, with the keys in alphabetical order: what the links to other pages carry on. */
export const filtersOf = (context: Context): (readonly [string, string])[] =>
	context.query.filter(([name]) => !dropped.has(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Writes the addresses of pages. */
function pageLinks(context: Context, perPage: number): (page: number) => string {
	const carried = filtersOf(context);
	const join = (pairs: typeof carried): string => pairs.map(([name, value]) => encoded(name, value)).join("&");
	const before = join(carried.filter(([name]) => name < "page"));
	const between = join(carried.filter(([name]) => name > "page" && name < "per_page"));
	const after = join(carried.filter(([name]) => name > "per_page"));
	return (page) =>
		`${context.address}?${[before, `page=${page}`, between, `per_page=${perPage}`, after].filter((part) => part !== "").join("&")}`;
}

/** The JSON of a list: each row as `show` gives it, an object or its JSON. */
export function listText<Row>(rows: readonly Row[], show: (row: Row) => unknown): string {
	const items = rows.map((row) => {
		const shown = show(row);
		return shown instanceof JsonText ? shown.text : JSON.stringify(shown);
	});
	return `[${items.join(",")}]`;
}

interface Paging {
	readonly page?: number;
	readonly per_page?: number;
}

/** One page of rows, with the paging headers; each row as `show` gives it: an object, or its JSON. */
export function page<Row>(context: Context, params: Paging, rows: Rows<Row>, show: (row: Row) => unknown): RawResponse {
	const number = params.page ?? 1;
	const perPage = params.per_page ?? 20;
	const pages = Math.max(1, Math.ceil(rows.size / perPage));
	const counted = rows.counted !== false && rows.size <= countedUpTo;
	const inRange = number <= pages;
	const next = number < pages ? number + 1 : undefined;
	const previous = number > 1 && inRange ? number - 1 : undefined;
	const link = pageLinks(context, perPage);
	const links = [
		previous === undefined ? "" : `<${link(previous)}>; rel="prev"`,
		next === undefined ? "" : `<${link(next)}>; rel="next"`,
		`<${link(1)}>; rel="first"`,
		counted ? `<${link(pages)}>; rel="last"` : "",
	];
	const headers: { [name: string]: string } = {
		"content-type": "application/json",
		"x-page": String(number),
		"x-per-page": String(perPage),
		"x-next-page": next === undefined ? "" : String(next),
		"x-prev-page": previous === undefined ? "" : String(previous),
		link: links.filter((one) => one !== "").join(", "),
	};
	if (counted) {
		headers["x-total"] = String(rows.size);
		headers["x-total-pages"] = String(pages);
	}
	return { status: 200, headers, body: listText(rows.slice((number - 1) * perPage, perPage), show) };
}
