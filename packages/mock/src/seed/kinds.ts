/** The kinds of records: the tables of the state, as seeds and the control API name them. */
import { definitions, type TableName } from "../state/tables";

/** The kind of a table: `merge_requests` for `mergeRequests`. */
export const kindOf = (table: TableName): string => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `mergeRequests`, as the state names the table, for `merge_requests`. */
const tables = new Map(
	// The definitions have the name of each table, and nothing else.
	(Object.keys(definitions) as TableName[]).map((name) => [kindOf(name), name]),
);

/** All kinds, such as `merge_requests`. */
export const kindNames: readonly string[] = [...tables.keys()];

/** The table of a kind. */
export const tableOfKind = (kind: string): TableName | undefined => tables.get(kind);
