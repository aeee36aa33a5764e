import type { Loaded } from "./load-page";

/**
 * Whether a server returned a page that it returned just before. Equal rows alone do not say so: the server may number both
 * pages, or the rows may have no id that distinguishes them.
 */
export function isRepeated({ page: before, text: earlier }: Loaded<unknown>, { page, text }: Loaded<unknown>): boolean {
	if (page.items.length === 0 || text !== earlier) return false;
	const [number, last] = [page, before].map(({ response }) => response.headers.get("x-page"));
	if (number !== null && number !== last) return false;
	return number !== null || page.items.some((item) => idOf(item) !== undefined);
}

/** What distinguishes an item from others. */
export const idOf = (item: unknown): unknown =>
	typeof item === "object" && item !== null ? Reflect.get(item, "id") : undefined;
