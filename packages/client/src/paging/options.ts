import { checkNumbers } from "../connection/check-options";

/**
 * The options for iterating over items.
 *
 * @example
 * const options: ItemsOptions<{ id: number }> = { prefetch: 2, unique: ({ id }) => id };
 */
export interface ItemsOptions<T> {
	/** The `nextCursor` of a page, to continue after it. The list and its filters must be the same. */
	readonly cursor?: string | undefined;
	/**
	 * The maximum number of pages to request in advance: in parallel if the server says how many there are, else one
	 * after the other. Defaults to 0.
	 */
	readonly prefetch?: number | undefined;
	/**
	 * Returns the key of an item. An item whose key has already occurred is left out. Page numbers shift when records are
	 * added or deleted during the iteration, so that an item can occur twice or be missed; this removes duplicates. Keeps
	 * all keys in memory.
	 */
	readonly unique?: ((item: T) => unknown) | undefined;
}

/**
 * The options for iterating over pages.
 *
 * @example
 * const options: PagesOptions<unknown> = { cursor: saved, prefetch: 1 };
 */
export interface PagesOptions<T> extends ItemsOptions<T> {}

/**
 * The options for collecting items.
 *
 * @example
 * const options: AllOptions<unknown> = { max: 10_000, onPage: ({ items, total }) => console.log(items, "of", total ?? "many") };
 */
export interface AllOptions<T> extends ItemsOptions<T> {
	/** The maximum number of items. No page is requested beyond them. */
	readonly limit?: number | undefined;
	/** Rejects with a PaginationError as soon as there are more items than this. */
	readonly max?: number | undefined;
	/** Called after each page with the number of items and pages so far, and of all items if the server reports it. */
	readonly onPage?: ((progress: { items: number; pages: number; total?: number }) => void) | undefined;
}

/** Throws a UsageError for an invalid number. */
export function checkWalk(options: Omit<AllOptions<never>, "unique">, operationId: string): void {
	checkNumbers(options, ["prefetch", "limit", "max"], { whole: true, operationId });
}
