import { SortedList } from "./sorted-list";
import { comparing, type Key, type Row, type Table, type View } from "./table";

/** Defines how the rows of one table link to those of another. */
export interface Links<R extends Row, L extends Row, K extends Key> {
	/** Returns the key of the list that a link adds its row to; null for none. */
	readonly key: (link: L) => K | null;
	/** Returns the id of the row that a link refers to. */
	readonly to: (link: L) => number;
	/** Returns the links of the list with a key. */
	readonly of: (key: K) => readonly L[];
	/** Returns the links that refer to a row. */
	readonly back: (id: number) => readonly L[];
	/** Whether a link counts. Others are ignored. */
	readonly where?: (link: L, row: R) => boolean;
}

/** The order of linked rows. */
export type LinkedView<R extends Row> = Pick<View<R>, "by" | "descending">;

/**
 * Sorted lists of rows that the rows of another table link to, each row once, such as the runners of a project by its
 * assignments. Lists are built at first use and updated on writes to either table.
 */
export class LinkedLists<R extends Row, L extends Row, K extends Key> {
	readonly #rows: Table<R, string, string>;
	readonly #links: Links<R, L, K>;
	readonly #lists = new Map<LinkedView<R>, Map<K, SortedList<R>>>();

	constructor(rows: Table<R, string, string>, linking: Table<L, string, string>, links: Links<R, L, K>) {
		this.#rows = rows;
		this.#links = links;
		const clear = (): void => this.#lists.clear();
		rows.watch({
			clear,
			put: (row) => this.#eachOf(row, (list) => list.add(row)),
			take: (row) => this.#eachOf(row, (list) => list.remove(row)),
		});
		linking.watch({
			clear,
			put: (link) => this.#follow(link, (list, row) => list.add(row)),
			take: (link) => this.#follow(link, (list, row) => list.remove(row)),
		});
	}

	/** Returns the sorted list of rows that the links of a key refer to. Define the view at a module's top level. */
	ordered(view: LinkedView<R>, key: K): SortedList<R> {
		let lists = this.#lists.get(view);
		if (!lists) {
			lists = new Map();
			this.#lists.set(view, lists);
		}
		let list = lists.get(key);
		if (!list) {
			const rows = new Set<R>();
			for (const link of this.#links.of(key)) {
				const row = this.#rows.get(this.#links.to(link));
				if (row && this.#keyOf(link, row) === key) rows.add(row);
			}
			list = new SortedList(comparing(view), rows);
			lists.set(key, list);
		}
		return list;
	}

	#keyOf(link: L, row: R): K | null {
		return this.#links.where?.(link, row) === false ? null : this.#links.key(link);
	}

	#at(key: K | null, act: (list: SortedList<R>) => void): void {
		if (key === null) return;
		for (const lists of this.#lists.values()) {
			const list = lists.get(key);
			if (list) act(list);
		}
	}

	#eachOf(row: R, act: (list: SortedList<R>) => void): void {
		if (this.#lists.size === 0) return;
		for (const link of this.#links.back(row.id)) this.#at(this.#keyOf(link, row), act);
	}

	#follow(link: L, act: (list: SortedList<R>, row: R) => void): void {
		if (this.#lists.size === 0) return;
		const row = this.#rows.get(this.#links.to(link));
		if (!row) return;
		const key = this.#keyOf(link, row);
		// If another link refers to the same row, the list does not change.
		const others = this.#links.back(row.id);
		if (others.some((one) => one.id !== link.id && this.#keyOf(one, row) === key)) return;
		this.#at(key, (list) => act(list, row));
	}
}
