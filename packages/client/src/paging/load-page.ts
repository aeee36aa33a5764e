import { callOf } from "../calls/call-of";
import { perform } from "../calls/perform";
import type { Core, RequestOptions } from "../connection/connection";
import { UsageError } from "../errors/errors";
import type { Route } from "../transport/route";
import { type Position, toCursor } from "./cursor";
import { type Page, type PageQuery, readPage } from "./page";

/** A list: what to request, and with which options. */
export interface List {
	readonly core: Core;
	readonly route: Route;
	readonly params: PageQuery;
	readonly options: RequestOptions;
}

/** A page, and where it is among the others. */
export interface Loaded<T> {
	readonly page: Page<T>;
	readonly at: Position;
	readonly next: Position | undefined;
	/** The body as it was read. */
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
	// Most callers never look at it.
	const get = (): string => toCursor(route, params, position);
	Object.defineProperty(page, "nextCursor", { get, enumerable: true });
	return { page: loaded, at, next: position, text };
}

/** The same page with other items. */
export const pageWith = <T>(page: Page<T>, items: readonly T[]): Page<T> =>
	Object.defineProperty({ ...page, items }, "response", { value: page.response });
