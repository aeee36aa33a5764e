import { perform } from "../calls/perform";
import { type Connection, core, type RequestOptions } from "../connection/connection";
import { ApiError, PaginationError, UsageError } from "../errors/errors";
import { deadlineOf, exchangeOf } from "../transport/exchange";
import type { Route } from "../transport/route";
import { fromCursor, type Position, toCursor } from "./cursor";
import { type Page, type PageQuery, readPage } from "./page";

/**
 * How to walk over pages.
 *
 * @example
 * const options: PagesOptions = { cursor: saved, prefetch: 1 };
 */
export interface PagesOptions {
	/** `nextCursor` of the page after which to go on, from an earlier walk over the same list with the same filters. */
	readonly cursor?: string | undefined;
	/** How many further pages may be requested ahead of the one that is being used. Default 0. */
	readonly prefetch?: number | undefined;
}

/**
 * How to collect items.
 *
 * @example
 * const options: AllOptions = { max: 10_000, onPage: ({ items, total }) => console.log(items, "of", total ?? "many") };
 */
export interface AllOptions {
	/** Stop after so many items, and request no page beyond them. */
	readonly limit?: number | undefined;
	/** Reject with a PaginationError as soon as there are more items than this. */
	readonly max?: number | undefined;
	/** How many further pages may be requested ahead. Default 0. */
	readonly prefetch?: number | undefined;
	/** Called after each page with the number of items so far and, where the server tells it, of all. */
	readonly onPage?: ((progress: { items: number; total?: number }) => void) | undefined;
}

interface Loaded<T> {
	readonly page: Page<T>;
	readonly response: Response;
	readonly next: Position | undefined;
	/** The page as it was read. */
	readonly text: unknown;
}

const largestPage = 100;

/**
 * A list: await it for its first page, iterate it for all items, page by page as they are needed. Nothing is sent before.
 * Iteration asks for 100 items a page where the call names no `per_page`.
 *
 * @example
 * const { items, total } = await tenon.pipelines.list({ id: "acme/web", status: "failed" });
 * for await (const user of tenon.users.list({ active: true })) console.log(user.username);
 */
