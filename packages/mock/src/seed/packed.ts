/** Rows that were made in advance and written as text: filling a platform with them costs little more than reading the text. */
import type { State } from "../state/state";
import type { Row } from "../state/table";
import type { TableName } from "../state/tables";
import { SeedError } from "./seed-error";

/** The rows of a table. */
export interface PackedTable {
	readonly lastId: number;
	/** The columns in the order of the rows' fields. */
	readonly columns: readonly string[];
	/** Values that all rows have, by column. */
	readonly same: { readonly [column: string]: unknown };
	/** The columns of times: their values are seconds from now. */
	readonly times: readonly string[];
	/** The columns of dates: their values are days from today. */
	readonly days: readonly string[];
	/** JSON: a list of values for each row, those of the columns that differ, then an object of the fields that not all rows have. */
	readonly rows: string;
}

export type PackedRows = { readonly [Name in TableName]?: PackedTable };

type Value = string | number | boolean | object | null;

const second = 1_000;
const day = 86_400_000;

/** The rows of a table, with times relative to a moment. */
function unpacked({ columns, same, times, days, rows }: PackedTable, now: number): Row[] {
	const names = columns.filter((name) => !Object.hasOwn(same, name));
	const readers = names.map((name): ((value: Value) => Value) => {
		if (times.includes(name))
			return (value) => (typeof value === "number" ? new Date(now + value * second).toISOString() : value);
		if (days.includes(name))
			return (value) => (typeof value === "number" ? new Date(now + value * day).toISOString().slice(0, 10) : value);
		return (value) => value;
	});
	// Copies of one object have one layout. To add the fields one by one would make each row a dictionary.
	const model: { [name: string]: unknown } = {};
	for (const name of columns) model[name] = Object.hasOwn(same, name) ? same[name] : null;
	// `npm run generate` wrote the text from rows of this table.
	const lists = JSON.parse(rows) as Value[][];
	return lists.map((values) => {
		const row = { ...model };
		for (const [index, read] of readers.entries()) row[names[index] ?? ""] = read(values[index] ?? null);
		if (values.length > names.length) Object.assign(row, values.at(-1));
		// The columns of a row always have its id.
		return Object.freeze(row) as unknown as Row;
	});
}

/**
 * Fills an empty platform.
 *
 * @throws SeedError if the platform has records: the rows have the ids that they were written with.
 */
export function fillWith(packed: PackedRows, state: State): void {
	if (state.tables().some(([, table]) => table.size > 0))
		throw new SeedError("This seed needs an empty platform. Load it before all others.");
	const now = state.clock.now();
	for (const [name, table] of state.tables()) {
		const rows = Object.hasOwn(packed, name) ? packed[name as TableName] : undefined;
		if (rows) table.loadLater(() => unpacked(rows, now), rows.lastId);
	}
}
