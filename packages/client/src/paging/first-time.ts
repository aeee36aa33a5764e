/** Returns a predicate that is true for the first item with each key. */
export function firstTime<T>(unique: (item: T) => unknown): (item: T) => boolean {
	const seen = new Set<unknown>();
	return (item) => seen.size < seen.add(unique(item)).size;
}
