import { LayeredMap } from "./layered-map";
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
	/** The view that it narrows: see `narrowed`. */
	readonly of?: View<R, Group>;
}

/** The most narrowed views that a table keeps lists of, for each way of dividing its rows. */
const mostNarrowed = 32;

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
export type Keys = Key | readonly Key[] | null;

const listOf = (keys: Keys): readonly Key[] => (keys === null ? [] : typeof keys === "object" ? keys : [keys]);

/** The lists of one way of dividing a table's rows, by what they are ordered by and by group. */
type Lists<R extends Row, Group extends string> = Map<View<R, Group>, Map<Key, SortedList<R>>>;

/** Gets each row that is put into a table, or taken out; a change takes the old row out and puts the new one in. */
export interface Watcher<R> {
	put(row: R): void;
	take(row: R): void;
	/** All rows are about to be replaced. */
	clear(): void;
}

/** What a table holds at a moment; see `Table.image`. */
export interface TableImage<R extends Row> {
	readonly rows: LayeredMap<number, R>;
	readonly uniques: readonly LayeredMap<Key, number>[];
	readonly divisions: readonly Division<R, string>[];
	readonly lastId: number;
}

/** An image that is made with the first look at it. */
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

/** A row would have an id or a unique key that another row of its table has. Nothing was changed. */
export class DuplicateError extends Error {
	/** Which key: `id`, or the name of a unique key of the table. */
	readonly key: string;

	constructor(key: string, message: string) {
		super(message);
		this.name = "DuplicateError";
		this.key = key;
	}
}

/** The values of a new row: those that have a default may be missing. */
export type Fillable<R, Filled extends PropertyKey> = Omit<R, Filled | "id"> & {
	readonly [Name in keyof R as Name extends Filled ? Name : never]?: R[Name];
} & { readonly id?: number };

/** What a new row has where its values have nothing. */
export type Defaults<R, Filled extends PropertyKey> = (values: Fillable<R, Filled>) => object;

/** Rows by id, by unique keys, and by group; each group in any order that a view asks for. */
export class Table<
	R extends Row,
	Group extends string = never,
	UniqueName extends string = never,
	Filled extends PropertyKey = never,
