import { shown } from "../../lib/checks";
import { ControlRefusal } from "../../lib/control-error";
import { nearest } from "../../lib/nearest";
import { kindNames } from "../../seed/kinds";
import { makerOf } from "../../seed/record-makers";
import { suggestion } from "../../seed/record-relations";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";
import { tableNamed } from "./table-names";

/** Rows of a response unless the query says otherwise. */
const defaultLimit = 100;

/** How many rows each table has. */
export const countRecords = (state: State): { readonly [table: string]: number } =>
	Object.fromEntries(kindNames(state).map((name) => [name, state.table(tableNamed(name, state)).size]));

function limitOf(text: string | null): number {
	if (text === null) return defaultLimit;
	if (!/^[1-9]\d{0,8}$/.test(text))
		throw new ControlRefusal(400, `limit: expected a whole number from 1 on, found ${shown(text)}.`);
	return Number(text);
}

/** The fields that a filter compares: the one that it names, or those that a name such as `project=acme/web` stands for. */
function filterOf(table: string, name: string, value: string, state: State): [field: string, text: string][] {
	const { relations } = makerOf(table, state);
	const relation = relations && Object.hasOwn(relations, name) ? relations[name] : undefined;
	if (relation) {
		const found = relation(value, state, (expected, given, known) => {
			throw new ControlRefusal(400, `${name}: expected ${expected}, found ${shown(given)}${suggestion(given, known)}`);
		});
		return Object.entries(found ?? {}).map(([field, one]) => [field, String(one)]);
	}
	if (Object.hasOwn(state.definition(table).columns, name)) return [[name, value]];
	const fields = [...Object.keys(state.definition(table).columns), ...Object.keys(relations ?? {})];
	const guess = nearest(name, fields);
	const hint = guess ? `Did you mean "${guess}"?` : `The fields are: ${fields.join(", ")}.`;
	throw new ControlRefusal(400, `There is no field "${name}". ${hint}`);
}

/**
 * The rows of a table whose fields have the values of the query, in the order of their ids, and how many there are in all.
 * Values are compared as text: `5`, `true`, `null`. A list or an object matches nothing.
 */
export function listRecords(state: State, table: string, query: URLSearchParams): { count: number; rows: Row[] } {
	const limit = limitOf(query.get("limit"));
	const filters = [...query]
		.filter(([name]) => name !== "limit")
		.flatMap(([name, value]) => filterOf(table, name, value, state));
	const rows: Row[] = [];
	for (const row of state.table(table).all()) {
		const matches = filters.every(([field, text]) => {
			const value: unknown = Reflect.get(row, field);
			return (typeof value !== "object" || value === null) && String(value ?? null) === text;
		});
		if (matches) rows.push(row);
	}
	rows.sort((a, b) => a.id - b.id);
	return { count: rows.length, rows: rows.slice(0, limit) };
}

/** One row. Throws ControlRefusal (404) without it. */
export function recordOf(state: State, table: string, id: string): Row {
	const row = /^\d{1,15}$/.test(id) ? state.table(table).get(Number(id)) : undefined;
	if (!row) throw new ControlRefusal(404, `There is no row ${id} in the table.`);
	return row;
}
