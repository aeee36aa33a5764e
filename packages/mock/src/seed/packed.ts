/** Rows that were generated in advance and stored as text. Loading them costs little more than reading the text. */
import type { State } from "../state/state";
import type { Row } from "../state/table";
import type { TableName } from "../state/tables";
import { SeedError } from "./seed-error";

/** The rows of a table. */
export interface PackedTable {
	readonly lastId: number;
	/**
	 * Creates a row from an item of `rows`. A literal of all fields takes a third of the time of setting fields by name.
	 *
	 * @param time Reads a time, which is stored as seconds from now.
	 * @param day Reads a date, which is stored as days from today.
	 * @param more Reads an object of fields that not all rows have.
	 */
	readonly row: (values: readonly Value[], time: Read, day: Read, more: (value: Value) => object) => object;
	/** JSON: a list of values for each row. */
	readonly rows: string;
}

export type PackedRows = { readonly [Name in TableName]?: PackedTable };

type Value = string | number | boolean | object | null | undefined;
type Read = (value: Value) => Value;

const secondsOfDay = 86_400;

/** Returns the rows of a table, with their times relative to a moment. */
function unpacked({ row, rows }: PackedTable, now: number): Row[] {
	const text = (seconds: number): string => new Date(now + seconds * 1_000).toISOString();
	const time: Read = (value) => (typeof value === "number" ? text(value) : value);
	const day: Read = (value) => (typeof value === "number" ? text(value * secondsOfDay).slice(0, 10) : value);
	// `npm run generate` created the text from rows of this table.
	const lists = JSON.parse(rows) as Value[][];
	// The columns of a row always include its id.
	return lists.map((values) => Object.freeze(row(values, time, day, Object)) as Row);
}

/**
 * Fills an empty platform.
 *
 * @throws SeedError if the platform has records: the rows have fixed ids.
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
