import { SortedList } from "./sorted-list";
import { comparing, type Key, type Row, type Table, type View } from "./table";

/** Which rows lead to which. */
export interface Links<R extends Row, L extends Row, K extends Key> {
	/** The list that a link puts a row into; null for none. */
	readonly key: (link: L) => K | null;
	/** The id of the row that a link leads to. */
	readonly to: (link: L) => number;
	/** The links of the list of this key. */
	readonly of: (key: K) => readonly L[];
	/** The links that lead to a row. */
	readonly back: (id: number) => readonly L[];
	/** Links that do not count are as good as none. */
	readonly where?: (link: L, row: R) => boolean;
}

/** How linked rows are ordered. */
export type LinkedView<R extends Row> = Pick<View<R>, "by" | "descending">;

/**
 * Rows of one table that the rows of another lead to, each once, in standing orders: the runners of a project by its
 * assignments. Built at first use and kept on write, of either table.
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

	/** The rows that the links of a key lead to, in an order. Define the view at a module's top level. */
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
		// Another link may lead to the same row: then it stays where it is.
		const others = this.#links.back(row.id);
		if (others.some((one) => one.id !== link.id && this.#keyOf(one, row) === key)) return;
		this.#at(key, (list) => act(list, row));
	}
}
