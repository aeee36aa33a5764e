import { type Compare, SortedList } from "./sorted-list";
import type { Undo } from "./undo";

/** What every row of a table has. Rows are never changed in place: an update puts a new object. */
export interface Row {
	readonly id: number;
}

export type Key = string | number;

/** A value to sort by; null comes first. */
export type SortValue = string | number | null;

/**
 * A standing order of some of a table's rows: those of one group, perhaps only the ones that pass `where`,
 * sorted by a value and then by id. Made once, at a module's top level; tables build its lists at first use.
 */
export interface View<R extends Row, Group extends string = string> {
	/** Which of the table's groups it divides the rows by. */
	readonly group: Group;
	readonly where?: (row: R) => boolean;
	readonly by: (row: R) => SortValue;
	/** From the highest value to the lowest, with the ids of equal ones still ascending. */
	readonly descending?: boolean;
}

function compareValues(a: SortValue, b: SortValue): number {
	if (a === b) return 0;
	if (a === null) return -1;
	if (b === null) return 1;
	return a < b ? -1 : 1;
}

/** Where a row stands, as a view orders them, seen from a place that another row has or had. */
export function standing<R extends Row>(
	{ by, descending }: Pick<View<R>, "by" | "descending">,
	value: SortValue,
	id: number,
): (row: R) => number {
	const sign = descending ? -1 : 1;
	return (row) => sign * compareValues(by(row), value) || row.id - id;
}

/** Compares two rows as a view orders them. */
export function comparing<R extends Row>({ by, descending }: Pick<View<R>, "by" | "descending">): Compare<R> {
	const sign = descending ? -1 : 1;
	return (a, b) => sign * compareValues(by(a), by(b)) || a.id - b.id;
}

/** Rows by id, by unique keys, and by group; each group in any order that a view asks for. */
export class Table<R extends Row, Group extends string = never, Unique extends string = never> {
	readonly #rows = new Map<number, R>();
	readonly #groupKeys: [Group, (row: R) => Key | null][];
	readonly #uniqueKeys: [Unique, (row: R) => Key | null][];
	readonly #groups = new Map<Group, Map<Key, Map<number, R>>>();
	readonly #unique = new Map<Unique, Map<Key, number>>();
	readonly #views = new Map<View<R>, Map<Key, SortedList<R>>>();
	readonly #undo: Undo;
	#lastId: number;

