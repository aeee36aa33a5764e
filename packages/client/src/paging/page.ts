import { PaginationError, ResponseParseError } from "../errors/errors";
import { parseUrl } from "../lib/url";

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
	/** Where the next page begins; absent on the last. Holds neither address nor credential, and may be kept. */
	readonly nextCursor?: string;
	/** How many items there are in all; absent where the server does not tell (above 10,000, and by keyset). */
	readonly total?: number;
	/** How many pages there are; absent where the server does not tell. */
	readonly totalPages?: number;
}

/** Parameters that lead to a page. */
export type PageQuery = { readonly [name: string]: unknown };

/** What of a next link is taken over: where the page begins, and how the list is paged. All else the caller has said. */
const pagingNames = ["page", "per_page", "cursor", "pagination", "order_by", "sort", "id_after"];

/** A page without its cursor, and the parameters of the next. */
export interface ReadPage<T> {
	readonly page: Page<T>;
	readonly next: PageQuery | undefined;
}

/** Reads a list's answer: its items, and from its headers where it stands and what follows. */
export function readPage<T>(
	operationId: string,
	{ data, response }: { data: unknown; response: Response },
	asked: PageQuery,
	index: number,
	base: string,
): ReadPage<T> {
	if (!Array.isArray(data)) throw new ResponseParseError(operationId, response, "no list");
	const number = (name: string): number | undefined => {
		const value = response.headers.get(name);
		return value ? Number(value) : undefined;
	};
	const page = number("x-page") ?? index;
	const perPage = number("x-per-page") ?? (Number(asked.per_page) || 20);
	const total = number("x-total");
	const totalPages = number("x-total-pages");
	return {
		page: {
			items: data,
			page,
			perPage,
			...(total === undefined ? {} : { total }),
			...(totalPages === undefined ? {} : { totalPages }),
		},
		next: nextOf(operationId, response.headers, asked, page, perPage, data.length, base),
	};
}

function nextOf(
	operationId: string,
	headers: Headers,
	asked: PageQuery,
	page: number,
	perPage: number,
	length: number,
	base: string,
): PageQuery | undefined {
	const link = headers.get("link");
	const next = link && nextLink(link);
	if (next) {
		const target = parseUrl(next, base);
		if (!target?.href.startsWith(`${base}/`))
			throw new PaginationError(`${operationId}: the next page lies outside the client's base address`, operationId);
		return Object.fromEntries(
			pagingNames.flatMap((name) => (target.searchParams.has(name) ? [[name, target.searchParams.get(name)]] : [])),
		);
	}
	const after = headers.get("x-next-page");
	// By keyset the link is all there is. Where no header tells, a short page is the last.
	const ends = after === "" || (after === null && (link || asked.pagination === "keyset" || length < perPage));
	return ends ? undefined : { page: after ?? `${page + 1}`, per_page: `${perPage}` };
}

/** The address with `rel="next"` of a Link header. */
export function nextLink(header: string): string | undefined {
	// Commas and semicolons may stand in an address, but no angle bracket.
	for (const [, address, parameters] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
		const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters ?? "");
		if ((relations?.[1] ?? relations?.[2])?.toLowerCase().split(/\s+/).includes("next")) return address;
	}
	return undefined;
}
