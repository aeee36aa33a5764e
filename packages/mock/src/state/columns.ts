/** The columns of tables. Each defines its valid values, and the value of a new row that does not set it. */

import type { AnyCheck, Check, Shape } from "../lib/checks";
import * as check from "../lib/checks";

/** Whether a new row must set the value, gets a default for it, or may omit the field. */
type Need = "given" | "filled" | "optional";

/** The default in a new row: a fixed value, the clock's time, or the value of another column. */
export type Default = { readonly value: unknown } | { readonly clock: true } | { readonly column: string };

/** What happens to a row when the row that it refers to is deleted: nothing, deletion, or a null reference. */
export type OnDelete = "nothing" | "delete" | "clear";

/** A column of any type. */
export interface AnyColumn {
	readonly check: AnyCheck;
	readonly default?: Default;
	readonly onDelete: OnDelete;
	/** The id of the first row. Tables use different ranges of ids, so that another table's id is not found. */
	readonly first?: number;
	/** Whether the value is a credential. */
	readonly isSecret: boolean;
	/** Only exists as a type, see `Need`. */
	readonly need?: Need;
}

type Facts = Partial<Omit<AnyColumn, "check" | "need">>;

/** A column with values of a type. */
export class Column<T, N extends Need = "given"> implements AnyColumn {
	readonly check: Check<T>;
	readonly default?: Default;
	readonly onDelete: OnDelete;
	readonly first?: number;
	readonly isSecret: boolean;
	declare readonly need?: N;

	constructor(of: Check<T>, { onDelete = "nothing", isSecret = false, ...facts }: Facts = {}) {
		this.check = of;
		this.onDelete = onDelete;
		this.isSecret = isSecret;
		if (facts.default) this.default = facts.default;
		if (facts.first) this.first = facts.first;
	}

	/** Sets the default of new rows. */
	or(value: T): Column<T, "filled"> {
		return new Column(this.check, { ...this, default: { value } });
	}

	/** Makes the clock's time the default of new rows. */
	now(): Column<T, "filled"> {
		return new Column(this.check, { ...this, default: { clock: true } });
	}

	/** Makes the value of another column the default of new rows. */
	like(column: string): Column<T, "filled"> {
		return new Column(this.check, { ...this, default: { column } });
	}

	/** Allows rows without the field. */
	optional(): Column<T, "optional"> {
		// A row without the value does not have the field, so the type is still T.
		return new Column(check.optional(this.check) as Check<T>, { ...this });
	}
}

export type Columns = { readonly [name: string]: AnyColumn };

/** The type of a column's values. */
export type TypeOf<C> = C extends { readonly check: Check<infer T> } ? T : never;
type Has<C, N extends Need> = C extends { readonly need?: N } ? true : false;

/** An object type with a field for each column. */
export type Fields<C> = {
	readonly [Name in keyof C as Has<C[Name], "optional"> extends true ? never : Name]: TypeOf<C[Name]>;
} & {
	readonly [Name in keyof C as Has<C[Name], "optional"> extends true ? Name : never]?: TypeOf<C[Name]>;
};

/** The names of the columns that have a default. */
export type Filled<C> = { [Name in keyof C]: Has<C[Name], "filled"> extends true ? Name : never }[keyof C];

/** The id of a row. New rows are numbered consecutively. */
export const serial = (first: number): Column<number> => new Column(check.id, { first });
/** A whole number from 1, such as the number of an issue within its project. */
export const count = (): Column<number> => new Column(check.id);
/** A string. */
export const text = (): Column<string> => new Column(check.text);
/** A credential, or a text that can be used as one. */
export const secret = (): Column<string> => new Column(check.text, { isSecret: true });
/** A number. */
export const number = (): Column<number> => new Column(check.number);
/** A boolean. Default: false. */
export const flag = (): Column<boolean, "filled"> => new Column(check.flag).or(false);
/** A time such as `2026-01-05T09:30:00.000Z`. */
export const time = (): Column<string> => new Column(check.time);
/** A date such as `2026-01-05`. */
export const day = (): Column<string> => new Column(check.day);
/** Any JSON value. */
export const json = (): Column<unknown> => new Column(check.json);
/** One of the listed values. */
export const oneOf = <const Words extends readonly (string | number)[]>(...words: Words): Column<Words[number]> =>
	new Column(check.oneOf(...words));

/** The id of an existing row of another table. */
export const to = (table: string): Column<number> => new Column(check.to(table));
/** The id of an existing row of another table. This row is deleted together with that row. */
export const partOf = (table: string): Column<number> => new Column(check.to(table), { onDelete: "delete" });
/** The id of an existing row of another table, or null. Becomes null when that row is deleted. */
export const linkTo = (table: string): Column<number | null, "filled"> =>
	new Column(check.nullable(check.to(table)), { onDelete: "clear", default: { value: null } });

/** A value or null. Default: null. */
export const nullable = <T, N extends Need>(of: Column<T, N>): Column<T | null, "filled"> =>
	new Column(check.nullable(of.check), { ...of, default: { value: null } });
/** A list. Default: empty. A list of references drops the ids of deleted rows. */
export const list = <T, N extends Need>(of: Column<T, N>): Column<readonly T[], "filled"> =>
	new Column(check.list(of.check), { onDelete: of.check.table ? "clear" : "nothing" }).or([]);
/** An object with any field names. Default: empty. */
export const dictionary = <T, N extends Need>(of: Column<T, N>): Column<{ readonly [name: string]: T }, "filled"> =>
	new Column(check.dictionary(of.check)).or({});
/** An object with exactly these fields. */
export const object = <const C extends Columns>(columns: C): Column<Fields<C>> =>
	new Column(check.object<Fields<C>>(shapeOf(columns)));
/** One of two object types. Only the first one has the field. */
export const either = <A extends object, B extends object>(field: string, a: Column<A>, b: Column<B>): Column<A | B> =>
	new Column(check.either(field, a.check, b.check));

/** Returns the checks of columns. */
export const shapeOf = <C extends Columns>(columns: C): Shape<Fields<C>> =>
	// Each column's check has the type of that field of the row.
	Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.check])) as Shape<Fields<C>>;

/** An object whose fields have defaults. */
export const section = <const C extends Columns>(columns: C): Column<Fields<C>, "filled"> => {
	const values = Object.entries(columns).map(([name, { default: initial }]): [string, unknown] => [
		name,
		initial && "value" in initial ? initial.value : undefined,
	]);
	// Each column of a section has a default.
	return object(columns).or(Object.fromEntries(values) as Fields<C>);
};
export const textOrNumber = (): Column<string | number> =>
	new Column(
		check.plain("a text or a number", (value) => typeof value === "string" || typeof value === "number", {
			type: ["string", "number"],
		}),
	);
