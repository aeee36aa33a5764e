import { shown } from "../../lib/checks";
import { ControlRefusal } from "../../lib/control-error";
import { nearest } from "../../lib/nearest";
import { kindNames, kindOf } from "../../seed/kinds";
import { namesOf } from "../../seed/names";
import { makerOf } from "../../seed/record-makers";
import { suggestion } from "../../seed/record-relations";
import { fieldOf, pointedTable } from "../../state/references";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";
import { compareValues, holds, orderedRows } from "./ordered-rows";
import { tableNamed } from "./table-names";

/** The number of rows in a response by default. */
const defaultLimit = 100;

/** Parameters that are not filters. No column has one of these names. */
export const reservedNames: readonly string[] = ["limit", "offset", "sort", "q", "names"];

/** Returns the number of rows of each table. */
export const countRecords = (state: State): { readonly [table: string]: number } =>
	Object.fromEntries(kindNames(state).map((name) => [name, state.table(tableNamed(name, state)).size]));

function numberIn(query: URLSearchParams, name: string, least: 0 | 1, unset: number): number {
	const text = query.get(name);
	if (text === null) return unset;
	if (!/^\d{1,9}$/.test(text) || Number(text) < least)
		throw new ControlRefusal(400, `${name}: expected a whole number from ${least} on, found ${shown(text)}.`);
	return Number(text);
}

/** Returns the fields of a table's rows, including those in a pointer with dots. */
function fieldsOf(table: string, state: State): string[] {
	const { columns, points = [] } = state.definition(table);
	return [...new Set([...Object.keys(columns), ...points])];
}

function unknownField(name: string, fields: readonly string[]): ControlRefusal {
	const guess = nearest(name, [...fields]);
	const hint = guess ? `Did you mean "${guess}"?` : `The fields are: ${fields.join(", ")}.`;
	return new ControlRefusal(400, `There is no field "${name}". ${hint}`);
}

/** Returns the fields that a filter compares: the one that it names, or those of a name such as `project=acme/web`. */
function filterOf(table: string, name: string, value: string, state: State): [field: string, text: string][] {
	const { relations } = makerOf(table, state);
	const relation = relations && Object.hasOwn(relations, name) ? relations[name] : undefined;
	if (relation) {
		const found = relation(value, state, (expected, value, known) => {
			throw new ControlRefusal(400, `${name}: expected ${expected}, found ${shown(value)}${suggestion(value, known)}`);
		});
		return Object.entries(found ?? {}).map(([field, one]) => [field, String(one)]);
	}
	const fields = fieldsOf(table, state);
	if (fields.includes(name)) return [[name, value]];
	throw unknownField(name, [...fields, ...Object.keys(relations ?? {})]);
}

/** Returns the field that rows are sorted by, and the direction. */
function sortOf(table: string, text: string | null, state: State): { field: string; sign: 1 | -1 } {
	const name = text ?? "id";
	const field = name.replace(/^-/, "");
	const fields = fieldsOf(table, state);
	if (!fields.includes(field)) throw unknownField(field, fields);
	return { field, sign: name.startsWith("-") ? -1 : 1 };
}

/** Returns a field of a row. Only names in pointers have dots. */
const valueIn = (row: Row, field: string): unknown =>
	field.includes(".") ? fieldOf(row, field) : Reflect.get(row, field);

/** Whether a row's field has a value, passed as text. A list matches if one item does; an object matches nothing. */
function has(row: Row, field: string, text: string): boolean {
	const value = valueIn(row, field);
	if (Array.isArray(value)) return value.some((one) => typeof one !== "object" && String(one) === text);
	return (typeof value !== "object" || value === null) && String(value ?? null) === text;
}

/** The names of rows, by table and id. */
export interface RowNames {
	readonly [table: string]: { readonly [id: string]: string };
}

/** Returns the names of rows, and of all rows that they refer to. */
export function namesFor(table: string, rows: readonly Row[], state: State): RowNames {
	const found: { [kind: string]: { [id: string]: string } } = {};
	const add = (target: string | null, id: unknown): void => {
		const row = target && typeof id === "number" ? state.table(target).get(id) : undefined;
		const name = row && target && namesOf(target)?.of(row, state);
		if (!target || !name) return;
		found[kindOf(target)] = { ...found[kindOf(target)], [String(id)]: name };
	};
	const { columns, points } = state.definition(table);
	const references = Object.entries(columns).flatMap(([field, { check }]) =>
		check.table === undefined ? [] : [[field, check.table] as const],
	);
	for (const row of rows) {
		add(table, row.id);
		for (const [field, target] of references) {
			const value: unknown = Reflect.get(row, field);
			for (const id of Array.isArray(value) ? value : [value]) add(target, id);
		}
		if (points) add(pointedTable(String(fieldOf(row, points[0]))), fieldOf(row, points[1]));
	}
	return found;
}

/** A page of a table's rows. */
export interface RecordPage {
	/** The number of matching rows, including those on other pages. */
	readonly count: number;
	readonly rows: readonly Row[];
	readonly names?: RowNames;
}

/**
 * Returns the rows of a table whose fields have the values of the query, in the requested order, and their total
 * number. Values are compared as text: `5`, `true`, `null`.
 *
 * Pages have offsets, so that a list that shows a part of 100,000 rows can jump to any other part.
 */
export function listRecords(state: State, name: string, query: URLSearchParams): RecordPage {
	const limit = numberIn(query, "limit", 1, defaultLimit);
	const offset = numberIn(query, "offset", 0, 0);
	const { field, sign } = sortOf(name, query.get("sort"), state);
	const text = query.get("q")?.toLowerCase() ?? "";
	const filters = [...query]
		.filter(([one]) => !reservedNames.includes(one))
		.flatMap(([one, value]) => filterOf(name, one, value, state));
	const table = state.table(name);
	const rows = orderedRows(table, JSON.stringify([field, sign, text, filters]), () =>
		[...table.all()]
			.filter((row) => filters.every(([one, value]) => has(row, one, value)))
			.filter((row) => text === "" || Object.values(row).some((value) => holds(value, text)))
			.sort((a, b) => sign * compareValues(valueIn(a, field), valueIn(b, field)) || a.id - b.id),
	);
	const page = rows.slice(offset, offset + limit);
	return {
		count: rows.length,
		rows: page,
		...(query.get("names") === "true" ? { names: namesFor(name, page, state) } : {}),
	};
}

/** Returns a row. Throws ControlRefusal (404) if it does not exist. */
export function recordOf(state: State, table: string, id: string): Row {
	const row = /^\d{1,15}$/.test(id) ? state.table(table).get(Number(id)) : undefined;
	if (!row) throw new ControlRefusal(404, `There is no row ${id} in the table.`);
	return row;
}
