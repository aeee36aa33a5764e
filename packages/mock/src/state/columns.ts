/** The columns of tables. Each says what a value must be, and what a new row gets if the value is missing. */

import type { AnyCheck, Check, Shape } from "../lib/checks";
import * as check from "../lib/checks";

/** Whether whoever inserts a row gives the value, may leave it to the default, or may leave it out of the row. */
type Need = "given" | "filled" | "optional";

/** What a new row gets: a fixed value, the clock's time, or the value of another column. */
export type Default = { readonly value: unknown } | { readonly clock: true } | { readonly column: string };

/** What happens to a row when the row that it refers to is deleted: nothing, it goes too, or the reference becomes null. */
export type OnDelete = "nothing" | "delete" | "clear";

/** A column of any type. */
export interface AnyColumn {
	readonly check: AnyCheck;
	readonly default?: Default;
	readonly onDelete: OnDelete;
	/** The id of the table's first row. Ids of tables lie apart, so that an id used for another kind of record finds nothing. */
	readonly first?: number;
	/** Whether it is a credential. */
	readonly isSecret: boolean;
	/** Only its type is there, see `Need`. */
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

	/** The default of new rows. */
	or(value: T): Column<T, "filled"> {
		return new Column(this.check, { ...this, default: { value } });
	}

	/** New rows get the clock's time. */
	now(): Column<T, "filled"> {
		return new Column(this.check, { ...this, default: { clock: true } });
	}

	/** New rows get what they have in another column. */
	like(column: string): Column<T, "filled"> {
		return new Column(this.check, { ...this, default: { column } });
	}

	/** Rows may lack it. */
	optional(): Column<T, "optional"> {
		// A row without the value has no such field, so that the type stays T.
		return new Column(check.optional(this.check) as Check<T>, { ...this });
	}
}

export type Columns = { readonly [name: string]: AnyColumn };

/** The type of a column's values. */
export type TypeOf<C> = C extends { readonly check: Check<infer T> } ? T : never;
type Has<C, N extends Need> = C extends { readonly need?: N } ? true : false;

/** An object with a field for each column. */
export type Fields<C> = {
	readonly [Name in keyof C as Has<C[Name], "optional"> extends true ? never : Name]: TypeOf<C[Name]>;
} & {
	readonly [Name in keyof C as Has<C[Name], "optional"> extends true ? Name : never]?: TypeOf<C[Name]>;
};

/** The names of the columns that a new row need not give. */
export type Filled<C> = { [Name in keyof C]: Has<C[Name], "filled"> extends true ? Name : never }[keyof C];

/** The id of the rows, in the order of their making. */
export const serial = (first: number): Column<number> => new Column(check.id, { first });
/** A whole number from 1 on, such as the number of an issue within its project. */
export const count = (): Column<number> => new Column(check.id);
/** A string. */
export const text = (): Column<string> => new Column(check.text);
/** A credential, or a text that works as one. */
export const secret = (): Column<string> => new Column(check.text, { isSecret: true });
/** A number. */
export const number = (): Column<number> => new Column(check.number);
/** False unless the row says otherwise. */
export const flag = (): Column<boolean, "filled"> => new Column(check.flag).or(false);
/** A time such as `2026-01-05T09:30:00.000Z`. */
export const time = (): Column<string> => new Column(check.time);
/** A date such as `2026-01-05`. */
export const day = (): Column<string> => new Column(check.day);
/** Any JSON. */
export const json = (): Column<unknown> => new Column(check.json);
/** One of these values. */
export const oneOf = <const Words extends readonly (string | number)[]>(...words: Words): Column<Words[number]> =>
	new Column(check.oneOf(...words));

/** The id of a row of another table, which must be there. */
export const to = (table: string): Column<number> => new Column(check.to(table));
/** The same. The row is deleted with that other row. */
export const partOf = (table: string): Column<number> => new Column(check.to(table), { onDelete: "delete" });
/** The same, or null; null from when that other row is deleted. */
export const linkTo = (table: string): Column<number | null, "filled"> =>
	new Column(check.nullable(check.to(table)), { onDelete: "clear", default: { value: null } });

/** Null unless the row says otherwise. */
export const nullable = <T, N extends Need>(of: Column<T, N>): Column<T | null, "filled"> =>
	new Column(check.nullable(of.check), { ...of, default: { value: null } });
/** Empty unless the row says otherwise. A list of references loses those to rows that are deleted. */
export const list = <T, N extends Need>(of: Column<T, N>): Column<readonly T[], "filled"> =>
	new Column(check.list(of.check), { onDelete: of.check.table ? "clear" : "nothing" }).or([]);
/** An object with any names; empty unless the row says otherwise. */
export const dictionary = <T, N extends Need>(of: Column<T, N>): Column<{ readonly [name: string]: T }, "filled"> =>
	new Column(check.dictionary(of.check)).or({});
/** An object with these fields and no others. */
export const object = <const C extends Columns>(columns: C): Column<Fields<C>> =>
	new Column(check.object<Fields<C>>(shapeOf(columns)));
/** One of two objects; the field is in the first one alone. */
export const either = <A extends object, B extends object>(field: string, a: Column<A>, b: Column<B>): Column<A | B> =>
	new Column(check.either(field, a.check, b.check));

/** The checks of columns. */
export const shapeOf = <C extends Columns>(columns: C): Shape<Fields<C>> =>
	// Each column's check is one of the type that the row has there.
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
