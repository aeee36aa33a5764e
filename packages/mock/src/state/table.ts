import { LayeredMap } from "./layered-map";
import { type Compare, SortedList } from "./sorted-list";
import type { Undo } from "./undo";

/** The fields of every row. Rows are never changed in place: an update stores a new object. */
export interface Row {
	readonly id: number;
}

export type Key = string | number;

/** A value to sort by. Null comes first. */
export type SortValue = string | number | null;

/**
 * A sorted list of some of a table's rows: those of one group, optionally only the ones that pass `where`, sorted by a
 * value and then by id. Create views once, at a module's top level; tables build their lists at first use.
 */
export interface View<R extends Row, Group extends string = string> {
	/** The grouping of the table's rows. */
	readonly group: Group;
	readonly where?: (row: R) => boolean;
	readonly by: (row: R) => SortValue;
	/** Whether to sort from the highest value to the lowest. Rows with equal values are always sorted by ascending id. */
	readonly descending?: boolean;
	/** The view that this one narrows: see `narrowed`. */
	readonly of?: View<R, Group>;
}

/** The maximum number of narrowed views for which a table stores lists, per grouping. */
const mostNarrowed = 32;

function compareValues(a: SortValue, b: SortValue): number {
	if (a === b) return 0;
	if (a === null) return -1;
	if (b === null) return 1;
	return a < b ? -1 : 1;
}

/** Returns a function that compares a row's position in a view with that of another row, which may be deleted. */
export function standing<R extends Row>(
	{ by, descending }: Pick<View<R>, "by" | "descending">,
	value: SortValue,
	id: number,
): (row: R) => number {
	const sign = descending ? -1 : 1;
	return (row) => sign * compareValues(by(row), value) || row.id - id;
}

/** Returns a function that compares two rows in a view's order. */
export function comparing<R extends Row>({ by, descending }: Pick<View<R>, "by" | "descending">): Compare<R> {
	const sign = descending ? -1 : 1;
	return (a, b) => sign * compareValues(by(a), by(b)) || a.id - b.id;
}

/** The keys of a row's groups: one, several, or none. */
export type Keys = Key | readonly Key[] | null;

const listOf = (keys: Keys): readonly Key[] => (keys === null ? [] : typeof keys === "object" ? keys : [keys]);

/** The sorted lists of one grouping, by view and by group key. */
type Lists<R extends Row, Group extends string> = Map<View<R, Group>, Map<Key, SortedList<R>>>;

/** Receives each row that is added to a table or removed from it. An update removes the old row, then adds the new. */
export interface Watcher<R> {
	put(row: R): void;
	take(row: R): void;
	/** Called before all rows are replaced. */
	clear(): void;
}

/** The content of a table at a moment; see `Table.image`. */
export interface TableImage<R extends Row> {
	readonly rows: LayeredMap<number, R>;
	readonly uniques: readonly LayeredMap<Key, number>[];
	readonly divisions: readonly Division<R, string>[];
	readonly lastId: number;
}

/** An image that is created when it is first read. */
class LateImage<R extends Row> implements TableImage<R> {
	readonly lastId: number;
	readonly #make: () => TableImage<R>;
	#made: TableImage<R> | undefined;

	constructor(lastId: number, make: () => TableImage<R>) {
		this.lastId = lastId;
		this.#make = make;
	}

	get #image(): TableImage<R> {
		this.#made ??= this.#make();
		return this.#made;
	}

	get rows(): TableImage<R>["rows"] {
		return this.#image.rows;
	}

	get uniques(): TableImage<R>["uniques"] {
		return this.#image.uniques;
	}

	get divisions(): TableImage<R>["divisions"] {
		return this.#image.divisions;
	}
}

/** Thrown if a row would have the id or a unique key of another row of its table. Nothing was changed. */
export class DuplicateError extends Error {
	/** The duplicate key: `id`, or the name of a unique key of the table. */
	readonly key: string;

