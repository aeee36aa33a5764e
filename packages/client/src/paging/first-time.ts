/** Whether an item's key comes for the first time. */
export function firstTime<T>(unique: (item: T) => unknown): (item: T) => boolean {
	const seen = new Set<unknown>();
	return (item) => seen.size < seen.add(unique(item)).size;
}
