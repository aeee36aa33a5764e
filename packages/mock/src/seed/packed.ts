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
export function unpacked({ columns, same, times, days, rows }: PackedTable, now: number): Row[] {
	const kinds = columns.map((name) => {
		if (Object.hasOwn(same, name)) return "same";
		return times.includes(name) ? "time" : days.includes(name) ? "day" : "value";
	});
	// `npm run generate` wrote the text from rows of this table.
	const lists = JSON.parse(rows) as Value[][];
	return lists.map((values) => {
		const row: { [name: string]: unknown } = {};
		let at = 0;
		for (const [index, name] of columns.entries()) {
			const kind = kinds[index];
			const value = kind === "same" ? same[name] : values[at++];
			if (typeof value !== "number" || kind === "value" || kind === "same") row[name] = value;
			else if (kind === "time") row[name] = new Date(now + value * second).toISOString();
			else row[name] = new Date(now + value * day).toISOString().slice(0, 10);
		}
		// The columns of a row always have its id.
		return Object.freeze(Object.assign(row, values[at])) as unknown as Row;
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
		if (rows) table.load(unpacked(rows, now), rows.lastId);
	}
}
