import { deadlineOf } from "../calls/call-of";
import { checkPatience } from "../connection/check-options";
import { AbortError, ApiError, PaginationError, TenonError } from "../errors/errors";
import { firstPosition, fromCursor, type Position, toCursor } from "./cursor";
import { idOf, isRepeated } from "./is-repeated";
import { keysetQuery } from "./keyset-query";
import { type List, type Loaded, loadPage, pageWith } from "./load-page";
import { checkWalk } from "./options";
import type { PageQuery } from "./page";

/** The options for iterating over a list. `most` is the maximum number of pages that are needed. */
interface WalkOptions {
	readonly cursor?: string | undefined;
	readonly prefetch?: number | undefined;
	readonly most?: number;
}

const largestPage = 100;

const repeated = "the server returns the same page again";

/** Returns the number of items that an iteration requests per page. */
export const pageSize = ({ per_page = largestPage }: PageQuery): number => Math.min(Number(per_page), largestPage);

/**
 * Yields the pages of a list. Requests each one when it is needed, or in advance. Throws if a page repeats. Errors
 * include the position at which they occurred.
 */
export async function* walk<T>(
	source: List,
	{ cursor, prefetch = 0, most = Infinity }: WalkOptions = {},
): AsyncGenerator<Loaded<T>, void, undefined> {
	const { core, route, params, options } = source;
	checkWalk({ prefetch }, route.id);
	checkPatience(options, route.id);
	const until = deadlineOf(core, options);
	/** Aborts requests in advance when the iteration ends. Undefined without prefetching. */
	const abandoned = prefetch > 0 ? new AbortController() : undefined;
	const signal = abandoned ? AbortSignal.any([abandoned.signal, options.signal ?? abandoned.signal]) : options.signal;
	const list = { ...source, options: { ...options, signal } };
	const size = route.whole ? params : { ...params, per_page: params.per_page ?? largestPage };
	let at = cursor ? fromCursor(route, params, cursor) : firstPosition(params);
	/** The requested positions, to detect a loop. */
	const seen = new Set<string>();

	const load = async (position: Position): Promise<Loaded<T>> => {
		const place = JSON.stringify(position.query);
		if (seen.has(place)) throw new PaginationError(repeated, route.id);
		seen.add(place);
		return loadPage(list, size, position, until);
	};

	/**
	 * Used where page numbers end: reads the list again by keyset, up to the page with the items after the last one that
	 * was returned. Rejects with a PaginationError if that item no longer exists: the position after it is then unknown.
	 */
	const behind = async (query: PageQuery, before: Loaded<T> | undefined): Promise<Loaded<T>> => {
		const last = idOf(before?.page.items.at(-1));
		let position: Position | undefined = { index: 1, query };
		while (position && last !== undefined) {
			const loaded: Loaded<T> = await load(position);
			const at = loaded.page.items.findIndex((item) => idOf(item) === last);
			if (at >= 0) return { ...loaded, page: pageWith(loaded.page, loaded.page.items.slice(at + 1)) };
			position = loaded.next;
		}
		throw new PaginationError("page numbers end here, and keyset pagination does not find the last item", route.id);
	};

	/** Requests the page after another one; by keyset where page numbers end. */
	const follow = (position: Position, before: Promise<Loaded<T> | undefined>): Promise<Loaded<T>> => {
		const deep = keysetQuery(list, position.query);
		const page = load(position);
		return deep ? page.catch(otherwise(async () => behind(deep, await before))) : page;
	};

	const start = at;
	const keyset = cursor ? undefined : keysetQuery(list);
	let last: Promise<Loaded<T> | undefined> = keyset
		? // A server may not support keyset pages for this list.
			load({ ...start, query: keyset }).catch(otherwise(() => load(start)))
		: load(start);
	/** The pages that were already requested, in order. */
	const ahead = [last];
	let requested = 1;
	/** The next numbered page that is known to exist. Pages up to the last one can be requested in parallel. */
	let known: Position | undefined;
	let totalPages = 0;

	/** Requests the page after the last one that was requested. */
	const extend = (): void => {
		const before = last;
		if (known && known.index <= totalPages && prefetch > 1) {
			last = follow(known, before);
			const index = known.index + 1;
			known = { index, query: { ...known.query, page: `${index}` } };
		} else {
			last = before.then((loaded) => loaded?.next && follow(loaded.next, before));
		}
		// The error is thrown when the iteration reaches this page, and not otherwise.
		last.catch(() => {});
		ahead.push(last);
		requested++;
	};

	let items = 0;
	let previous: Loaded<T> | undefined;
	try {
		for (;;) {
			if (ahead.length === 0) extend();
			const loaded = await ahead.shift();
			if (!loaded) return;
			if (previous && isRepeated(previous, loaded)) throw new PaginationError(repeated, route.id);
			previous = loaded;
			const { next, page } = loaded;
			// If the server reports the number of pages, the numbers of the next ones are already known.
			if (!known && ahead.length === 0 && next?.query.page === `${next?.index}`) {
				known = next;
				totalPages = page.totalPages ?? 0;
			}
			while (ahead.length < prefetch && requested < most) extend();
			at = loaded.at;
			throwIfAborted(source);
			yield loaded;
			throwIfAborted(source);
			items += page.items.length;
			if (!next) return;
			at = next;
		}
	} catch (error) {
		if (error instanceof TenonError) error.walk ??= { cursor: toCursor(route, params, at), page: at.index, items };
		throw error;
	} finally {
		abandoned?.abort();
	}
}

/** Throws if the signal has aborted: this ends an iteration immediately, not only when the next page is needed. */
function throwIfAborted({ route, options: { signal } }: List): void {
	if (signal?.aborted) throw new AbortError("aborted", route.id, { cause: signal.reason });
}

/** Tries another kind of paging after a 405, which means that the server does not support this one. */
function otherwise<Result>(next: () => Promise<Result>): (error: unknown) => Promise<Result> {
	return (error) => {
		if (error instanceof ApiError && error.status === 405) return next();
		throw error;
	};
}
