import { expect, test } from "vitest";
import { merged } from "./merged-list";
import { SortedList } from "./sorted-list";

interface Row {
	key: number;
	id: number;
}
const compare = (a: Row, b: Row): number => a.key - b.key || a.id - b.id;

/** Rows whose keys look random and are the same in every run. */
function rows(first: number, count: number, keys: number): Row[] {
	return Array.from({ length: count }, (_, index) => {
		const id = first + index;
		return { id, key: (Math.imul(id, 2654435761) >>> 7) % keys };
	});
}

test("pages of merged lists are those of one sorted array, from both ends and in the middle", () => {
	for (const sizes of [[], [0], [5], [3000, 0, 1], [2500, 2500], [1, 4000, 700, 30, 30]]) {
		let first = 1;
		const parts = sizes.map((size) => {
			const part = rows(first, size, 40);
			first += size;
			return part;
		});
		const plain = parts.flat().sort(compare);
		const list = merged(
			compare,
			parts.map((part) => new SortedList(compare, part)),
		);
		expect(list.size).toBe(plain.length);
		expect([...list.rows()]).toEqual(plain);
		expect([...list.rows(true)]).toEqual(plain.toReversed());
		const half = plain.length >> 1;
		for (const offset of [
			0,
			1,
			19,
			half,
			half + 1,
			plain.length - 7,
			plain.length - 1,
			plain.length,
			plain.length + 9,
		]) {
			if (offset < 0) continue;
			expect(list.slice(offset, 20)).toEqual(plain.slice(offset, offset + 20));
			expect(list.slice(offset, 20, true)).toEqual(plain.toReversed().slice(offset, offset + 20));
		}
	}
});
