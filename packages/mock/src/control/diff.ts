import type { StateData } from "../state/state";
import type { Row } from "../state/table";

/** A row whose fields differ between two states. */
export interface ChangedRow {
	readonly id: number;
	/** The differing fields before and after the change. */
	readonly before: { readonly [field: string]: unknown };
	readonly after: { readonly [field: string]: unknown };
}

/** The difference between two states in one table. */
export interface TableDiff {
	readonly added: readonly Row[];
	readonly removed: readonly Row[];
	readonly changed: readonly ChangedRow[];
}

/** The difference between two states, by table. Tables without a difference are left out. */
export type StateDiff = { readonly [table: string]: TableDiff };

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

function changeOf(before: Row, after: Row): ChangedRow | undefined {
	// An unchanged row is the same object in both states.
	if (before === after) return undefined;
	const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
		(field) => !same(Reflect.get(before, field), Reflect.get(after, field)),
	);
	if (fields.length === 0) return undefined;
	const part = (row: Row) => Object.fromEntries(fields.map((field) => [field, Reflect.get(row, field)]));
	return { id: before.id, before: part(before), after: part(after) };
}

/** Compares two states, row by row. */
export function diffStates(before: StateData, after: StateData): StateDiff {
	const tables: [string, TableDiff][] = Object.keys(after).map((name) => {
		const old = new Map((before[name]?.rows ?? []).map((row) => [row.id, row]));
		const rows = after[name]?.rows ?? [];
		const added = rows.filter(({ id }) => !old.has(id));
		const changed = rows.flatMap((row) => {
			const was = old.get(row.id);
			old.delete(row.id);
			return (was && changeOf(was, row)) ?? [];
		});
		return [name, { added, removed: [...old.values()], changed }];
	});
	return Object.fromEntries(
		tables.filter(([, { added, removed, changed }]) => added.length + removed.length + changed.length > 0),
	);
}
