import type { AnyCheck, JsonSchema } from "../../lib/checks";
import { kindNames, kindOf } from "../../seed/kinds";
import { namesOf } from "../../seed/names";
import type { AnyColumn, Default, OnDelete } from "../../state/columns";
import type { AnyDefinition } from "../../state/definition";
import { fieldOf, pointedTables } from "../../state/references";
import type { State } from "../../state/state";
import { tableNamed } from "./table-names";

/** A column, according to its definition. */
interface ColumnDescription {
	readonly name: string;
	/** A description of the valid values. */
	readonly expected: string;
	readonly schema: JsonSchema;
	/** The table whose id, or list of ids, the value is. */
	readonly references: string | null;
	readonly secret: boolean;
	/** Whether rows can lack it. */
	readonly optional: boolean;
	/** The default in a new row: a value, the time, or the value of another column. */
	readonly default: Default | null;
	readonly on_delete: OnDelete;
}

/** A table, according to its definition. */
interface TableDescription {
	readonly name: string;
	readonly count: number;
	readonly columns: readonly ColumnDescription[];
	/** Whether its rows have names that other records can use in place of ids. */
	readonly named: boolean;
	/** The two fields that refer to a row of one of several tables: its kind and its id. */
	readonly points: {
		readonly kind: string;
		readonly id: string;
		readonly tables: { readonly [kind: string]: string | null };
	} | null;
}

const formats: { readonly [ref: string]: JsonSchema } = {
	"#/$defs/time": { type: "string", format: "date-time" },
	"#/$defs/day": { type: "string", format: "date" },
};

/** Returns a schema without references to the definitions of seed files. */
function standalone(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(standalone);
	if (typeof value !== "object" || value === null) return value;
	const reference: unknown = Reflect.get(value, "$ref");
	if (typeof reference === "string" && formats[reference]) return formats[reference];
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, standalone(one)]));
}

const schemaOf = (check: AnyCheck): JsonSchema => Object(standalone(check.schema ?? {}));

const kindOfTable = (table: string | null | undefined): string | null => (table ? kindOf(table) : null);

const columnOf = ([name, column]: [string, AnyColumn]): ColumnDescription => ({
	name,
	expected: column.check.expected,
	schema: schemaOf(column.check),
	references: kindOfTable(column.check.table),
	secret: column.isSecret,
	optional: column.check.optional === true,
	default: column.default ?? null,
	on_delete: column.onDelete,
});

function pointsOf({ points, columns }: AnyDefinition): TableDescription["points"] {
	const [kind, id] = points ?? [];
	if (kind === undefined || id === undefined) return null;
	const [column = "", ...inner] = kind.split(".");
	// The kinds are the values of the column itself, or of a field in it.
	const schema: unknown = Reflect.get(columns, column)?.check.schema;
	const path = inner.map((name) => `properties.${name}`).join(".");
	const branch: unknown = Reflect.get(Object(schema), "anyOf")?.[0] ?? schema;
	const part = path === "" ? branch : fieldOf(Object(branch), path);
	const words: unknown = Reflect.get(Object(part), "enum");
	const kinds = Array.isArray(words) ? words.filter((word) => typeof word === "string") : Object.keys(pointedTables);
	const tables = kinds.map((word): [string, string | null] => [word, kindOfTable(pointedTables[word])]);
	return { kind, id, tables: Object.fromEntries(tables) };
}

/** Returns every table with its columns and its number of rows. */
export const describeTables = (state: State): readonly TableDescription[] =>
	kindNames(state).map((name) => {
		const table = tableNamed(name, state);
		const definition = state.definition(table);
		return {
			name,
			count: state.table(table).size,
			columns: Object.entries(definition.columns).map(columnOf),
			named: namesOf(table) !== undefined,
			points: pointsOf(definition),
		};
	});
