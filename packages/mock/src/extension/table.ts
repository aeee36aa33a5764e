import * as columns from "../state/columns";
import { type Column, type Columns, type Fields, type Filled, serial } from "../state/columns";
import { type Definition, table as define } from "../state/definition";
import { tableOf } from "../state/kind";
import type { Key, Keys } from "../state/table";

type WithId<C> = { readonly id: Column<number> } & C;

/** The columns that hold the id of another record: rows can be found by them. */
type Reference<C> = keyof C & `${string}_id`;

interface TableKeys<C, Group extends string, Unique extends string> {
	/** Further groups of rows, by name: a column, several columns, or a function of the row. */
	readonly groups?: {
		readonly [name in Group]: (keyof C & string) | readonly (keyof C & string)[] | ((row: Fields<C>) => Keys);
	};
	/** Keys that lead to one row at most, by name. */
	readonly unique?: {
		readonly [name in Unique]: (keyof C & string) | readonly (keyof C & string)[] | ((row: Fields<C>) => Key | null);
	};
}

/**
 * Defines a table of an extension. It has an `id` by itself, counted from 1 unless you give one: `id: serial(5_001)`. Its rows
 * are found by each column that ends with `_id`: `state.approvals.in("user_id", 7)`.
 *
 * @param name What `state`, seeds and the control API call it; seeds and the control API write `approvalRules` as
 * `approval_rules`.
 * @example
 * const approvals = table("approvals", {
 * 	merge_request_id: partOf("merge_requests"),
 * 	user_id: to("users"),
 * 	at: time().now(),
 * });
 */
export function table<
	const Name extends string,
	const C extends Columns,
	Group extends string = never,
	Unique extends string = never,
>(
	name: Name,
	value: C,
	{ groups, unique }: TableKeys<WithId<C>, Group, Unique> = {},
): Definition<Fields<WithId<C>>, Filled<WithId<C>>, Group | Reference<C>, Unique> {
	const references = Object.keys(value).filter((column) => column.endsWith("_id"));
	const all: WithId<C> = { id: serial(1), ...value };
	return define(name, all, {
		// The columns that end with `_id`, and the groups that were given.
		groups: { ...Object.fromEntries(references.map((column) => [column, column])), ...groups } as never,
		...(unique ? { unique } : {}),
	});
}

/** The id of a record of another table, which must exist: `to("merge_requests")`. */
export const to = (kind: string): ReturnType<typeof columns.to> => columns.to(tableOf(kind));
/** The same. The row is deleted with that other record. */
export const partOf = (kind: string): ReturnType<typeof columns.partOf> => columns.partOf(tableOf(kind));
/** The same, or null; null from when that other record is deleted. */
export const linkTo = (kind: string): ReturnType<typeof columns.linkTo> => columns.linkTo(tableOf(kind));
