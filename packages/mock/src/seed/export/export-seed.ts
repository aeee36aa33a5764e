/** Exports a platform's data as a seed. */
import type { AnyColumn } from "../../state/columns";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";
import { kindOf } from "../kinds";
import { makerOf } from "../record-makers";
import { namesIn } from "../record-relations";

/** A complete seed: its records are stored as they are, and no others are created. See `loadExact`. */
export interface ExactSeed {
	readonly exact: true;
	/** The time of a stopped clock. */
	readonly clock?: string;
	/** The settings that differ from their defaults. */
	readonly settings?: { readonly [name: string]: unknown };
	/** The last used id of each kind whose last rows were deleted. */
	readonly last_ids?: { readonly [kind: string]: number };
	/** The records of each kind. */
	readonly [kind: string]: unknown;
}

type Fields = { [name: string]: unknown };

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Whether a new row has this value by default. */
function isDefault(value: unknown, { default: initial }: AnyColumn, row: Row, now: string | undefined): boolean {
	if (!initial) return false;
	if ("value" in initial) return same(value, initial.value);
	return "clock" in initial ? value === now : value === Reflect.get(row, initial.column);
}

/** Returns a row as a record: without default values, and with names in place of ids that they resolve to. */
function recordOf(table: string, row: Row, nextId: number, now: string | undefined, state: State): Fields {
	const fields: Fields = { ...row };
	if (row.id === nextId) delete fields.id;
	for (const [field, column] of Object.entries<AnyColumn>(state.definition(table).columns))
		if (isDefault(Reflect.get(row, field), column, row, now)) delete fields[field];
	const names: Fields = {};
	const { relations = {} } = makerOf(table, state);
	for (const [name, value] of namesIn(table, row, state)) {
		const found = Object.entries(relations[name]?.(value, state, () => undefined) ?? {});
		if (!found.some(([field]) => Object.hasOwn(fields, field))) continue;
		if (!found.every(([field, one]) => same(Reflect.get(row, field), one))) continue;
		for (const [field] of found) delete fields[field];
		names[name] = value;
	}
	const { id, ...rest } = fields;
	return { ...(id === undefined ? {} : { id }), ...names, ...rest };
}

/**
 * Returns a state's data as the shortest seed from which `loadExact` creates the same state: without default values,
 * with names in place of ids, and with ids only where they do not continue those of the previous record.
 *
 * @param clock The time of the clock, if it is stopped.
 * @param settings The settings that differ from their defaults.
 */
export function exportSeed(
	state: State,
	clock?: string,
	settings: { readonly [name: string]: unknown } = {},
): ExactSeed {
	const kinds: Fields = {};
	const lastIds: { [kind: string]: number } = {};
	for (const [table, { first }] of Object.entries(state.definitions)) {
		const rows = [...state.table(table).all()].sort((a, b) => a.id - b.id);
		let last = first - 1;
		const records = rows.map((row) => {
			const record = recordOf(table, row, last + 1, clock, state);
			last = row.id;
			return record;
		});
		if (records.length > 0) kinds[kindOf(table)] = records;
		if (state.table(table).lastId > last) lastIds[kindOf(table)] = state.table(table).lastId;
	}
	return {
		exact: true,
		...(clock === undefined ? {} : { clock }),
		...(Object.keys(settings).length === 0 ? {} : { settings }),
		...(Object.keys(lastIds).length === 0 ? {} : { last_ids: lastIds }),
		...kinds,
	};
}
