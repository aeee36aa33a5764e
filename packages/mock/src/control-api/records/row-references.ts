import { kindOf } from "../../seed/kinds";
import { namesOf } from "../../seed/names";
import { fieldOf, pointedTable, referrersOf, rowsReferringTo } from "../../state/references";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";

/** A row that a row refers to. */
interface Outgoing {
	readonly field: string;
	readonly table: string;
	readonly id: number;
	/** Its name in references; null for rows without a name. */
	readonly name: string | null;
	/** Whether the row exists. A record that outlives its user, for example, keeps the id of the deleted user. */
	readonly exists: boolean;
}

/** The number of rows of a table that refer to a row. */
interface Incoming {
	readonly table: string;
	/** The field that contains the id. */
	readonly field: string;
	readonly count: number;
	/** The filter with which `GET /records/{table}` finds them. */
	readonly filter: { readonly [field: string]: string };
}

/** The references from and to a row. */
export interface RowReferences {
	readonly name: string | null;
	readonly to: readonly Outgoing[];
	readonly from: readonly Incoming[];
}

const nameIn = (table: string, row: Row | undefined, state: State): string | null =>
	(row && namesOf(table)?.of(row, state)) ?? null;

function outgoing(name: string, row: Row, state: State): Outgoing[] {
	const { columns, points } = state.definition(name);
	const found: Outgoing[] = [];
	const add = (field: string, table: string, id: unknown): void => {
		if (typeof id !== "number") return;
		const target = state.table(table).get(id);
		found.push({ field, table: kindOf(table), id, name: nameIn(table, target, state), exists: target !== undefined });
	};
	for (const [field, { check }] of Object.entries(columns)) {
		const value: unknown = Reflect.get(row, field);
		for (const id of [value].flat()) if (check.table) add(field, check.table, id);
	}
	const target = points && pointedTable(String(fieldOf(row, points[0])));
	if (points && target) add(points[1], target, fieldOf(row, points[1]));
	return found;
}

function incoming(name: string, row: Row, state: State): Incoming[] {
	return referrersOf(name, state).flatMap((referrer) => {
		const count = rowsReferringTo(referrer, row.id, state).length;
		if (count === 0) return [];
		const { from, fields, kind } = referrer;
		const values = kind === undefined ? [row.id] : [kind, row.id];
		const filter = Object.fromEntries(fields.map((field, index) => [field, String(values[index])]));
		return [{ table: kindOf(from), field: fields.at(-1) ?? "", count, filter }];
	});
}

/** Returns what a row refers to, and how many rows refer to it. */
export const referencesOf = (table: string, row: Row, state: State): RowReferences => ({
	name: nameIn(table, row, state),
	to: outgoing(table, row, state),
	from: incoming(table, row, state),
});
