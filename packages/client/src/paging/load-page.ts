import { callOf } from "../calls/call-of";
import { perform } from "../calls/perform";
import type { Core, RequestOptions } from "../connection/connection";
import { UsageError } from "../errors/errors";
import type { Route } from "../transport/route";
import { type Position, toCursor } from "./cursor";
import { type Page, type PageQuery, readPage } from "./page";

/** The list to request, and the options for it. */
export interface List {
	readonly core: Core;
	readonly route: Route;
	readonly params: PageQuery;
	readonly options: RequestOptions;
}

/** A page, its position and that of the next page. */
export interface Loaded<T> {
	readonly page: Page<T>;
	readonly at: Position;
	readonly next: Position | undefined;
	/** The body of the response. */
	readonly text: unknown;
}

/** Requests one page of a list. */
export async function loadPage<T>(
	{ core, route, params, options }: List,
	size: PageQuery,
	at: Position,
	until: number,
): Promise<Loaded<T>> {
	const query = { ...params, ...size, ...at.query };
	if (Number(query.per_page) < 1) throw new UsageError("per_page", "must be at least 1", route.id);
	const call = callOf(core, route, query, options, { until });
	const result = await perform(core, call, query, options);
	const { page, next } = readPage<T>(route.id, result, query, at.index, { base: core.base, url: call.url });
	const { response, content: text } = result;
	Object.defineProperty(page, "response", { value: response });
	const loaded = page as Page<T>; // now it has its response
	if (!next || route.whole) return { page: loaded, at, next: undefined, text };
	const position = { index: at.index + 1, query: { ...at.query, ...next } };
	// Computed on demand: most callers never read it.
	const get = (): string => toCursor(route, params, position);
	Object.defineProperty(page, "nextCursor", { get, enumerable: true });
	return { page: loaded, at, next: position, text };
}

/** Returns a copy of the page with other items. */
export const pageWith = <T>(page: Page<T>, items: readonly T[]): Page<T> =>
	Object.defineProperty({ ...page, items }, "response", { value: page.response });
