import { firstWhere } from "./first-where";

/** The share of the elements above which sorting all of them is faster than finding the first. */
const most = 1 / 16;

/** Returns the first `count` elements in an order. Equal ones keep their order. */
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
		// After equal elements.
		const place = firstWhere(first, (other) => order(element, other) < 0);
		first.splice(place, 0, element);
		if (first.length > count) first.pop();
	}
	return first;
}
