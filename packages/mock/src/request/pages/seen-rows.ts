import type { Ordered } from "../../state/sorted-list";
import type { State } from "../../state/state";
import type { Actor } from "../access/actor";
import { filtered, fromView, type Rows } from "./page";

/** The tables that decide who sees which groups, projects and jobs, and those of the rows themselves. */
const deciding = ["groups", "projects", "members", "shares", "jobs"] as const;

/** Changes with whatever changes what somebody sees: one of the tables, or the day, on which memberships end. */
const versionOf = (state: State): string =>
	`${deciding.map((table) => state[table].version).join(" ")} ${state.clock.today()}`;

/** Most walks that are remembered of a state: each may hold all rows of its list. */
const most = 64;

/** What callers see of lists, for as long as nothing changes it. */
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
 * The rows of a standing order that the caller sees by their roles. The list is walked once and no further than the page and
 * the total need; a second request of the same caller continues there, until somebody's role or one of the rows changes.
 *
 * @param sees Depends on the caller and on the tables above alone, and is always the same for lists of these rows.
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
	// What is remembered of a list are rows of the list.
	const known = walks.get(caller) as Rows<Row> | undefined;
	if (known) return known;
	const rows = filtered(fromView(list, descending), sees);
	walks.set(caller, rows);
	memory.count += 1;
	return rows;
}
