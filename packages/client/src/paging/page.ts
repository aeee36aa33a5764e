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
	/** Its number, from 1; of keyset pages, counted from where the walk began. */
	readonly page: number;
	/** How many items the server puts on a page. */
	readonly perPage: number;
	/** Where the next page begins; absent on the last. Holds neither URL nor credential, and may be kept. */
	readonly nextCursor?: string;
	/** How many items there are in all; absent where the server does not say (above 10,000, and by keyset). */
	readonly total?: number;
	/** How many pages there are; absent where the server does not say. */
	readonly totalPages?: number;
	/** The response, whose body has been read. Not listed among the page's properties. */
	readonly response: Response;
}

/** Parameters that lead to a page. */
export type PageQuery = { readonly [name: string]: unknown };

/** What of a next link is taken over: where the page begins, and how the list is paged. Everything else the caller has said. */
export const pagingNames: readonly string[] = [
	"page",
	"per_page",
	"cursor",
	"pagination",
	"order_by",
	"sort",
	"id_after",
];

/** What a response says of a page, and the parameters of the next. */
interface ReadPage<T> {
	readonly page: { -readonly [Name in keyof Omit<Page<T>, "response">]: Page<T>[Name] };
	readonly next: PageQuery | undefined;
}

/** Reads a list's response: its items, and from its headers where it is and what follows. */
export function readPage<T>(
	operationId: string,
	{ data, response }: Result,
	query: PageQuery,
	index: number,
	{ base, url }: { readonly base: string; readonly url: string },
): ReadPage<T> {
	if (!Array.isArray(data)) throw new ResponseParseError(operationId, response, "no list");
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

/** A header's number; undefined where it is none. */
function numberIn(headers: Headers, name: string): number | undefined {
	const text = headers.get(`x-${name}`) ?? "";
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The next page by the Link header, whose target may be relative to the request. */
function linked(operationId: string, link: string, url: string, base: string): PageQuery | undefined {
	const target = nextLink(link);
	if (!target) return undefined;
	const next = parseUrl(target, url);
	if (!next?.href.startsWith(`${base}/`))
		throw new PaginationError(`the next page lies outside the client's base URL`, operationId);
	return Object.fromEntries([...next.searchParams].filter(([name]) => pagingNames.includes(name)));
}

/** The next page by its number. Where no header says, a page that is not full is the last; by keyset only the link counts. */
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
