/** Returns the first index from which all elements pass, by binary search; the array's length if there is none. */
export function firstWhere<Element>(array: readonly Element[], passes: (element: Element) => boolean): number {
	let low = 0;
	let high = array.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const element = array[middle];
		if (element !== undefined && !passes(element)) low = middle + 1;
		else high = middle;
	}
	return low;
}
