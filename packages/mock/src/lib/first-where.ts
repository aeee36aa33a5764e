/** Where in an array the elements begin that pass, all of them behind all others; its length if none does. */
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
