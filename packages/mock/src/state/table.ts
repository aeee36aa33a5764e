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

/** The keys of the groups that a row is in: one, several, or none. */
type Keys = Key | readonly Key[] | null;

const listOf = (keys: Keys): readonly Key[] => (keys === null ? [] : typeof keys === "object" ? keys : [keys]);

/** One way in which a table's rows are divided into groups. */
interface Division<R> {
	readonly keysOf: (row: R) => Keys;
	readonly groups: Map<Key, Map<number, R>>;
}

/** A kind of key that leads to one row at most. */
interface Unique<R> {
	readonly keyOf: (row: R) => Key | null;
	readonly ids: Map<Key, number>;
}

/** Told of each row that is put into a table, or taken out; a change takes the old row out and puts the new one in. */
export interface Watcher<R> {
	put(row: R): void;
	take(row: R): void;
	/** All rows are about to be replaced. */
	clear(): void;
}

/** Rows by id, by unique keys, and by group; each group in any order that a view asks for. */
export class Table<R extends Row, Group extends string = never, UniqueName extends string = never> {
	readonly #rows = new Map<number, R>();
	readonly #divisions = new Map<Group, Division<R>>();
	readonly #uniques = new Map<UniqueName, Unique<R>>();
	readonly #views = new Map<View<R, Group>, Map<Key, SortedList<R>>>();
	readonly #watchers: Watcher<R>[] = [];
	readonly #undo: Undo;
	#lastId: number;

	/**
	 * @param firstId The id that the first row gets; ids are never given twice.
	 * @param groups How rows are divided, by name: the key of a row's group, the keys if it is in several, or null if it is in none.
	 * @param unique Keys that lead to one row at most.
	 */
	constructor(
		undo: Undo,
		firstId: number,
		groups: { [name in Group]: (row: R) => Keys },
		unique: { [name in UniqueName]: (row: R) => Key | null },
	) {
		this.#undo = undo;
		this.#lastId = firstId - 1;
		// Object.entries widens the keys to string; they are the names given.
		for (const [name, keysOf] of Object.entries(groups) as [Group, (row: R) => Keys][])
			this.#divisions.set(name, { keysOf, groups: new Map() });
		for (const [name, keyOf] of Object.entries(unique) as [UniqueName, (row: R) => Key | null][])
			this.#uniques.set(name, { keyOf, ids: new Map() });
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
	one(name: UniqueName, key: Key): R | undefined {
		const id = this.#uniques.get(name)?.ids.get(key);
		return id === undefined ? undefined : this.#rows.get(id);
	}

	/** The rows of a group, in the order of their making. */
	in(name: Group, key: Key): R[] {
		return [...(this.#divisions.get(name)?.groups.get(key)?.values() ?? [])];
	}

	/** How many rows a group has. */
	count(name: Group, key: Key): number {
		return this.#divisions.get(name)?.groups.get(key)?.size ?? 0;
	}

	/** The keys of the groups that have rows. */
	keys(name: Group): IterableIterator<Key> {
		return (this.#divisions.get(name)?.groups ?? new Map<Key, never>()).keys();
	}

	/** How many groups have rows. */
	countKeys(name: Group): number {
		return this.#divisions.get(name)?.groups.size ?? 0;
	}

	/** From now on tells of what comes and goes. */
	watch(watcher: Watcher<R>): void {
		this.#watchers.push(watcher);
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
		// The id in front: of a literal that begins with a spread V8 makes an object that takes four times the memory
		// as soon as a field is added. Omit<R, "id"> and an id make an R.
		const row = Object.freeze({ id, ...values }) as unknown as R;
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
		this.#replace(before, after);
		this.#undo.note(() => this.#replace(after, before));
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
		for (const watcher of this.#watchers) watcher.clear();
		for (const { groups } of this.#divisions.values()) groups.clear();
		for (const { ids } of this.#uniques.values()) ids.clear();
		for (const row of rows) this.#put(row);
		this.#lastId = lastId;
	}

	#put(row: R): void {
		this.#rows.set(row.id, row);
		for (const { keyOf, ids } of this.#uniques.values()) {
			const key = keyOf(row);
			if (key !== null) ids.set(key, row.id);
		}
		for (const { keysOf, groups } of this.#divisions.values()) join(groups, keysOf(row), row);
		this.#eachList(row, (list) => list.add(row));
		for (const watcher of this.#watchers) watcher.put(row);
	}

	#take(row: R): void {
		for (const watcher of this.#watchers) watcher.take(row);
		this.#eachList(row, (list) => list.remove(row));
		for (const { keyOf, ids } of this.#uniques.values()) {
			const key = keyOf(row);
			if (key !== null) ids.delete(key);
		}
		for (const { keysOf, groups } of this.#divisions.values()) leave(groups, keysOf(row), row);
		this.#rows.delete(row.id);
	}

	/** Puts a row in another's place: it keeps the place in the order of making. */
	#replace(before: R, after: R): void {
		for (const watcher of this.#watchers) watcher.take(before);
		this.#eachList(before, (list) => list.remove(before));
		for (const { keyOf, ids } of this.#uniques.values()) {
			const [from, to] = [keyOf(before), keyOf(after)];
			if (from === to) continue;
			if (from !== null) ids.delete(from);
			if (to !== null) ids.set(to, after.id);
		}
		for (const { keysOf, groups } of this.#divisions.values()) {
			const [from, to] = [keysOf(before), keysOf(after)];
			if (from !== to) {
				const kept = listOf(to);
				leave(
					groups,
					listOf(from).filter((key) => !kept.includes(key)),
					before,
				);
			}
			join(groups, to, after);
		}
		this.#rows.set(after.id, after);
		this.#eachList(after, (list) => list.add(after));
		for (const watcher of this.#watchers) watcher.put(after);
	}

	#eachList(row: R, act: (list: SortedList<R>) => void): void {
		for (const [view, lists] of this.#views) {
			if (view.where && !view.where(row)) continue;
			for (const key of listOf(this.#divisions.get(view.group)?.keysOf(row) ?? null)) {
				const list = lists.get(key);
				if (list) act(list);
			}
		}
	}
}

function join<R extends Row>(groups: Map<Key, Map<number, R>>, keys: Keys, row: R): void {
	if (keys === null) return;
	if (typeof keys === "object") {
		for (const key of keys) join(groups, key, row);
		return;
	}
	const rows = groups.get(keys);
	if (rows) rows.set(row.id, row);
	else groups.set(keys, new Map([[row.id, row]]));
}

function leave<R extends Row>(groups: Map<Key, Map<number, R>>, keys: Keys, row: R): void {
	for (const key of listOf(keys)) {
		const rows = groups.get(key);
		rows?.delete(row.id);
		if (rows?.size === 0) groups.delete(key);
	}
}
