import type { Result } from "../calls/perform";
import { PaginationError, ResponseParseError } from "../errors/errors";
import { parseUrl } from "../lib/url";
import { nextLink } from "./next-link";

/**
 * One page of a list.
 *
 * @example
 * const page = await tenon.pipelines.list({ id: "acme/web" });
 * console.log(page.items.length, "of", page.total ?? "many");
 */
export interface Page<T> {
	readonly items: readonly T[];
	/** The number of the page, from 1. Keyset pages are counted from the start of the iteration. */
	readonly page: number;
	/** The number of items that the server puts on a page. */
	readonly perPage: number;
	/** The cursor of the next page; absent on the last page. It contains no URL or credential, so you can store it. */
	readonly nextCursor?: string;
	/** The number of items in the list; absent if the server does not report it (above 10,000, and for keyset pages). */
	readonly total?: number;
	/** The number of pages; absent if the server does not report it. */
	readonly totalPages?: number;
	/** The response, whose body has been read. Not an enumerable property. */
	readonly response: Response;
}

/** The parameters that select a page. */
export type PageQuery = { readonly [name: string]: unknown };

/**
 * The parameters to take from a next link: the position and the kind of paging. The caller's parameters set the others.
 */
export const pagingNames: readonly string[] = [
	"page",
	"per_page",
	"cursor",
	"pagination",
	"order_by",
	"sort",
	"id_after",
];

/** The page that a response contains, and the parameters of the next page. */
interface ReadPage<T> {
	readonly page: { -readonly [Name in keyof Omit<Page<T>, "response">]: Page<T>[Name] };
	readonly next: PageQuery | undefined;
}

/** Reads the response of a list: its items, and from its headers its position and that of the next page. */
export function readPage<T>(
	operationId: string,
	{ data, response }: Result,
	query: PageQuery,
	index: number,
	{ base, url }: { readonly base: string; readonly url: string },
): ReadPage<T> {
	if (!Array.isArray(data)) throw new ResponseParseError(operationId, response, "not a list");
	const { headers } = response;
	const number = numberIn(headers, "page") || index;
	const perPage = numberIn(headers, "per-page") || Number(query.per_page) || 20;
	const page: ReadPage<T>["page"] = { items: data, page: number, perPage };
	const total = numberIn(headers, "total");
	if (total !== undefined) page.total = total;
	const totalPages = numberIn(headers, "total-pages");
	if (totalPages !== undefined) page.totalPages = totalPages;
	const next =
		linked(operationId, headers.get("link") ?? "", response.url || url, base) ??
		numbered(headers, query, number, perPage, data.length < perPage);
	return { page, next };
}

/** Returns the number in a header; undefined if it is not a number. */
function numberIn(headers: Headers, name: string): number | undefined {
	const text = headers.get(`x-${name}`) ?? "";
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns the next page from the Link header, whose target can be relative to the request. */
function linked(operationId: string, link: string, url: string, base: string): PageQuery | undefined {
	const target = nextLink(link);
	if (!target) return undefined;
	const next = parseUrl(target, url);
	if (!next?.href.startsWith(`${base}/`))
		throw new PaginationError(`the next page is outside the client's base URL`, operationId);
	return Object.fromEntries([...next.searchParams].filter(([name]) => pagingNames.includes(name)));
}

/**
 * Returns the next page by its number. Without headers, a page that is not full is the last. Keyset pages only have
 * links.
 */
function numbered(
	headers: Headers,
	{ pagination }: PageQuery,
	page: number,
	perPage: number,
	isShort: boolean,
): PageQuery | undefined {
	const next = numberIn(headers, "next-page");
	if (next !== undefined) return { page: `${next}`, per_page: `${perPage}` };
	const isLast = headers.get("x-next-page") === "" || headers.has("link") || pagination === "keyset" || isShort;
	return isLast ? undefined : { page: `${page + 1}`, per_page: `${perPage}` };
}
