import { checkNumbers } from "../connection/check-options";

/**
 * How to walk over items.
 *
 * @example
 * const options: ItemsOptions<{ id: number }> = { prefetch: 2, unique: ({ id }) => id };
 */
export interface ItemsOptions<T> {
	/** `nextCursor` of the page after which to go on, from an earlier walk over the same list with the same filters. */
	readonly cursor?: string | undefined;
	/**
	 * How many further pages may be requested ahead of the one that is being used: at the same time where the server says how many
	 * there are, else one after the other. Default 0.
	 */
	readonly prefetch?: number | undefined;
	/**
	 * The key of an item: one whose key was there before is left out. Page numbers shift when records come or go during the walk,
	 * so that an item can come twice, or be missed; this removes those that come twice. It keeps all keys in memory.
	 */
	readonly unique?: ((item: T) => unknown) | undefined;
}

/**
 * How to walk over pages.
 *
 * @example
 * const options: PagesOptions<unknown> = { cursor: saved, prefetch: 1 };
 */
export interface PagesOptions<T> extends ItemsOptions<T> {}

/**
 * How to collect items.
 *
 * @example
 * const options: AllOptions<unknown> = { max: 10_000, onPage: ({ items, total }) => console.log(items, "of", total ?? "many") };
 */
export interface AllOptions<T> extends ItemsOptions<T> {
	/** Stop after so many items, and request no page beyond them. */
	readonly limit?: number | undefined;
	/** Reject with a PaginationError as soon as there are more items than this. */
	readonly max?: number | undefined;
	/** Called after each page with the number of items and pages so far and, where the server says it, of all items. */
	readonly onPage?: ((progress: { items: number; pages: number; total?: number }) => void) | undefined;
}

/** Throws a UsageError for a number that cannot be meant. */
export function checkWalk(options: Omit<AllOptions<never>, "unique">, operationId: string): void {
	checkNumbers(options, ["prefetch", "limit", "max"], { whole: true, operationId });
}
