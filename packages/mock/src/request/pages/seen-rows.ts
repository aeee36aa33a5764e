import type { Ordered } from "../../state/sorted-list";
import type { State } from "../../state/state";
import type { Actor } from "../access/actor";
import { filtered, fromView, type Rows } from "./page";

/** The tables that determine who can see which groups, projects and jobs, including those of the rows themselves. */
const deciding = ["groups", "projects", "members", "shares", "jobs"] as const;

/** Returns a version that changes with everything that affects visibility, including the date. */
const versionOf = (state: State): string =>
	`${deciding.map((table) => state[table].version).join(" ")} ${state.clock.today()}`;

/** The maximum number of cached reads of a state: each may contain all rows of its list. */
const most = 64;

/** The rows of lists that callers can see, as long as nothing changes. */
interface Memory {
	readonly version: string;
	/** The rows that were found so far, by list and by caller. */
	readonly walks: WeakMap<object, Map<string, Rows<unknown>>>;
	count: number;
}

const memories = new WeakMap<State, Memory>();

function memoryOf(state: State): Memory {
	const version = versionOf(state);
	const known = memories.get(state);
	if (known?.version === version && known.count < most) return known;
	const fresh: Memory = { version, walks: new WeakMap(), count: 0 };
	memories.set(state, fresh);
	return fresh;
}

/**
 * Returns the rows of a sorted list that the caller can see by role. The list is read only as far as the page and the
 * total need; a second request of the same caller continues there, until a role or one of the rows changes.
 *
 * @param sees Must only depend on the caller and on the tables above, and must be the same for all lists of these rows.
 */
export function seenRows<Row>(
	list: Ordered<Row>,
	descending: boolean,
	sees: (row: Row) => boolean,
	{ actor: { user }, state }: { readonly actor: Actor; readonly state: State },
): Rows<Row> {
	const memory = memoryOf(state);
	const walks = memory.walks.get(list) ?? new Map<string, Rows<unknown>>();
	memory.walks.set(list, walks);
	const caller = `${user?.id} ${user?.external} ${descending}`;
	// The cached rows of a list are rows of that list.
	const known = walks.get(caller) as Rows<Row> | undefined;
	if (known) return known;
	const rows = filtered(fromView(list, descending), sees);
	walks.set(caller, rows);
	memory.count += 1;
	return rows;
}
