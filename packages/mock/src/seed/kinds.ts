/** The kinds of records: the tables of the state, as seeds and the control API name them. */
import type { Definitions } from "../state/definition";
import { kindOf } from "../state/kind";

export { kindOf };

/** A state, as far as its tables are defined. */
interface Defined {
	readonly definitions: Definitions;
}

const tablesBy = new WeakMap<Definitions, ReadonlyMap<string, string>>();

/** The name of each table in the state, by its kind. */
function tablesOf({ definitions }: Defined): ReadonlyMap<string, string> {
	let tables = tablesBy.get(definitions);
	if (!tables) {
		tables = new Map(Object.keys(definitions).map((name) => [kindOf(name), name]));
		tablesBy.set(definitions, tables);
	}
	return tables;
}

/** All kinds that a state has, such as `merge_requests`. */
export const kindNames = (state: Defined): readonly string[] => [...tablesOf(state).keys()];

/** `mergeRequests`, as the state names the table, for `merge_requests`. */
export const tableOfKind = (kind: string, state: Defined): string | undefined => tablesOf(state).get(kind);
