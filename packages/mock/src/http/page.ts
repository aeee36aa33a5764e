import type { Context } from "../context";
import type { SortedList } from "../state/sorted-list";
import { JsonText } from "./json-text";
import type { RawResponse } from "./raw";

/** Above this many matching records no total is told. */
const countedUpTo = 10_000;

/** A list to cut pages from: rows in order, and how many there are. */
export interface Rows<Row> {
	readonly size: number;
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

/** The request's query as sent, decoded, without credentials, paging and empty values: what links carry on. */
function carried(context: Context): (readonly [string, string])[] {
	const dropped = new Set(["page", "per_page", "private_token", "access_token", "sudo", "cursor"]);
	return context.query.filter(([name]) => !dropped.has(name));
}

function link(context: Context, page: number, perPage: number): string {
	const query = [...carried(context), ["page", String(page)] as const, ["per_page", String(perPage)] as const];
	const text = query
		.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
		.join("&");
	return `${context.address}?${text}`;
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
	const counted = rows.size <= countedUpTo;
	const inRange = number <= pages;
	const next = number < pages ? number + 1 : undefined;
	const previous = number > 1 && inRange ? number - 1 : undefined;
	const links = [
		previous === undefined ? "" : `<${link(context, previous, perPage)}>; rel="prev"`,
		next === undefined ? "" : `<${link(context, next, perPage)}>; rel="next"`,
		`<${link(context, 1, perPage)}>; rel="first"`,
		counted ? `<${link(context, pages, perPage)}>; rel="last"` : "",
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
	const items = rows.slice((number - 1) * perPage, perPage).map((row) => {
		const shown = show(row);
		return shown instanceof JsonText ? shown.text : JSON.stringify(shown);
	});
	return { status: 200, headers, body: `[${items.join(",")}]` };
}
