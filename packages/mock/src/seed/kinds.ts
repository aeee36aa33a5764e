/** The kinds of records: the tables of the state, by their names in seeds and the control API. */
import type { Definitions } from "../state/definition";
import { kindOf } from "../state/kind";

export { kindOf };

/** The definitions of a state's tables. */
interface Defined {
	readonly definitions: Definitions;
}

const tablesBy = new WeakMap<Definitions, ReadonlyMap<string, string>>();

/** Returns the name of each table in the state, by its kind. */
function tablesOf({ definitions }: Defined): ReadonlyMap<string, string> {
	let tables = tablesBy.get(definitions);
	if (!tables) {
		tables = new Map(Object.keys(definitions).map((name) => [kindOf(name), name]));
		tablesBy.set(definitions, tables);
	}
	return tables;
}

/** Returns all kinds of a state, such as `merge_requests`. */
export const kindNames = (state: Defined): readonly string[] => [...tablesOf(state).keys()];

/** Returns the name of a kind's table in the state, such as `mergeRequests` for `merge_requests`. */
export const tableOfKind = (kind: string, state: Defined): string | undefined => tablesOf(state).get(kind);
