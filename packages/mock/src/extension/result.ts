import type { OperationRow } from "@tenon/contract";
import { firstOf } from "../lib/first-of";
import type { Context } from "../request/context";
import { jsonResponse, noContent } from "../request/http/json-response";
import type { RawResponse } from "../request/http/raw";
import { fromArray, page as pageOf, type Rows } from "../request/pages/page";

/** A shared symbol, because an extension may have loaded its own copy of this module. */
const response = Symbol.for("tenon.response");

const isMade = (value: unknown): value is { readonly [response]: RawResponse } =>
	typeof value === "object" && value !== null && response in value;

/** A page of a list, as `page` of a call returns it. */
export class Page<Item> {
	readonly [response]: RawResponse;
	/** Only exists as a type. */
	declare readonly item?: Item;

	/** @internal */
	constructor(made: RawResponse) {
		this[response] = made;
	}
}

/** A response with its own status or headers. */
export class Reply<Body = unknown> {
	readonly [response]: RawResponse;
	/** Only exists as a type. */
	declare readonly body?: Body;

	/** @internal */
	constructor(made: RawResponse) {
		this[response] = made;
	}
}

/**
 * Creates a response with a status or headers that differ from the usual, such as a 202.
 *
 * @param status From 200 to 599. The contract must declare it.
 * @param body Sent as JSON. Without it, the response has no body.
 * @example
 * return reply(202, { message: "202 Accepted" });
 */
export const reply = <Body>(
	status: number,
	body?: Body,
	headers: { readonly [name: string]: string } = {},
): Reply<Body> => new Reply(body === undefined ? { status, headers, body: null } : jsonResponse(status, body, headers));

/** How to sort and show a list. */
export interface PageOptions<Row, Item> {
	/** The field, or a function, to sort by; then rows are sorted by id. Default: the order of the rows. */
	readonly by?: (keyof Row & string) | ((row: Row) => unknown);
	/** Whether to sort from the highest value to the lowest. Default: false. */
	readonly descending?: boolean;
	/** Returns what the response shows of a row. Default: the row itself. */
	readonly show?: (row: Row) => Item;
}

function compare(a: unknown, b: unknown): number {
	if (a === b) return 0;
	if (a === null || a === undefined) return -1;
	if (b === null || b === undefined) return 1;
	return typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1;
}

function orderBy<Row extends object>(
	by: NonNullable<PageOptions<Row, unknown>["by"]>,
	descending: boolean,
): (a: Row, b: Row) => number {
	const sign = descending ? -1 : 1;
	const rank = typeof by === "function" ? by : (row: Row): unknown => row[by];
	const id = (row: Row): unknown => Reflect.get(row, "id");
	return (a, b) => sign * compare(rank(a), rank(b)) || compare(id(a), id(b));
}

/** Rows that are not sorted: only as many as a page needs are sorted. */
const fromUnordered = <Row extends object>(rows: readonly Row[], order: (a: Row, b: Row) => number): Rows<Row> => ({
	size: rows.length,
	slice: (offset, limit) => (offset < rows.length ? firstOf(rows, offset + limit, order).slice(offset) : []),
});

/** Returns a function that takes the page of `page` and `per_page` from rows, with the paging headers. */
export const pager =
	(context: Context, params: { readonly [name: string]: unknown }) =>
	<Row extends object, Item = Row>(
		rows: Iterable<Row>,
		{ by, descending = false, show }: PageOptions<Row, Item> = {},
	): Page<Item> => {
		const all: readonly Row[] = Array.isArray(rows) ? rows : [...rows];
		const number = (name: string): { [name: string]: number } => {
			const value = params[name];
			return typeof value === "number" ? { [name]: value } : {};
		};
		return new Page(
			pageOf(
				context,
				{ ...number("page"), ...number("per_page") },
				by === undefined ? fromArray(all) : fromUnordered(all, orderBy(by, descending)),
				(row) => (show ? show(row) : row),
			),
		);
	};

/** Returns the response for a handler's result, with the operation's first successful status. */
export function responseOf(result: unknown, { id, statuses }: OperationRow): RawResponse {
	if (isMade(result)) return result[response];
	const status = statuses.find((one) => one >= 200 && one < 300) ?? 200;
	if (result instanceof Promise)
		throw new TypeError(
			`The handler of ${id} returned a promise. A handler runs in a transaction, so it cannot be asynchronous.`,
		);
	if (status === 204) return noContent();
	if (result === undefined) throw new TypeError(`The handler of ${id} returned nothing, but its ${status} has a body.`);
	return jsonResponse(status, result);
}
