/** The definition of a table: its columns, and the keys by which its rows are found. */
import type { AnyCheck, Shape } from "../lib/checks";
import { type AnyColumn, type Columns, type Fields, type Filled, shapeOf } from "./columns";
import { type Fillable, type Key, type Keys, type Row, Table } from "./table";
import type { Undo } from "./undo";

/** How a key is derived: from a column, from several columns (joined by colons), or by a function. */
type By<C, Result> = (keyof C & string) | readonly (keyof C & string)[] | ((row: Fields<C>) => Result);

/** The fields with the kind and the id of a row. Together they refer to a row of one of several tables. See `kinds`. */
type Pointer = readonly [kindField: string, idField: string];

interface Keyed<C, Group extends string, Unique extends string> {
	/** Groups of rows, by name: the key of a row's group, a list of keys for several groups, or null for none. */
	readonly groups?: { readonly [name in Group]: By<C, Keys> };
	/** Unique keys, by name; null if a row has no such key. */
	readonly unique?: { readonly [name in Unique]: By<C, Key | null> };
	readonly points?: Pointer;
}

/** A table's definition. */
export interface Definition<R, Filled extends PropertyKey, Group extends string, Unique extends string> {
	readonly name: string;
	readonly columns: Columns;
	/** The checks of a row's fields. */
	readonly shape: Shape<R>;
	/** The id of the first row. */
	readonly first: number;
	readonly groups: { readonly [name in Group]: (row: R) => Keys };
	readonly unique: { readonly [name in Unique]: (row: R) => Key | null };
	/** The columns of a group or a unique key, if it is not derived by a function. */
	readonly keyColumns: { readonly [name: string]: readonly string[] };
	readonly points?: Pointer;
	/** Returns the defaults for the fields that are not among the values. */
	defaults(values: Fillable<R, Filled>, now: () => string): object;
}

/** A definition of any table, without the type of its rows. */
export interface AnyDefinition
	extends Omit<Definition<Row, PropertyKey, never, never>, "shape" | "groups" | "unique" | "defaults"> {
	readonly shape: { readonly [field: string]: AnyCheck };
	readonly groups: { readonly [name: string]: (row: never) => Keys };
	readonly unique: { readonly [name: string]: (row: never) => Key | null };
	defaults(values: never, now: () => string): object;
}

/** The definitions of a state's tables, by name. */
export type Definitions = { readonly [table: string]: AnyDefinition };

/** Returns the columns that a row needs and that the fields lack. */
export const missingColumns = ({ columns }: Pick<AnyDefinition, "columns">, fields: object): [string, AnyColumn][] =>
	Object.entries(columns).filter(
		([name, { check, default: initial }]) =>
			name !== "id" && !initial && !check.optional && !Object.hasOwn(fields, name),
	);

/** Defines a table. */
export function table<const C extends Columns, Group extends string = never, Unique extends string = never>(
	name: string,
	columns: C,
	{ groups, unique, points }: Keyed<C, Group, Unique> = {},
): Definition<Fields<C>, Filled<C>, Group, Unique> {
	const keyColumns: { [name: string]: readonly string[] } = {};
	const reader = <Result>(key: string, by: By<C, Result | Key | null>): ((row: Fields<C>) => Result | Key | null) => {
		if (typeof by === "function") return by;
		const names: readonly string[] = typeof by === "string" ? [by] : by;
		keyColumns[key] = names;
		const [only = ""] = names;
		// Key columns contain texts, numbers or null.
		if (names.length === 1) return (row) => Reflect.get(row, only) as Key | null;
		return (row) => {
			const values = names.map((one): unknown => Reflect.get(row, one));
			return values.includes(null) ? null : values.join(":");
		};
	};
	const readers = <Name extends string, Result>(keys: { readonly [name in Name]: By<C, Result | Key | null> }) =>
		// The object has the same names as `keys`.
		Object.fromEntries(Object.keys(keys).map((key) => [key, reader(key, keys[key as Name])])) as {
			[name in Name]: (row: Fields<C>) => Result | Key | null;
		};
	const none = {};
	return {
		name,
		columns,
		shape: shapeOf(columns),
		first: columns.id?.first ?? 1,
		groups: readers<Group, Keys>(groups ?? (none as { [name in Group]: never })),
		unique: readers<Unique, null>(unique ?? (none as { [name in Unique]: never })),
		keyColumns,
		...(points ? { points } : {}),
		defaults: defaultsOf(columns),
	};
}

/**
 * Returns a function for defaults. Every row of a table has the same fields in the same order, so that the engine uses
 * one object layout for all of them.
 */
function defaultsOf(columns: Columns): (values: object, now: () => string) => object {
	const fixed: { [name: string]: unknown } = {};
	const timed: string[] = [];
	const copied: [name: string, from: string][] = [];
	for (const [name, { check, default: initial }] of Object.entries(columns)) {
		if (check.optional || name === "id") continue;
		fixed[name] = initial && "value" in initial ? initial.value : undefined;
		if (initial && "clock" in initial) timed.push(name);
		if (initial && "column" in initial) copied.push([name, initial.column]);
	}
	if (timed.length + copied.length === 0) return () => fixed;
	return (values, now) => {
		const filled = { ...fixed };
		for (const name of timed) filled[name] = now();
		for (const [name, from] of copied) filled[name] = Reflect.get(values, from) ?? filled[from];
		return filled;
	};
}

/** The rows of a table, by its definition. */
export type RowOf<D> = D extends Definition<infer R, infer _Filled, infer _Group, infer _Unique> ? R : never;

/** Creates an empty table. */
export const emptyTable = <R extends Row, Filled extends PropertyKey, Group extends string, Unique extends string>(
	{ name, first, groups, unique, defaults }: Definition<R, Filled, Group, Unique>,
	undo: Undo,
	now: () => string,
): Table<R, Group, Unique, Filled> => new Table(undo, first, groups, unique, (values) => defaults(values, now), name);
