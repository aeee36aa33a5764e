import { expect, test } from "vitest";
import { Table, type TableImage, type View } from "./table";
import { Undo } from "./undo";

interface Thing {
	readonly id: number;
	readonly name: string;
	readonly color: string;
	readonly tags: readonly string[];
	readonly weight: number;
}
// With this many colors, the rows of a few colors are only a small part of the table.
const colors = Array.from({ length: 24 }, (_, number) => `color ${number}`);
const labels = ["old", "new", "odd"];
const byWeight: View<Thing, "color"> = { group: "color", by: (row) => row.weight };
const heavy: View<Thing, "tag"> = {
	group: "tag",
	by: (row) => row.weight,
	descending: true,
	where: (row) => row.weight > 4,
};

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

/** A table, and a plain list of the rows that it must have. */
class Pair {
	readonly undo = new Undo();
	readonly table = new Table<Thing, "color" | "tag", "name">(
		this.undo,
		1,
		{ color: (row) => row.color, tag: (row) => row.tags },
		{ name: (row) => row.name },
	);
	rows = new Map<number, Thing>();
	lastId = 0;

	image(): { image: TableImage<Thing>; rows: Map<number, Thing>; lastId: number } {
		return { image: this.table.image(), rows: new Map(this.rows), lastId: this.lastId };
	}

	adopt({ image, rows, lastId }: ReturnType<Pair["image"]>): void {
		this.table.adopt(image);
		this.rows = new Map(rows);
		this.lastId = lastId;
	}

	write(next: (below: number) => number): void {
		const values = {
			name: `thing ${next(1_000_000)}-${next(1_000_000)}`,
			color: colors[next(colors.length)] ?? "",
			tags: labels.filter(() => next(2) === 0),
			weight: next(10),
		};
		const known = [...this.rows.keys()];
		const id = known[next(known.length)];
		const what = next(4);
		if (what < 2 || id === undefined) {
			const row = this.table.insert(values);
			this.rows.set(row.id, row);
			this.lastId = row.id;
		} else if (what === 2) this.rows.set(id, this.table.update(id, values));
		else {
			this.table.delete(id);
			this.rows.delete(id);
		}
	}

	/** Writes, and undoes the writes. */
	waste(next: (below: number) => number): void {
		const { rows, lastId } = this.image();
		expect(() =>
			this.undo.run(() => {
				for (let step = 0; step < 5; step++) this.write(next);
				throw new Error("no");
			}),
		).toThrow("no");
		this.rows = rows;
		this.lastId = lastId;
	}

	check(): void {
		const { table } = this;
		const rows = [...this.rows.values()].sort((a, b) => a.id - b.id);
		expect(table.size).toBe(rows.length);
		expect(table.lastId).toBe(this.lastId);
		expect([...table.all()].sort((a, b) => a.id - b.id)).toEqual(rows);
		for (const row of rows) {
			expect(table.get(row.id)).toBe(row);
			expect(table.one("name", row.name)).toBe(row);
		}
		const filled = (keysOf: (row: Thing) => readonly string[]): string[] => [...new Set(rows.flatMap(keysOf))].sort();
		for (const [group, keysOf] of [
			["color", (row: Thing) => [row.color]],
			["tag", (row: Thing) => row.tags],
		] as const) {
			expect([...table.keys(group)].sort()).toEqual(filled(keysOf));
			expect(table.countKeys(group)).toBe(filled(keysOf).length);
		}
		for (const color of colors) {
			const all = rows.filter((row) => row.color === color);
			expect(table.in("color", color)).toEqual(all);
			expect(table.count("color", color)).toBe(all.length);
			const sorted = [...all].sort((a, b) => a.weight - b.weight || a.id - b.id);
			expect([...table.ordered(byWeight, color).rows()]).toEqual(sorted);
		}
		for (const tag of labels) {
			const all = rows.filter((row) => row.tags.includes(tag));
			expect(table.in("tag", tag)).toEqual(all);
			const sorted = all.filter(({ weight }) => weight > 4).sort((a, b) => b.weight - a.weight || a.id - b.id);
			expect([...table.ordered(heavy, tag).rows()]).toEqual(sorted);
		}
	}
}

test.each([1, 2, 3, 4])("tables that have rows together never see what is written to another (seed %i)", (seed) => {
	const next = numbers(seed);
	const pairs = Array.from({ length: 5 }, () => new Pair());
	const images = pairs.map((pair) => pair.image());
	const pick = <One>(list: readonly One[]): One => {
		const one = list[next(list.length)];
		if (one === undefined) throw new Error("an empty list");
		return one;
	};
	for (let turn = 0; turn < 250; turn++) {
		const pair = pick(pairs);
		for (let writes = next(turn % 40 === 0 ? 120 : 6); writes > 0; writes--) pair.write(next);
		if (next(4) === 0) pair.waste(next);
		if (next(3) === 0) images[next(images.length)] = pair.image();
		if (next(3) === 0) pick(pairs).adopt(pick(images));
		// Only sometimes, so that lists are built at various moments: before a fork, after it, after a write.
		if (next(2) === 0) pick(pairs).check();
	}
	for (const pair of pairs) pair.check();
	for (const image of images) {
		const fresh = new Pair();
		fresh.adopt(image);
		fresh.check();
	}
});
