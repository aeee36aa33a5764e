import { deadlineOf } from "../calls/call-of";
import { checkPatience } from "../connection/check-options";
import { AbortError, ApiError, PaginationError, TenonError } from "../errors/errors";
import { fromCursor, type Position, toCursor } from "./cursor";
import { idOf, isRepeated } from "./is-repeated";
import { keysetQuery } from "./keyset-query";
import { type List, type Loaded, loadPage, pageFrom } from "./load-page";
import { checkWalk } from "./options";
import type { PageQuery } from "./page";

/** How to walk over it. `most` is how many pages are needed at most. */
interface WalkOptions {
	readonly cursor?: string | undefined;
	readonly prefetch?: number | undefined;
	readonly most?: number;
}

const largestPage = 100;

/** How many items a walk requests in one page. */
export const pageSize = ({ per_page = largestPage }: PageQuery): number => Math.min(Number(per_page), largestPage);

/**
 * The pages of one walk over a list, each requested when it is needed, or ahead. It ends with an error where a page repeats.
 * Errors say where the walk stood.
 */
export async function* walk<T>(list: List, options: WalkOptions): AsyncGenerator<Loaded<T>, void, undefined> {
	checkWalk(options, list.route.id);
	checkPatience(list.options, list.route.id);
	const pages = new Walk<T>(list, options);
	let items = 0;
	let at = pages.start;
	try {
		for (;;) {
			const loaded = await pages.next();
			if (!loaded) return;
			at = loaded.at;
			throwIfAborted(list);
			yield loaded;
			throwIfAborted(list);
			items += loaded.page.items.length;
			if (loaded.next) at = loaded.next;
			else return;
		}
	} catch (error) {
		if (error instanceof TenonError)
			error.walk ??= { cursor: toCursor(list.route, list.params, at), page: at.index, items };
		throw error;
	} finally {
		pages.abandon();
	}
}

/** An abort ends a walk at once, not only when the next page is needed. */
function throwIfAborted(list: List): void {
	if (list.options.signal?.aborted) throw abortOf(list);
}

export const abortOf = ({ route, options: { signal } }: List): AbortError =>
	new AbortError(`${route.id}: aborted`, route.id, { cause: signal?.reason });

class Walk<T> {
	readonly start: Position;
	readonly #list: List;
	readonly #params: PageQuery;
	readonly #until: number;
	readonly #prefetch: number;
	readonly #most: number;
	readonly #abandoned: AbortController | undefined;
	/** Positions that were requested, so that a circle is noticed. */
	readonly #seen = new Set<string>();
	/** Pages that are requested already, in their order. */
	readonly #ahead: Promise<Loaded<T> | undefined>[] = [];
	#last: Promise<Loaded<T> | undefined>;
	#requested = 1;
	#before: Loaded<T> | undefined;
	/** The last page that is numbered and known to exist: those up to it need not wait for each other. */
	#known: Position | undefined;
	#totalPages = 0;

	constructor(list: List, { cursor, prefetch = 0, most = Infinity }: WalkOptions) {
		const { core, route, params, options } = list;
		this.#prefetch = prefetch;
		this.#most = most;
		this.#until = deadlineOf(core, options);
		this.#abandoned = prefetch > 0 ? new AbortController() : undefined;
		const ends = [options.signal, this.#abandoned?.signal].filter((each) => each !== undefined);
		const signal = ends.length > 1 ? AbortSignal.any(ends) : ends[0];
		this.#list = { ...list, options: { ...options, signal } };
		this.#params = route.whole ? params : { ...params, per_page: params.per_page ?? largestPage };
		this.start = cursor ? fromCursor(route, params, cursor) : { index: Number(params.page ?? 1), query: {} };
		const keyset = cursor ? undefined : keysetQuery(list);
		this.#last = keyset
			? // A server may have no keyset pages for this list.
				this.#load({ ...this.start, query: keyset }).catch(otherwise(() => this.#load(this.start)))
			: this.#load(this.start);
		this.#ahead.push(this.#last);
	}

	/** The next page; undefined after the last one. */
	async next(): Promise<Loaded<T> | undefined> {
		if (this.#ahead.length === 0) this.#extend();
		const loaded = await this.#ahead.shift();
		if (!loaded) return undefined;
		if (this.#before && isRepeated(this.#before, loaded))
			throw new PaginationError(`${this.#list.route.id}: the server returns the same page again`, this.#list.route.id);
		this.#before = loaded;
		this.#know(loaded);
		while (this.#ahead.length < this.#prefetch && this.#requested < this.#most) this.#extend();
		return loaded;
	}

	abandon(): void {
		this.#abandoned?.abort();
	}

	/** Where the server says how many pages there are, the numbers of the next ones need no waiting. */
	#know({ next, page }: Loaded<T>): void {
		if (this.#known || this.#ahead.length > 0 || next?.query.page !== `${next?.index}`) return;
		this.#known = next;
		this.#totalPages = page.totalPages ?? 0;
	}

	/** Requests the page behind the last one that was requested. */
	#extend(): void {
		const before = this.#last;
		const known = this.#known;
		if (known && known.index <= this.#totalPages && this.#prefetch > 1) {
			this.#known = { index: known.index + 1, query: { ...known.query, page: `${known.index + 1}` } };
			this.#last = this.#follow(known, before);
		} else {
			this.#last = before.then((loaded) => loaded?.next && this.#follow(loaded.next, before));
		}
		// It is raised when the walk comes to that page, and not if it does not.
		this.#last.catch(() => {});
		this.#ahead.push(this.#last);
		this.#requested++;
	}

	/** A page behind another one; by keyset where page numbers end. */
	#follow(position: Position, before: Promise<Loaded<T> | undefined>): Promise<Loaded<T>> {
		const deep = keysetQuery(this.#list, position.query);
		const page = this.#load(position);
		return deep ? page.catch(otherwise(async () => this.#behind(deep, await before))) : page;
	}

	/**
	 * Where page numbers end: goes over the list again by keyset, up to the page that holds what lies behind the last item that
	 * was returned. Rejects with a PaginationError where that item is there no longer: nothing says what lies behind it.
	 */
	async #behind(keyset: PageQuery, before: Loaded<T> | undefined): Promise<Loaded<T>> {
		const last = idOf(before?.page.items.at(-1));
		let position: Position | undefined = { index: 1, query: keyset };
		while (position && last !== undefined) {
			const loaded: Loaded<T> = await this.#load(position);
			const at = loaded.page.items.findIndex((item) => idOf(item) === last);
			if (at >= 0) return pageFrom(loaded, at + 1);
			position = loaded.next;
		}
		const { id } = this.#list.route;
		throw new PaginationError(`${id}: page numbers end here, and by keyset the last item is not found again`, id);
	}

	async #load(position: Position): Promise<Loaded<T>> {
		const { route } = this.#list;
		const place = JSON.stringify(position.query);
		if (this.#seen.has(place))
			throw new PaginationError(`${route.id}: the next page is one that was there before`, route.id);
		this.#seen.add(place);
		return loadPage(this.#list, this.#params, position, this.#until);
	}
}

/** After a 405, which refuses the way of paging, another one. */
function otherwise<Result>(next: () => Promise<Result>): (error: unknown) => Promise<Result> {
	return (error) => {
		if (error instanceof ApiError && error.status === 405) return next();
		throw error;
	};
}
