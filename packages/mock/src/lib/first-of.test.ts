import fc from "fast-check";
import { expect, test } from "vitest";
import { firstOf } from "./first-of";

const order = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank;

test("it finds what ordering all would begin with, equal elements in their order", () => {
	fc.assert(
		fc.property(fc.array(fc.nat(20), { maxLength: 400 }), fc.nat(40), (ranks, count) => {
			const elements = ranks.map((rank, at) => ({ rank, at }));
			expect(firstOf(elements, count, order)).toEqual(elements.toSorted(order).slice(0, count));
		}),
	);
});

test("of many elements it compares each one once, or hardly more often", () => {
	let compared = 0;
	const elements = Array.from({ length: 10_000 }, (_, at) => ({ rank: (at * 7_919) % 10_007 }));
	firstOf(elements, 20, (a, b) => {
		compared += 1;
		return order(a, b);
	});
	expect(compared).toBeLessThan(13_000);
});
