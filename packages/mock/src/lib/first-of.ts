import { firstWhere } from "./first-where";

/** Beyond this share of the elements, ordering all of them is faster than to look for the first. */
const most = 1 / 16;

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
		// Behind those that are equal to it.
		const place = firstWhere(first, (other) => order(element, other) < 0);
		first.splice(place, 0, element);
		if (first.length > count) first.pop();
	}
	return first;
}