> {
	/** What it adopted and nobody has looked at yet: most tests look at few tables. */
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
	/** What changes of its rows are reported under. */
	readonly #name: string;

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

	/** Another one after every write. */
	get version(): number {
		return this.#version;
	}

	get(id: number): R | undefined {
		if (this.#adopted) this.#takeOver();
		return this.#rows.get(id);
	}

	/** All rows, in the order of their making. */
	all(): IterableIterator<R> {
		if (this.#adopted) this.#takeOver();
		return this.#rows.values();
	}

	/** The row with this unique key. */
	one(name: UniqueName, key: Key): R | undefined {
		if (this.#adopted) this.#takeOver();
		const id = this.#uniques.get(name)?.get(key);
		return id === undefined ? undefined : this.#rows.get(id);
	}

	/** The rows of a group, in the order of their ids. */
	in(name: Group, key: Key): R[] {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(name)?.in(key) ?? [];
	}

	/** How many rows a group has. */
	count(name: Group, key: Key): number {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(name)?.count(key) ?? 0;
	}

	/** The keys of the groups that have rows. */
	keys(name: Group): Iterable<Key> {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(name)?.keys() ?? [];
	}

	/** How many groups have rows. */
	countKeys(name: Group): number {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(name)?.filled ?? 0;
	}

	/** The unique keys that a row has, or would have, by their names. */
	uniqueKeys(row: R): [UniqueName, Key][] {
		const names = [...this.#uniques.keys()];
		return names.flatMap((name): [UniqueName, Key][] => {
			const key = this.#keyOf[name](row);
			return key === null ? [] : [[name, key]];
		});
	}

	/** Passes every row that comes or goes from now on to the watcher. */
	watch(watcher: Watcher<R>): void {
		this.#watchers.push(watcher);
	}

	/** The rows of a group in a view's order. */
	ordered(view: View<R, Group>, key: Key): SortedList<R> {
		if (this.#adopted) this.#takeOver();
		return this.#divisions.get(view.group)?.ordered(view, key) ?? new SortedList(comparing(view));
	}

	/** Adds a row under the next id, and returns it. */
	insert(values: Fillable<R, Filled>): R {
		if (this.#adopted) this.#takeOver();
		const before = this.#lastId;
		const id = values.id ?? before + 1;
		if (this.#rows.has(id)) throw new DuplicateError("id", `There is already a row ${id}.`);
		// The id in front: of a literal that begins with a spread V8 makes an object that takes four times the memory
		// as soon as a field is added. An id, the defaults and the values make an R.
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

	/** Ids up to this one are not given again. */
	skipTo(id: number): void {
		const before = this.#lastId;
		this.#lastId = Math.max(before, id);
		this.#undo.note(() => {
			this.#lastId = before;
		});
	}

	/** Puts a changed copy in a row's place, and gives it. */
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

	/** Empties the table and fills it with these rows; the last id is the given one. */
	load(rows: Iterable<R>, lastId: number): void {
		for (const watcher of this.#watchers) watcher.clear();
		this.#version += 1;
		this.#adopted = undefined;
		this.#clear();
		for (const row of rows) this.#put(row);
		this.#lastId = lastId;
	}

	/** The same with rows that are made with the first look at the table. */
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
	 * What it holds now, to be given to `adopt` of a table of the same kind. The two have rows and indexes together and copy
	 * only what one of them changes, so that it costs what was written since the last image, not what there is.
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

	/** Replaces everything by what an image holds. */
	adopt(image: TableImage<R>): void {
		for (const watcher of this.#watchers) watcher.clear();
		this.#version += 1;
		this.#adopted = image;
		this.#lastId = image.lastId;
	}

	/** Makes what it adopted its own. */
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
			// A table's images hold its divisions in its own order.
			const division = divisions[index] as Division<R, Group> | undefined;
			if (division) this.#divisions.set(name, division.fork());
		}
	}

	#clear(): void {
		this.#rows = new LayeredMap();
		// Object.keys widens the names to string; they are those given.
		for (const name of Object.keys(this.#keysOf) as Group[])
			this.#divisions.set(name, new Division(this.#keysOf[name]));
		for (const name of Object.keys(this.#keyOf) as UniqueName[]) this.#uniques.set(name, new LayeredMap());
	}

	/** The index of a unique key has room for one row: a second one would hide the first, also after an undo. */
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

	/** Puts a row in another's place: it keeps the place in the order of making. */
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

/** Makes room for the lists of one more narrowed view: each costs every write a test. */
function dropOldest<R extends Row, Group extends string>(lists: Lists<R, Group>): void {
	const narrowed = [...lists.keys()].filter(({ of }) => of);
	for (const view of narrowed.slice(0, Math.max(0, narrowed.length - mostNarrowed + 1))) lists.delete(view);
}

/** One way in which a table's rows are divided into groups, each in the order of ids and in those that views asked for. */
class Division<R extends Row, Group extends string> {
	readonly #keysOf: (row: R) => Keys;
	#groups = new LayeredMap<Key, SortedList<R>>();
	/** Lists of the groups that are this division's alone, kept on write. */
	#own: Lists<R, Group> = new Map();
	/** Lists of the groups that its forks have too: whoever makes one makes it for all, and no one changes it. */
	#shared: Lists<R, Group> = new Map();
	/** How many groups have rows. */
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
			// The one that was unused longest is the first.
			all.delete(view);
			all.set(view, lists);
		}
		let list = lists.get(key);
		if (!list) {
			// In the order of the wider view there is little to sort.
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
		// It takes the place of the one with its id.
		this.put(after);
	}

	#leave(key: Key, row: R): void {
		const rows = this.#writable(key);
		this.#eachList(key, row, (list) => list.remove(row));
		if (rows.size === 0) return;
		rows.remove(row);
		if (rows.size === 0) this.filled -= 1;
	}

	/** Another division of the same rows; see `Table.image`. */
	fork(): Division<R, Group> {
		const changed = [...this.#groups.ownKeys()];
		const twin = new Division<R, Group>(this.#keysOf);
		twin.#groups = this.#groups.fork((rows) => rows.fork());
		if (changed.length > 0 && !this.#groups.isChanged) this.#share(changed);
		twin.#shared = this.#shared;
		twin.filled = this.filled;
		return twin;
	}

	/** Now that these groups are shared, their lists are too. Older forks keep the lists that were shared with them. */
	#share(keys: readonly Key[]): void {
		const shared: Lists<R, Group> = new Map();
		for (const [view, lists] of this.#shared) shared.set(view, new Map(lists));
		for (const lists of shared.values()) for (const key of keys) lists.delete(key);
		for (const [view, lists] of this.#own) shared.set(view, new Map([...(shared.get(view) ?? []), ...lists]));
		this.#shared = shared;
		this.#own = new Map();
	}

	/** The group's rows, to be changed; with the first change its lists become this division's own. */
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
