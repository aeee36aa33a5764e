import type { Row, Table } from "../../state/table";

/** The maximum number of cached lists per table: those of open views, and of their last searches. */
const most = 6;

type AnyTable = Table<Row, string, string, PropertyKey>;

const kept = new WeakMap<AnyTable, Map<string, readonly Row[]>>();

/** Returns the cached lists of a table. They are dropped when one of its rows is written. */
function listsOf(table: AnyTable): Map<string, readonly Row[]> {
	const there = kept.get(table);
	if (there) return there;
	const lists = new Map<string, readonly Row[]>();
	const forget = (): void => lists.clear();
	table.watch({ put: forget, take: forget, clear: forget });
	kept.set(table, lists);
	return lists;
}

/** Returns a list of rows that is made once for all of its pages, because making it reads the whole table. */
export function orderedRows(table: AnyTable, key: string, make: () => readonly Row[]): readonly Row[] {
	const lists = listsOf(table);
	const there = lists.get(key);
	if (there) return there;
	const made = make();
	const [oldest] = lists.keys();
	if (lists.size >= most && oldest !== undefined) lists.delete(oldest);
	lists.set(key, made);
	return made;
}

const rank = (value: unknown): number =>
	value === null || value === undefined ? 0 : typeof value === "number" ? 1 : typeof value === "boolean" ? 2 : 3;

/** Compares two values of a column: null comes first, numbers are compared by size, other values as text. */
export function compareValues(a: unknown, b: unknown): number {
	if (a === b) return 0;
	const [first, second] = [rank(a), rank(b)];
	if (first !== second) return first - second;
	if (typeof a === "number" && typeof b === "number") return a - b;
	const [one, other] = [a, b].map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)));
	return (one ?? "") < (other ?? "") ? -1 : Number((one ?? "") > (other ?? ""));
}

/** Whether a value contains a lower-case text, ignoring case. */
export function holds(value: unknown, text: string): boolean {
	if (typeof value === "string") return value.toLowerCase().includes(text);
	if (typeof value === "object" && value !== null) return Object.values(value).some((one) => holds(one, text));
	return String(value).includes(text);
}