export class Paginated<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
	readonly #client: Connection;
	readonly #route: Route;
	readonly #params: PageQuery;
	readonly #options: RequestOptions;
	#first: Promise<Loaded<T>> | undefined;
	#until: number | undefined;

	/** @internal */
	constructor(client: Connection, route: Route, params: object, options: RequestOptions = {}) {
		this.#client = client;
		this.#route = route;
		this.#params = { ...params };
		this.#options = options;
	}

	/** Sends one request, however often it is awaited, for the page that the parameters ask for. */
	// biome-ignore lint/suspicious/noThenProperty: awaiting the list is what it is for
	then<A = Page<T>, B = never>(
		onFulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
		onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.#firstPage()
			.then(({ page }) => page)
			.then(onFulfilled, onRejected);
	}

	/**
	 * The first page, and its response.
	 *
	 * @example
	 * const { data, response } = await tenon.users.list().withResponse();
	 */
	async withResponse(): Promise<{ data: Page<T>; response: Response }> {
		const { page, response } = await this.#firstPage();
		return { data: page, response };
	}

	/** Every item of every page, in the server's order. Leaving the loop sends no further request. */
	async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
		for await (const page of this.pages()) for (const item of page.items) yield item;
	}

	/**
	 * Every page, from the first or from a saved cursor on.
	 *
	 * @example
	 * for await (const page of tenon.users.list().pages({ cursor: saved, prefetch: 1 })) save(page.nextCursor);
	 */
	async *pages(options: PagesOptions = {}): AsyncGenerator<Page<T>, void, undefined> {
		for await (const { page } of this.#walk(options)) yield page;
	}

	/**
	 * Collects the items of all pages, or the first `limit` of them.
	 *
	 * @example
	 * const newest = await tenon.pipelines.list({ id: "acme/web" }).all({ limit: 250 });
	 */
	async all({ limit = Infinity, max = Infinity, prefetch, onPage }: AllOptions = {}): Promise<T[]> {
		const items: T[] = [];
		if (limit <= 0) return items;
		const size = Math.min(Number(this.#params.per_page ?? largestPage), largestPage);
		for await (const { page } of this.#walk({ prefetch, most: Math.ceil(limit / size) })) {
			for (const item of page.items) if (items.length < limit) items.push(item);
			if (items.length > max) throw new PaginationError(`${this.#route.id}: more than ${max} items`, this.#route.id);
			onPage?.({ items: items.length, ...(page.total === undefined ? {} : { total: page.total }) });
			if (items.length >= limit) break;
		}
		return items;
	}

	#firstPage(): Promise<Loaded<T>> {
		this.#first ??= this.#load({ index: Number(this.#params.page ?? 1), query: {} }, this.#params, this.#options);
		return this.#first;
	}

	async #load({ index, query }: Position, given: PageQuery, options: RequestOptions): Promise<Loaded<T>> {
		const client = this.#client;
		const route = this.#route;
		const params = { ...given, ...query };
		if (Number(params.per_page) < 1) throw new UsageError("per_page", "is below 1", route.id);
		this.#until ??= deadlineOf(options);
		const answer = await perform(client, exchangeOf(client, route, params, options, this.#until), params);
		const { page, next } = readPage<T>(route.id, answer, params, index, client[core]().base);
		const { response, content: text } = answer;
		if (!next || route.whole) return { page, response, text, next: undefined };
		const position = { index: index + 1, query: { ...query, ...next } };
		return {
			page: { ...page, nextCursor: toCursor(route, this.#params, position) },
			response,
			text,
			next: position,
		};
	}

	async *#walk({ cursor, prefetch = 0, most = Infinity }: PagesOptions & { most?: number }): AsyncGenerator<Loaded<T>> {
		const route = this.#route;
		const { signal } = this.#options;
		const abandoned = prefetch > 0 ? new AbortController() : undefined;
		const options = abandoned
			? { ...this.#options, signal: signal ? AbortSignal.any([signal, abandoned.signal]) : abandoned.signal }
			: this.#options;
		const params = route.whole ? this.#params : { ...this.#params, per_page: this.#params.per_page ?? largestPage };
		const start = cursor
			? fromCursor(route, this.#params, cursor)
			: { index: Number(this.#params.page ?? 1), query: {} };
		const keyset = cursor ? undefined : this.#keyset();
		const seen = new Set<string>();
		const follow = (position: Position): Promise<Loaded<T>> => {
			const place = JSON.stringify(position.query);
			if (seen.has(place))
				throw new PaginationError(`${route.id}: the next page is one that was there before`, route.id);
			seen.add(place);
			return this.#load(position, params, options);
		};
		const refusedTo = (otherwise: () => Promise<Loaded<T>>) => (error: unknown) => {
			if (error instanceof ApiError && error.status === 405) return otherwise();
			throw error;
		};
		let last: Promise<Loaded<T> | undefined> = keyset
			? // A server may have no keyset pages for this list.
				follow({ ...start, query: keyset }).catch(refusedTo(() => follow(start)))
			: follow(start);
		const ahead = [last];
		let before: unknown;
		const extend = () => {
			last = last.then((loaded) => {
				const next = loaded?.next;
				if (!next) return undefined;
				const deep = this.#keyset(next.query);
				return deep ? follow(next).catch(refusedTo(() => this.#behind(deep, loaded, follow))) : follow(next);
			});
			// Told when the walk comes to that page, and never if it does not.
			last.catch(() => {});
			ahead.push(last);
		};
		try {
			for (let count = 1; ; count++) {
				const loaded = await ahead.shift();
				if (!loaded) return;
				if (loaded.page.items.length > 0 && loaded.text === before)
					throw new PaginationError(`${route.id}: the server gives the same page again`, route.id);
				before = loaded.text;
				while (ahead.length < prefetch && count + ahead.length < most) extend();
				yield loaded;
				if (ahead.length === 0) extend();
			}
		} finally {
			abandoned?.abort();
		}
	}

	/**
	 * Where page numbers end: goes over the list again by keyset, up to the page that holds what lies behind the last item that
	 * was given. Rejects with a PaginationError if that item is there no longer: what lies behind it cannot be told.
	 */
	async #behind(
		keyset: PageQuery,
		{ page }: Loaded<T>,
		follow: (position: Position) => Promise<Loaded<T>>,
	): Promise<Loaded<T>> {
		const last = idOf(page.items.at(-1));
		let position: Position | undefined = { index: 1, query: keyset };
		while (position && last !== undefined) {
			const loaded: Loaded<T> = await follow(position);
			const at = loaded.page.items.findIndex((item) => idOf(item) === last);
			if (at >= 0) return { ...loaded, page: { ...loaded.page, items: loaded.page.items.slice(at + 1) } };
			position = loaded.next;
		}
		throw new PaginationError(
			`${this.#route.id}: page numbers end here, and by keyset the last item is not found again`,
			this.#route.id,
		);
	}

	/**
	 * The parameters of keyset pages, where the list has them in its order and the caller has said nothing against them; a first
	 * page that he names does not count against them for a place that was reached by page numbers.
	 */
	#keyset(numbered?: PageQuery): PageQuery | undefined {
		const { keyset, anonymousKeyset } = this.#route;
		const { page, pagination, order_by, sort } = this.#params;
		if (!keyset || pagination !== undefined) return undefined;
		if (numbered ? numbered.page === undefined : page !== undefined) return undefined;
		if (anonymousKeyset && this.#client[core]().credentials) return undefined;
		const [by, direction] = keyset[0]?.split(" ") ?? [];
		const order = { order_by: order_by ?? by, sort: sort ?? direction };
		if (!keyset.includes(`${order.order_by} ${order.sort}`)) return undefined;
		return { pagination: "keyset", ...order, ...(numbered ? { page: undefined } : {}) };
	}
}

const idOf = (item: unknown): unknown =>
	typeof item === "object" && item !== null && "id" in item ? item.id : undefined;
