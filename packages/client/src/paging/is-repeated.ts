import type { Loaded } from "./load-page";

/**
 * Whether the server returned the same page twice in a row. Equal rows are not enough: the server may have numbered the
 * pages differently, or the rows may have no id that distinguishes them.
 */
export function isRepeated({ page: before, text: earlier }: Loaded<unknown>, { page, text }: Loaded<unknown>): boolean {
	if (page.items.length === 0 || text !== earlier) return false;
	const [number, last] = [page, before].map(({ response }) => response.headers.get("x-page"));
	if (number !== null && number !== last) return false;
	return number !== null || page.items.some((item) => idOf(item) !== undefined);
}

/** Returns the id of an item; undefined if it has none. */
export const idOf = (item: unknown): unknown =>
	typeof item === "object" && item !== null ? Reflect.get(item, "id") : undefined;