	/**
	 * @param firstId The id that the first row gets; ids are never given twice.
	 * @param groups How rows are divided, by name: the key of a row's group, or null if it is in none.
	 * @param unique Keys that lead to one row at most.
	 */
	constructor(
		undo: Undo,
		firstId: number,
		groups: { [name in Group]: (row: R) => Key | null },
		unique: { [name in Unique]: (row: R) => Key | null },
	) {
		this.#undo = undo;
		this.#lastId = firstId - 1;
		// Object.entries widens the keys to string; they are the names given.
		this.#groupKeys = Object.entries(groups) as [Group, (row: R) => Key | null][];
		this.#uniqueKeys = Object.entries(unique) as [Unique, (row: R) => Key | null][];
		for (const [name] of this.#groupKeys) this.#groups.set(name, new Map());
		for (const [name] of this.#uniqueKeys) this.#unique.set(name, new Map());
	}

	get size(): number {
		return this.#rows.size;
	}

	get lastId(): number {
		return this.#lastId;
	}

	get(id: number): R | undefined {
		return this.#rows.get(id);
	}

	/** All rows, in the order of their making. */
	all(): IterableIterator<R> {
		return this.#rows.values();
	}

	/** The row with this unique key. */
	one(name: Unique, key: Key): R | undefined {
		const id = this.#unique.get(name)?.get(key);
		return id === undefined ? undefined : this.#rows.get(id);
	}

	/** The rows of a group, in the order of their making. */
	in(name: Group, key: Key): R[] {
		return [...(this.#groups.get(name)?.get(key)?.values() ?? [])];
	}

	/** How many rows a group has. */
	count(name: Group, key: Key): number {
		return this.#groups.get(name)?.get(key)?.size ?? 0;
	}

	/** The rows of a group in a view's order. */
	ordered(view: View<R, Group>, key: Key): SortedList<R> {
		let lists = this.#views.get(view);
		if (!lists) {
			lists = new Map();
			this.#views.set(view, lists);
		}
		let list = lists.get(key);
		if (!list) {
			const rows = this.in(view.group, key);
			list = new SortedList<R>(comparing(view), view.where ? rows.filter(view.where) : rows);
			lists.set(key, list);
		}
		return list;
	}

	/** Adds a row under the next id, and gives it. */
	insert(values: Omit<R, "id"> & { id?: number }): R {
		const before = this.#lastId;
		const id = values.id ?? before + 1;
		if (this.#rows.has(id)) throw new Error(`There is a row ${id} already.`);
		const row = Object.freeze({ ...values, id }) as unknown as R; // Omit<R, "id"> and an id make an R
		this.#lastId = Math.max(before, id);
		this.#put(row);
		this.#undo.note(() => {
			this.#take(row);
			this.#lastId = before;
		});
		return row;
	}

	/** Puts a changed copy in a row's place, and gives it. */
	update(id: number, changes: Partial<Omit<R, "id">>): R {
		const before = this.#rows.get(id);
		if (!before) throw new Error(`There is no row ${id}.`);
		const after: R = Object.freeze({ ...before, ...changes });
		this.#take(before, after);
		this.#put(after);
		this.#undo.note(() => {
			this.#take(after, before);
			this.#put(before);
		});
		return after;
	}

	delete(id: number): void {
		const row = this.#rows.get(id);
		if (!row) return;
		this.#take(row);
		this.#undo.note(() => this.#put(row));
	}

	/** Empties the table and fills it with these rows; the last id is the given one. */
	load(rows: Iterable<R>, lastId: number): void {
		this.#rows.clear();
		this.#views.clear();
		for (const groups of this.#groups.values()) groups.clear();
		for (const keys of this.#unique.values()) keys.clear();
		for (const row of rows) this.#put(row);
		this.#lastId = lastId;
	}

	#put(row: R): void {
		this.#rows.set(row.id, row);
		for (const [name, keyOf] of this.#uniqueKeys) {
			const key = keyOf(row);
			if (key !== null) this.#unique.get(name)?.set(key, row.id);
		}
		for (const [name, keyOf] of this.#groupKeys) {
			const key = keyOf(row);
			if (key === null) continue;
			const groups = this.#groups.get(name);
			const rows = groups?.get(key);
			if (rows) rows.set(row.id, row);
			else groups?.set(key, new Map([[row.id, row]]));
		}
		this.#eachList(row, (list) => list.add(row));
	}

	/** Takes a row out; a replacement keeps its place in the order of making. */
	#take(row: R, replacement?: R): void {
		this.#eachList(row, (list) => list.remove(row));
		for (const [name, keyOf] of this.#uniqueKeys) {
			const key = keyOf(row);
			if (key !== null) this.#unique.get(name)?.delete(key);
		}
		for (const [name, keyOf] of this.#groupKeys) {
			const key = keyOf(row);
			if (key === null || (replacement && keyOf(replacement) === key)) continue;
			const groups = this.#groups.get(name);
			const rows = groups?.get(key);
			rows?.delete(row.id);
			if (rows?.size === 0) groups?.delete(key);
		}
		if (!replacement) this.#rows.delete(row.id);
	}

	#eachList(row: R, act: (list: SortedList<R>) => void): void {
		for (const [view, lists] of this.#views) {
			if (view.where && !view.where(row)) continue;
			const keyOf = this.#groupKeys.find(([name]) => name === view.group)?.[1];
			const key = keyOf?.(row);
			const list = key === null || key === undefined ? undefined : lists.get(key);
			if (list) act(list);
		}
	}
}