	constructor(key: string, message: string) {
		super(message);
		this.name = "DuplicateError";
		this.key = key;
	}
}

/** The values of a new row. Those that have a default are optional. */
export type Fillable<R, Filled extends PropertyKey> = Omit<R, Filled | "id"> & {
	readonly [Name in keyof R as Name extends Filled ? Name : never]?: R[Name];
} & { readonly id?: number };

/** Returns the defaults for the fields that are not among the values of a new row. */
export type Defaults<R, Filled extends PropertyKey> = (values: Fillable<R, Filled>) => object;

/** Rows by id, by unique keys, and by group. Each group can be read in the order of any view. */
export class Table<
	R extends Row,
	Group extends string = never,
	UniqueName extends string = never,
	Filled extends PropertyKey = never,
> {
	/** An adopted image that nothing has read yet: most tests only read a few tables. */
	#adopted: TableImage<R> | undefined;
	#rows = new LayeredMap<number, R>();
	readonly #keysOf: { [name in Group]: (row: R) => Keys };
	readonly #keyOf: { [name in UniqueName]: (row: R) => Key | null };
	readonly #divisions = new Map<Group, Division<R, Group>>();
	readonly #uniques = new Map<UniqueName, LayeredMap<Key, number>>();
	readonly #watchers: Watcher<R>[] = [];
	readonly #undo: Undo;
	readonly #defaults: Defaults<R, Filled>;
	#lastId: number;
	#version = 0;
	/** The table's name in the reported changes of rows. */
	readonly #name: string;

	/**
	 * @param firstId The id of the first row; ids are never reused.
	 * @param groups Groups of rows, by name: the key of a row's group, several keys if it is in several groups, or null
	 * if it is in none.
	 * @param unique Unique keys.
	 */
	constructor(
		undo: Undo,
		firstId: number,
		groups: { [name in Group]: (row: R) => Keys },
		unique: { [name in UniqueName]: (row: R) => Key | null },
		defaults: Defaults<R, Filled> = () => ({}),
		name = "",
	) {
		this.#name = name;
		this.#undo = undo;
		this.#defaults = defaults;
		this.#lastId = firstId - 1;
		this.#keysOf = groups;
		this.#keyOf = unique;
		this.#clear();
	}

	get size(): number {
		if (this.#adopted) this.#takeOver();
		return this.#rows.size;
	}

	get lastId(): number {
		return this.#lastId;
	}

	/** Changes with every write. */
	get version(): number {
		return this.#version;
	}

	get(id: number): R | undefined {
		if (this.#adopted) this.#takeOver();
		return this.#rows.get(id);
	}

	/** Returns all rows, in the order in which they were inserted. */
	all(): IterableIterator<R> {
		if (this.#adopted) this.#takeOver();
		return this.#rows.values();
	}

	/** Returns the row with a unique key. */
	one(name: UniqueName, key: Key): R | undefined {
		if (this.#adopted) this.#takeOver();
		const id = this.#uniques.get(name)?.get(key);
		return id === undefined ? undefined : this.#rows.get(id);
	}

	/** Returns the rows of a group, sorted by id. */
	in(name: Group, key: Key): R[] {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(name)?.in(key) ?? [];
	}

	/** Returns the number of rows in a group. */
	count(name: Group, key: Key): number {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(name)?.count(key) ?? 0;
	}

	/** Returns the keys of the groups that have rows. */
	keys(name: Group): Iterable<Key> {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(name)?.keys() ?? [];
	}

	/** Returns the number of groups that have rows. */
	countKeys(name: Group): number {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(name)?.filled ?? 0;
	}

	/** Returns the unique keys that a row has, or would have, with their names. */
	uniqueKeys(row: R): [UniqueName, Key][] {
		const names = [...this.#uniques.keys()];
		return names.flatMap((name): [UniqueName, Key][] => {
			const key = this.#keyOf[name](row);
			return key === null ? [] : [[name, key]];
		});
	}

	/** Calls the watcher with every row that is added or removed from now on. */
	watch(watcher: Watcher<R>): void {
		this.#watchers.push(watcher);
	}

	/** Returns the rows of a group in a view's order. */
	ordered(view: View<R, Group>, key: Key): SortedList<R> {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(view.group)?.ordered(view, key) ?? new SortedList(comparing(view));
	}

	/** Inserts a row with the next id, unless the values have one, and returns it. */
	insert(values: Fillable<R, Filled>): R {
		if (this.#adopted) this.#takeOver();
		const before = this.#lastId;
		const id = values.id ?? before + 1;
		if (this.#rows.has(id)) throw new DuplicateError("id", `There is already a row ${id}.`);
		// The id comes first: from a literal that begins with a spread, V8 creates an object that takes four times the
		// memory as soon as a field is added. An id, the defaults and the values make a complete R.
		const row = Object.freeze({ id, ...this.#defaults(values), ...values }) as unknown as R;
		this.#refuseDuplicates(row);
		this.#lastId = Math.max(before, id);
		this.#put(row);
		this.#undo.note(() => {
			this.#take(row);
			this.#lastId = before;
		});
		this.#undo.noteRow(this.#name, undefined, row);
		return row;
	}

	/** Reserves the ids up to this one, so that no new row gets them. */
	skipTo(id: number): void {
		const before = this.#lastId;
		this.#lastId = Math.max(before, id);
		this.#undo.note(() => {
			this.#lastId = before;
		});
	}

	/** Replaces a row by a changed copy, and returns the copy. */
	update(id: number, changes: Partial<Omit<R, "id">>): R {
		if (this.#adopted) this.#takeOver();
		const before = this.#rows.get(id);
		if (!before) throw new Error(`There is no row ${id}.`);
		const after: R = Object.freeze({ ...before, ...changes });
		this.#refuseDuplicates(after);
		this.#replace(before, after);
		this.#undo.note(() => this.#replace(after, before));
		this.#undo.noteRow(this.#name, before, after);
		return after;
	}

	delete(id: number): void {
		if (this.#adopted) this.#takeOver();
		const row = this.#rows.get(id);
		if (!row) return;
		this.#take(row);
		this.#undo.note(() => this.#put(row));
		this.#undo.noteRow(this.#name, row, undefined);
	}

	/** Replaces all rows, and sets the last used id. */
	load(rows: Iterable<R>, lastId: number): void {
		for (const watcher of this.#watchers) watcher.clear();
		this.#version += 1;
		this.#adopted = undefined;
		this.#clear();
		for (const row of rows) this.#put(row);
		this.#lastId = lastId;
	}

	/** Replaces all rows by ones that are created when the table is first read, and sets the last used id. */
	loadLater(rowsOf: () => Iterable<R>, lastId: number): void {
		this.adopt(
			new LateImage(lastId, () => {
				const table = new Table<R, Group, UniqueName, Filled>(this.#undo, 1, this.#keysOf, this.#keyOf);
				table.load(rowsOf(), lastId);
				return table.image();
			}),
		);
	}

	/**
	 * Returns the current content, for `adopt` of a table with the same definition. Both share rows and indexes and only
	 * copy what one of them changes, so the cost depends on what was written since the last image, and not on the size of
	 * the table.
	 */
	image(): TableImage<R> {
		if (this.#adopted?.lastId === this.#lastId) return this.#adopted;
		if (this.#adopted) this.#takeOver();
		return {
			rows: this.#rows.fork(),
			uniques: [...this.#uniques.values()].map((ids) => ids.fork()),
			divisions: [...this.#divisions.values()].map((division) => division.fork()),
			lastId: this.#lastId,
		};
	}

	/** Replaces everything by the content of an image. */
	adopt(image: TableImage<R>): void {
		for (const watcher of this.#watchers) watcher.clear();
		this.#version += 1;
		this.#adopted = image;
		this.#lastId = image.lastId;
	}

	/** Copies the adopted image into the table's own maps. */
	#takeOver(): void {
		if (!this.#adopted) return;
		const { rows, uniques, divisions } = this.#adopted;
		this.#adopted = undefined;
		this.#rows = rows.fork();
		for (const [index, name] of [...this.#uniques.keys()].entries()) {
			const ids = uniques[index];
			if (ids) this.#uniques.set(name, ids.fork());
		}
		for (const [index, name] of [...this.#divisions.keys()].entries()) {
			// A table's images have its divisions in its own order.
			const division = divisions[index] as Division<R, Group> | undefined;
			if (division) this.#divisions.set(name, division.fork());
		}
	}

	#clear(): void {
		this.#rows = new LayeredMap();
		// Object.keys widens the names to string; they are the same names.
		for (const name of Object.keys(this.#keysOf) as Group[])
			this.#divisions.set(name, new Division(this.#keysOf[name]));
		for (const name of Object.keys(this.#keyOf) as UniqueName[]) this.#uniques.set(name, new LayeredMap());
	}

	/** Throws if another row has the same unique key: it would hide that row in the index, even after an undo. */
	#refuseDuplicates(row: R): void {
		for (const [name, ids] of this.#uniques) {
			const key = this.#keyOf[name](row);
			const other = key === null ? undefined : ids.get(key);
			if (other !== undefined && other !== row.id)
				throw new DuplicateError(name, `Row ${other} already has the ${name} ${JSON.stringify(key)}.`);
		}
	}

	#put(row: R): void {
		this.#version += 1;
		this.#rows.set(row.id, row);
		for (const [name, ids] of this.#uniques) {
			const key = this.#keyOf[name](row);
			if (key !== null) ids.set(key, row.id);
		}
		for (const division of this.#divisions.values()) division.put(row);
		for (const watcher of this.#watchers) watcher.put(row);
	}

	#take(row: R): void {
		this.#version += 1;
		for (const watcher of this.#watchers) watcher.take(row);
		for (const [name, ids] of this.#uniques) {
			const key = this.#keyOf[name](row);
			if (key !== null) ids.delete(key);
		}
		for (const division of this.#divisions.values()) division.take(row);
		this.#rows.delete(row.id);
	}

	/** Replaces a row by its new version, which stays in the same position among all rows. */
	#replace(before: R, after: R): void {
		this.#version += 1;
		for (const watcher of this.#watchers) watcher.take(before);
		for (const [name, ids] of this.#uniques) {
			const [from, to] = [this.#keyOf[name](before), this.#keyOf[name](after)];
			if (from === to) continue;
			if (from !== null) ids.delete(from);
			if (to !== null) ids.set(to, after.id);
		}
		for (const division of this.#divisions.values()) division.replace(before, after);
		this.#rows.set(after.id, after);
		for (const watcher of this.#watchers) watcher.put(after);
	}
}

const byId = (a: Row, b: Row): number => a.id - b.id;

/** Drops the oldest narrowed views to make room for one more: each adds a test to every write. */
function dropOldest<R extends Row, Group extends string>(lists: Lists<R, Group>): void {
	const narrowed = [...lists.keys()].filter(({ of }) => of);
	for (const view of narrowed.slice(0, Math.max(0, narrowed.length - mostNarrowed + 1))) lists.delete(view);
}

/** One grouping of a table's rows. Each group is sorted by id, and in the orders of the views that were read. */
class Division<R extends Row, Group extends string> {
	readonly #keysOf: (row: R) => Keys;
	#groups = new LayeredMap<Key, SortedList<R>>();
	/** The lists of the groups that only this division has. Writes update them. */
	#own: Lists<R, Group> = new Map();
	/** The lists of the groups that are shared with forks. A list that one of them builds is used by all. */
	#shared: Lists<R, Group> = new Map();
	/** The number of groups that have rows. */
	filled = 0;

	constructor(keysOf: (row: R) => Keys) {
		this.#keysOf = keysOf;
	}

	in(key: Key): R[] {
		const rows = this.#groups.get(key);
		return rows ? rows.slice(0, rows.size) : [];
	}

	count(key: Key): number {
		return this.#groups.get(key)?.size ?? 0;
	}

	*keys(): Generator<Key> {
		for (const key of this.#groups.keys()) if (this.count(key) > 0) yield key;
	}

	ordered(view: View<R, Group>, key: Key): SortedList<R> {
		const all = this.#groups.own(key) ? this.#own : this.#shared;
		let lists = all.get(view);
		if (!lists) {
			lists = new Map();
			if (view.of) dropOldest(all);
			all.set(view, lists);
		} else if (view.of) {
			// The first view is the one that was unused for longest.
			all.delete(view);
			all.set(view, lists);
		}
		let list = lists.get(key);
		if (!list) {
			// The rows of the wider view are almost sorted already.
			const rows = view.of ? [...this.ordered(view.of, key).rows()] : this.in(key);
			list = new SortedList<R>(comparing(view), view.where ? rows.filter(view.where) : rows);
			lists.set(key, list);
		}
		return list;
	}

	put(row: R): void {
		for (const key of listOf(this.#keysOf(row))) {
			const rows = this.#writable(key);
			if (rows.size === 0) this.filled += 1;
			rows.add(row);
			this.#eachList(key, row, (list) => list.add(row));
		}
	}

	take(row: R): void {
		for (const key of listOf(this.#keysOf(row))) this.#leave(key, row);
	}

	replace(before: R, after: R): void {
		const from = listOf(this.#keysOf(before));
		const to = listOf(this.#keysOf(after));
		for (const key of from) {
			if (!to.includes(key)) this.#leave(key, before);
			else if (this.#writable(key)) this.#eachList(key, before, (list) => list.remove(before));
		}
		// The new row replaces the one with its id.
		this.put(after);
	}

	#leave(key: Key, row: R): void {
		const rows = this.#writable(key);
		this.#eachList(key, row, (list) => list.remove(row));
		if (rows.size === 0) return;
		rows.remove(row);
		if (rows.size === 0) this.filled -= 1;
	}

	/** Returns another division of the same rows; see `Table.image`. */
	fork(): Division<R, Group> {
		const changed = [...this.#groups.ownKeys()];
		const twin = new Division<R, Group>(this.#keysOf);
		twin.#groups = this.#groups.fork((rows) => rows.fork());
		if (changed.length > 0 && !this.#groups.isChanged) this.#share(changed);
		twin.#shared = this.#shared;
		twin.filled = this.filled;
		return twin;
	}

	/** Shares the lists of groups that are now shared. Older forks keep the lists that were shared with them. */
	#share(keys: readonly Key[]): void {
		const shared: Lists<R, Group> = new Map();
		for (const [view, lists] of this.#shared) shared.set(view, new Map(lists));
		for (const lists of shared.values()) for (const key of keys) lists.delete(key);
		for (const [view, lists] of this.#own) shared.set(view, new Map([...(shared.get(view) ?? []), ...lists]));
		this.#shared = shared;
		this.#own = new Map();
	}

	/** Returns the group's rows for writing. The first write copies the group's shared lists. */
	#writable(key: Key): SortedList<R> {
		const own = this.#groups.own(key);
		if (own) return own;
		const rows = this.#groups.get(key)?.fork() ?? new SortedList<R>(byId);
		this.#groups.set(key, rows);
		for (const [view, lists] of this.#shared) {
			const list = lists.get(key);
			if (!list) continue;
			const kept = this.#own.get(view);
			if (kept) kept.set(key, list.fork());
			else this.#own.set(view, new Map([[key, list.fork()]]));
		}
		return rows;
	}

	#eachList(key: Key, row: R, act: (list: SortedList<R>) => void): void {
		for (const [view, lists] of this.#own) {
			const list = lists.get(key);
			if (list && (!view.where || view.where(row))) act(list);
		}
	}
}
