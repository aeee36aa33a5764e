import { deadlineOf } from "../calls/call-of";
import { type Connection, core, type RequestOptions } from "../connection/connection";
import { PaginationError } from "../errors/errors";
import type { Route } from "../transport/route";
import { firstPosition } from "./cursor";
import { firstTime } from "./first-time";
import { itemsOf } from "./items";
import { type List, type Loaded, loadPage, pageWith } from "./load-page";
import { type AllOptions, checkWalk, type ItemsOptions, type PagesOptions } from "./options";
import type { Page, PageQuery } from "./page";
import { pageSize, walk } from "./walk";

/**
 * A list. Await it for its first page, or iterate over it for all items; each page is requested when it is needed.
 * Nothing is sent before. Iteration requests 100 items per page unless the call sets `per_page`.
 *
 * @example
 * const { items, total } = await tenon.pipelines.list({ id: "acme/web", status: "failed" });
 * for await (const user of tenon.users.list({ active: true })) console.log(user.username);
 */
export class Paginated<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
	readonly #list: List;
	#first: Promise<Page<T>> | undefined;

	/** @internal */
	constructor(client: Connection, route: Route, params: object, options: RequestOptions = {}) {
		this.#list = { core: client[core](), route, params: { ...params }, options };
	}

	/**
	 * Requests the page that the parameters select. Sends only one request, even if the list is awaited several times.
	 */
	// biome-ignore lint/suspicious/noThenProperty: a list can be awaited
	then<A = Page<T>, B = never>(
		onFulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
		onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.#page().then(onFulfilled, onRejected);
	}

	/** Handles a failure of the first page. */
	catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
		return this.#page().catch(onRejected);
	}

	/** Runs a function when the first page is loaded or has failed. */
	finally(onFinally?: (() => void) | null): Promise<Page<T>> {
		return this.#page().finally(onFinally);
	}

	/**
	 * Returns the first page and its response.
	 *
	 * @example
	 * const { data, response } = await tenon.users.list().withResponse();
	 */
	async withResponse(): Promise<{ data: Page<T>; response: Response }> {
		const page = await this.#page();
		return { data: page, response: page.response };
	}

	/** Iterates over all items of all pages, in the server's order. Leaving the loop stops further requests. */
	[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
		return this.items();
	}

	/**
	 * Iterates over all items of all pages, with options.
	 *
	 * @example
	 * for await (const user of tenon.users.list().items({ unique: ({ id }) => id })) console.log(user.username);
	 */
	items({ unique, ...options }: ItemsOptions<T> = {}): AsyncGenerator<T, void, undefined> {
		return itemsOf(this.#list, walk<T>(this.#list, options), unique);
	}

	/**
	 * Iterates over all pages, from the first or from a saved cursor.
	 *
	 * @example
	 * for await (const page of tenon.users.list().pages({ cursor: saved, prefetch: 1 })) save(page.nextCursor);
	 */
	async *pages({ unique, ...options }: PagesOptions<T> = {}): AsyncGenerator<Page<T>, void, undefined> {
		const isNew = unique && firstTime(unique);
		for await (const { page } of walk<T>(this.#list, options))
			yield isNew ? pageWith(page, page.items.filter(isNew)) : page;
	}

	/**
	 * Collects the items of all pages, or the first `limit` of them.
	 *
	 * @example
	 * const newest = await tenon.pipelines.list({ id: "acme/web" }).all({ limit: 250 });
	 */
	async all(options: AllOptions<T> = {}): Promise<T[]> {
		const { limit = Infinity, max = Infinity, unique, onPage, ...rest } = options;
		const { route, params } = this.#list;
		checkWalk(options, route.id);
		const items: T[] = [];
		if (limit <= 0) return items;
		const isNew = unique && firstTime(unique);
		const most = isNew ? Infinity : Math.ceil(limit / pageSize(params));
		let pages = 0;
		for await (const { page } of walk<T>(this.#list, { ...rest, most })) {
			for (const item of page.items) if (items.length < limit && (!isNew || isNew(item))) items.push(item);
			if (items.length > max) throw new PaginationError(`the list has more than ${max} items`, route.id);
			pages++;
			onPage?.({ items: items.length, pages, ...(page.total === undefined ? {} : { total: page.total }) });
			if (items.length >= limit) break;
		}
		return items;
	}

	/**
	 * Counts the items: with one request if the server reports the number, else by reading all pages.
	 *
	 * @example
	 * const failed = await tenon.pipelines.list({ id: "acme/web", status: "failed" }).count();
	 */
	async count(): Promise<number> {
		const { route } = this.#list;
		const query: PageQuery = route.whole ? {} : { per_page: 1, page: 1 };
		const { total } = (await this.#load(query)).page;
		if (total !== undefined) return total;
		let count = 0;
		for await (const { page } of walk<T>(this.#list)) count += page.items.length;
		return count;
	}

	#page(): Promise<Page<T>> {
		this.#first ??= this.#load({}).then(({ page }) => page);
		return this.#first;
	}

	#load(size: PageQuery): Promise<Loaded<T>> {
		const { core, options, params } = this.#list;
		return loadPage<T>(this.#list, size, firstPosition(params), deadlineOf(core, options));
	}
}
