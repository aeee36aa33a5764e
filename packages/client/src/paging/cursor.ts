import { toQuery } from "../calls/serialize";
import { UsageError } from "../errors/errors";
import type { Route } from "../transport/route";
import { type PageQuery, pagingNames } from "./page";

/** Where a walk stands: the page's number, counted from where it began, and the parameters that lead there. */
export interface Position {
	readonly index: number;
	readonly query: PageQuery;
}

/** The page that the parameters select. */
export const firstPosition = ({ page = 1 }: PageQuery): Position => ({ index: Number(page), query: {} });

/**
 * A position as a text that may be kept, also for another process. It fits only the same list with the same filters. It is not
 * signed: whoever forges one chooses which page of the list is read, and nothing else.
 */
export const toCursor = (route: Route, params: object, { index, query }: Position): string =>
	btoa(encodeURIComponent(JSON.stringify([fingerprint(route, params), index, query])));

/** Reads a cursor. Throws a UsageError for one of another list, of other filters, or that is none. */
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

/** Whether a value holds parameters of paging alone, each of them a text: others would change which list is read. */
const isPaging = (query: unknown): query is PageQuery =>
	typeof query === "object" &&
	query !== null &&
	!Array.isArray(query) &&
	Object.entries(query).every(([name, value]) => pagingNames.includes(name) && typeof value === "string");

/** A short hash, so that a cursor does not show the filters' values. How a list is paged is not a filter. */
function fingerprint({ id }: Route, params: object): string {
	const { page, per_page, cursor, pagination, ...filters } = params as PageQuery; // a list's parameters, by name
	let hash = 5381;
	for (const letter of toQuery(filters).split("&").sort().join("&")) hash = (hash * 33 + letter.charCodeAt(0)) | 0;
	return `${id}.${(hash >>> 0).toString(36)}`;
}
