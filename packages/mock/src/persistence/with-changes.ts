import { isRecord } from "../lib/is-record";
import type { StateData } from "../state/state";
import type { Row } from "../state/table";
import type { Change } from "./store";

/** Applies changes to a state. The result is validated when it is imported. */
export function withChanges(state: unknown, changes: readonly Change[]): unknown {
	if (changes.length === 0 || !isRecord(state) || !isRecord(state.tables)) return state;
	// The import refuses invalid rows.
	const before = state.tables as StateData;
	const tables = new Map<string, { lastId: number; rows: Map<number, Row> }>();
	for (const change of changes)
		for (const [name, { lastId, put, gone }] of Object.entries(change.tables)) {
			const rows = tables.get(name)?.rows ?? new Map((before[name]?.rows ?? []).map((row) => [row.id, row]));
			for (const row of put) rows.set(row.id, row);
			for (const id of gone) rows.delete(id);
			tables.set(name, { lastId, rows });
		}
	const clock = changes.findLast((change) => change.clock)?.clock ?? state.clock;
	const changed = [...tables].map(([name, { lastId, rows }]) => [name, { lastId, rows: [...rows.values()] }]);
	return { ...state, clock, tables: { ...before, ...Object.fromEntries(changed) } };
}
