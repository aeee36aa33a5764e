import { expect, test } from "vitest";
import { SortedList } from "./sorted-list";

interface Row {
	key: number;
	id: number;
}
const compare = (a: Row, b: Row): number => a.key - b.key || a.id - b.id;

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
	let state = seed;
	for (;;) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		yield state / 2 ** 32;
	}
}

test("pages are those of a plainly sorted array, through thousands of additions and removals, from both ends", () => {
	const random = numbers(7);
	const next = (below: number): number => Math.floor(random.next().value * below);
	const start = Array.from({ length: 3000 }, (_, id) => ({ id, key: next(50) }));
	const list = new SortedList<Row>(compare, start);
	let plain = [...start].sort(compare);
	for (let step = 0; step < 5000; step++) {
		const gone = plain[next(plain.length)];
		if (gone && next(3) === 0) {
			list.remove(gone);
			plain = plain.filter((row) => row !== gone);
		} else {
			const row = { id: 3000 + step, key: next(50) };
			list.add(row);
			plain.push(row);
		}
		if (step % 250 !== 0) continue;
		plain.sort(compare);
		expect(list.size).toBe(plain.length);
		for (const [offset, limit] of [
			[0, 20],
			[next(plain.length), 100],
			[plain.length - 3, 20],
			[plain.length, 5],
		] as const) {
			expect(list.slice(offset, limit)).toEqual(plain.slice(offset, offset + limit));
			expect(list.slice(offset, limit, true)).toEqual([...plain].reverse().slice(offset, offset + limit));
		}
		expect([...list.rows()]).toEqual(plain);
	}
});

test("removing a row that is not there changes nothing", () => {
	const list = new SortedList<Row>(compare, [{ key: 1, id: 1 }]);
	list.remove({ key: 1, id: 2 });
	list.remove({ key: 9, id: 9 });
	expect([...list.rows()]).toEqual([{ key: 1, id: 1 }]);
});

test("a list without some rows leaves the list as it was", () => {
	const all = Array.from({ length: 5000 }, (_, id) => ({ id, key: id % 7 }));
	const list = new SortedList<Row>(compare, all);
	const gone = all.filter(({ id }) => id % 11 === 0 || (id > 100 && id < 2500));
	const rest = list.without(gone);
	const left = all.filter((row) => !gone.includes(row)).sort(compare);
	expect([...rest.rows()]).toEqual(left);
	expect(rest.size).toBe(left.length);
	expect([...list.rows()]).toEqual([...all].sort(compare));
});
