import { nearest } from "../../lib/nearest";
import { definitions, type TableName } from "../../state/tables";
import { ControlRefusal } from "../told";

/** `mergeRequests`, as the state file names the table, for `merge_requests` in a path. */
const tables = new Map(
	// The definitions have the name of each table, and nothing else.
	(Object.keys(definitions) as TableName[]).map((name) => [
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
