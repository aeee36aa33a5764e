/** References between rows, as the definitions declare them: their validation, and the effects of a deletion. */
import type { Has, Report } from "../lib/checks";
import type { Columns } from "./columns";
import type { AnyDefinition, Definitions } from "./definition";
import type { NoteableType, RunnerPlace } from "./records";
import type { State } from "./state";
import type { Row } from "./table";
import type { TableName } from "./tables";

/** The tables that the kinds of pointers refer to. The instance has no row. */
const kinds = {
	instance: null,
	group: "groups",
	project: "projects",
	Issue: "issues",
	MergeRequest: "mergeRequests",
	Snippet: "snippets",
	Epic: "epics",
	"WikiPage::Meta": "wikiPages",
	"AlertManagement::Alert": "alerts",
} as const satisfies { readonly [kind in NoteableType | RunnerPlace]: TableName | null };
const kindNames: readonly string[] = Object.keys(kinds);

/** Returns the table of the records that notes of a type are on. */
export const noteableTable = <Type extends NoteableType>(type: Type): (typeof kinds)[Type] => kinds[type];

/** Returns the table that a pointer's kind refers to; null for the instance and for unknown kinds. */
export const pointedTable = (kind: string): TableName | null =>
	// It is one of the kinds.
	kindNames.includes(kind) ? kinds[kind as keyof typeof kinds] : null;

/** Returns a field, or a field of an object in a field, such as `resource.id`. */
export function fieldOf(row: Row, path: string): unknown {
	let at: unknown = row;
	for (const name of path.split(".")) at = typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined;
	return at;
}

/** Reports a row's pointer to a row that does not exist. The fields themselves are already valid. */
export function checkPointer({ points }: AnyDefinition, row: Row, report: Report, has: Has): void {
	const [kindField, idField] = points ?? [];
	if (kindField === undefined || idField === undefined) return;
	const target = pointedTable(String(fieldOf(row, kindField)));
	const id = fieldOf(row, idField);
	if (target && !has(target, Number(id))) report(idField, `the id of one of the ${target}`, id);
}

/** Rows that may refer to a deleted row: those of a table with its id, and its kind, in these fields. */
interface Incoming {
	readonly from: string;
	readonly fields: readonly string[];
	readonly kind?: string;
	readonly onDelete: "delete" | "clear";
}

/** Returns the possible references to the rows of each table that a deletion affects. */
function incomingOf(definitions: Definitions): ReadonlyMap<string, readonly Incoming[]> {
	const known = incomingBy.get(definitions);
	if (known) return known;
	const incoming = new Map<string, Incoming[]>();
	const add = (table: string, one: Incoming): void => void incoming.set(table, [...(incoming.get(table) ?? []), one]);
	for (const [from, { columns, points }] of Object.entries(definitions)) {
		for (const [field, { check, onDelete }] of Object.entries(columns))
			if (check.table && onDelete !== "nothing") add(check.table, { from, fields: [field], onDelete });
		for (const [kind, table] of points ? Object.entries(kinds) : [])
			if (table && points) add(table, { from, fields: points, kind, onDelete: "delete" });
	}
	incomingBy.set(definitions, incoming);
	return incoming;
}

const incomingBy = new WeakMap<Definitions, ReadonlyMap<string, readonly Incoming[]>>();

/** Columns with which rows of a table refer to rows of another one: the id, or the kind and the id. */
interface Referrer {
	readonly from: string;
	readonly fields: readonly string[];
	/** The value of the first of two fields; undefined for a single field. */
	readonly kind?: string;
}

const referrersBy = new WeakMap<Definitions, ReadonlyMap<string, readonly Referrer[]>>();

/** Returns the columns that refer to the rows of each table. */
function allReferrers(definitions: Definitions): ReadonlyMap<string, readonly Referrer[]> {
	const known = referrersBy.get(definitions);
	if (known) return known;
	const referrers = new Map<string, Referrer[]>();
	const add = (table: string, one: Referrer): void => void referrers.set(table, [...(referrers.get(table) ?? []), one]);
	for (const [from, { columns, points }] of Object.entries(definitions)) {
		for (const [field, { check }] of Object.entries(columns))
			if (check.table) add(check.table, { from, fields: [field] });
		for (const [kind, table] of points ? Object.entries(kinds) : [])
			if (table && points && canPoint(columns, points[0], kind)) add(table, { from, fields: points, kind });
	}
	referrersBy.set(definitions, referrers);
	return referrers;
}

/** Whether a column can have the name of a kind as its value. */
function canPoint(columns: Columns, path: string, kind: string): boolean {
	const [name = "", ...inner] = path.split(".");
	let schema: unknown = columns[name]?.check.schema;
	for (const part of inner) schema = withoutNull(schema).properties?.[part];
	const { enum: words } = withoutNull(schema);
	return !Array.isArray(words) || words.includes(kind);
}

type PartOfSchema = { readonly enum?: unknown; readonly properties?: { readonly [name: string]: unknown } };

/** Returns the schema of the values that are not null. */
function withoutNull(schema: unknown): PartOfSchema {
	const branches: unknown = Reflect.get(Object(schema), "anyOf");
	return Array.isArray(branches) ? Object(branches[0]) : Object(schema);
}

/** Returns the columns that refer to rows of a table, whatever a deletion does to them. */
export const referrersOf = (table: string, { definitions }: State): readonly Referrer[] =>
	allReferrers(definitions).get(table) ?? [];

/** Returns the rows that refer to a row with some columns. */
export const rowsReferringTo = ({ from, fields, kind }: Referrer, id: number, state: State): readonly Row[] =>
	rowsWith(from, fields, kind === undefined ? [id] : [kind, id], state);

/** The tables by the kinds of pointers; null for the instance. */
export const pointedTables: { readonly [kind: string]: TableName | null } = kinds;

/** Returns the rows with these values, by a key of the table with the same fields, or by checking every row. */
function rowsWith(from: string, fields: readonly string[], values: readonly unknown[], state: State): Row[] {
	const { keyColumns, groups } = state.definition(from);
	const table = state.table(from);
	const key = Object.keys(keyColumns).find((name) => keyColumns[name]?.join() === fields.join());
	if (key === undefined) {
		const has = (row: Row, field: string, value: unknown): boolean => {
			const found = fieldOf(row, field);
			return Array.isArray(found) ? found.includes(value) : found === value;
		};
		return [...table.all()].filter((row) => fields.every((field, index) => has(row, field, values[index])));
	}
	const value = values.length === 1 ? Number(values[0]) : values.join(":");
	if (Object.hasOwn(groups, key)) return table.in(key, value);
	const row = table.one(key, value);
	return row ? [row] : [];
}

/** Returns a reference without a deleted row: null, or a list without its id. */
const without = (value: unknown, id: number): unknown =>
	Array.isArray(value) ? value.filter((one) => one !== id) : null;

/** Deletes a row and everything that is part of it. Clears other references to it. */
export function remove(name: string, id: number, state: State): void {
	for (const { from, fields, kind, onDelete } of incomingOf(state.definitions).get(name) ?? [])
		for (const row of rowsWith(from, fields, kind === undefined ? [id] : [kind, id], state))
			if (onDelete === "delete") remove(from, row.id, state);
			else
				for (const field of fields) state.table(from).update(row.id, { [field]: without(Reflect.get(row, field), id) });
	state.table(name).delete(id);
}
