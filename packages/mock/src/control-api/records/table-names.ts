import { nearest } from "../../lib/nearest";
import { shapes, type TableName } from "../../state/shapes/tables";
import type { State } from "../../state/state";
import type { Row, Table } from "../../state/table";
import { ControlRefusal } from "../told";

/** `mergeRequests`, as the state file names the table, for `merge_requests` in a path. */
const tables = new Map(
	// The shapes have the name of each table, and nothing else.
	(Object.keys(shapes) as TableName[]).map((name) => [
		name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
		name,
	]),
);

/** The tables as the control API names them. */
export const tableNames: readonly string[] = [...tables.keys()];

/** The table of a path, by its name in the state. 400 for an unknown one, with the name that was probably meant. */
export function tableNamed(name: string): TableName {
	const known = tables.get(name);
	if (known) return known;
	const guess = nearest(name, tableNames);
	const hint = guess ? `Did you mean "${guess}"?` : `The tables are: ${tableNames.join(", ")}.`;
	throw new ControlRefusal(400, `There is no table "${name}". ${hint}`);
}

/** A table of a state without the type of its rows. */
export function tableOf(state: State, name: TableName): Table<Row, string, string> {
	// A row goes back to the table that it came from, and checked fields to the table whose shape they passed.
	return state[name] as unknown as Table<Row, string, string>;
}
