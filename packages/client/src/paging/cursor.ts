import { toQuery } from "../calls/serialize";
import { UsageError } from "../errors/errors";
import type { Route } from "../transport/route";
import { type PageQuery, pagingNames } from "./page";

/** A position in a list: the number of the page, counted from the start, and the parameters that select it. */
export interface Position {
	readonly index: number;
	readonly query: PageQuery;
}

/** Returns the position that the parameters select. */
export const firstPosition = ({ page = 1 }: PageQuery): Position => ({ index: Number(page), query: {} });

/**
 * Turns a position into a text that can be stored, also for another process. It is only valid for the same list with
 * the same filters. It is not signed: a forged cursor can only select another page of the list.
 */
export const toCursor = (route: Route, params: object, { index, query }: Position): string =>
	btoa(encodeURIComponent(JSON.stringify([fingerprint(route, params), index, query])));

/** Reads a cursor. Throws a UsageError if it is invalid, or belongs to another list or other filters. */
export function fromCursor(route: Route, params: object, cursor: string): Position {
	let read: unknown;
	try {
		read = JSON.parse(decodeURIComponent(atob(cursor)));
	} catch {
		// Refused below.
	}
	const [mark, index, query] = Array.isArray(read) ? read : [];
	if (mark !== fingerprint(route, params) || !Number.isSafeInteger(index) || index < 1 || !isPaging(query))
		throw new UsageError("cursor", "belongs to another list, or to other filters", route.id);
	return { index, query };
}

/** Whether a value only contains paging parameters, all of them texts. Other parameters would change the list. */
const isPaging = (query: unknown): query is PageQuery =>
	typeof query === "object" &&
	query !== null &&
	!Array.isArray(query) &&
	Object.entries(query).every(([name, value]) => pagingNames.includes(name) && typeof value === "string");

/**
 * Returns a short hash of the filters, so that a cursor does not show their values. Paging parameters are not filters.
 */
function fingerprint({ id }: Route, params: object): string {
	const { page, per_page, cursor, pagination, ...filters } = params as PageQuery; // a list's parameters, by name
	let hash = 5381;
	for (const letter of toQuery(filters).split("&").sort().join("&")) hash = (hash * 33 + letter.charCodeAt(0)) | 0;
	return `${id}.${(hash >>> 0).toString(36)}`;
}
