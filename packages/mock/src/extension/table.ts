import * as columns from "../state/columns";
import { type Column, type Columns, type Fields, type Filled, serial } from "../state/columns";
import { type Definition, table as define } from "../state/definition";
import { tableOf } from "../state/kind";
import type { Key, Keys } from "../state/table";

type WithId<C> = { readonly id: Column<number> } & C;

/** The columns with the id of another record. Rows can be found by them. */
type Reference<C> = keyof C & `${string}_id`;

interface TableKeys<C, Group extends string, Unique extends string> {
	/** Additional groups of rows, by name: a column, several columns, or a function of the row. */
	readonly groups?: {
		readonly [name in Group]: (keyof C & string) | readonly (keyof C & string)[] | ((row: Fields<C>) => Keys);
	};
	/** Unique keys, by name. */
	readonly unique?: {
		readonly [name in Unique]: (keyof C & string) | readonly (keyof C & string)[] | ((row: Fields<C>) => Key | null);
	};
}

/**
 * Defines a table of an extension. An `id` is added, which starts at 1 unless you define it: `id: serial(5_001)`. Rows
 * can be found by each column that ends with `_id`: `state.approvals.in("user_id", 7)`.
 *
 * @param name Its name in `state`. In seeds and the control API, `approvalRules` is written as `approval_rules`.
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
		// The columns that end with `_id`, and the groups of the definition.
		groups: { ...Object.fromEntries(references.map((column) => [column, column])), ...groups } as never,
		...(unique ? { unique } : {}),
	});
}

/** The id of an existing record of another table: `to("merge_requests")`. */
export const to = (kind: string): ReturnType<typeof columns.to> => columns.to(tableOf(kind));
/** The id of an existing record of another table. The row is deleted together with that record. */
export const partOf = (kind: string): ReturnType<typeof columns.partOf> => columns.partOf(tableOf(kind));
/** The id of an existing record of another table, or null. Becomes null when that record is deleted. */
export const linkTo = (kind: string): ReturnType<typeof columns.linkTo> => columns.linkTo(tableOf(kind));
