/** Beyond this share of the elements, ordering all of them is faster than to look for the first. */
const most = 1 / 16;

/** Where a new element goes: behind those that are equal to it. */
function placeOf<Element>(
	element: Element,
	among: readonly Element[],
	order: (a: Element, b: Element) => number,
): number {
	let low = 0;
	let high = among.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const other = among[middle];
		if (other !== undefined && order(element, other) < 0) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** The first elements in an order: as many as asked for. Equal ones stay in the order that they have. */
export function firstOf<Element extends object>(
	elements: readonly Element[],
	count: number,
	order: (a: Element, b: Element) => number,
): Element[] {
	if (count > elements.length * most) return elements.toSorted(order).slice(0, count);
	const first: Element[] = [];
	for (const element of elements) {
		const last = first.length < count ? undefined : first.at(-1);
		if (last !== undefined && order(element, last) >= 0) continue;
		first.splice(placeOf(element, first, order), 0, element);
		if (first.length > count) first.pop();
	}
	return first;
}
