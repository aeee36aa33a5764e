import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { bodyOf, control, type Schemas } from "../api/control";
import { useWorld } from "../app/world";

export type TableInfo = Schemas["Table"];
export type ColumnInfo = Schemas["Column"];
export type Row = Schemas["Record"];

/** Returns the definitions of the tables. They do not change while the mock runs. */
export function useTables(): UseQueryResult<readonly TableInfo[]> {
	const world = useWorld();
	return useQuery({
		queryKey: ["tables", world],
		queryFn: async () => (await bodyOf(control.GET("/tables"))).tables,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Returns the number of rows of each table. */
export function useCounts(): { readonly [table: string]: number } | undefined {
	const world = useWorld();
	const { data } = useQuery({
		queryKey: ["counts", world],
		queryFn: () => bodyOf(control.GET("/records")),
		refetchInterval: 5_000,
	});
	return data;
}

/** The kind of a column's values. Determines how they are shown and edited. */
export interface ColumnKind {
	readonly kind: "flag" | "choice" | "number" | "text" | "json";
	readonly isNullable: boolean;
	/** The values of a choice. */
	readonly choices: readonly (string | number)[];
}

const isWord = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** Returns the kind of a column's values. */
export function kindOf({ schema }: ColumnInfo): ColumnKind {
	const branches: unknown = schema.anyOf;
	const [first] = Array.isArray(branches) ? branches : [schema];
	const types = [Reflect.get(Object(first), "type")].flat();
	const words: unknown = Reflect.get(Object(first), "enum");
	const isNullable =
		Array.isArray(branches) || types.includes("null") || (Array.isArray(words) && words.includes(null));
	if (Array.isArray(words)) return { kind: "choice", isNullable, choices: words.filter(isWord) };
	const type: unknown = types.find((one) => one !== "null");
	const kind =
		type === "boolean"
			? "flag"
			: type === "integer" || type === "number"
				? "number"
				: type === "string"
					? "text"
					: "json";
	return { kind, isNullable, choices: [] };
}

/** The names of the columns that identify a row best, best first. */
const telling = [
	"iid",
	"full_path",
	"username",
	"title",
	"name",
	"body",
	"state",
	"status",
	"ref",
	"slug",
	"kind",
	"email",
];

/** Returns the columns that a list shows by default: the row's name, its references, and when it was created. */
export function usualColumns({ columns, points }: TableInfo): string[] {
	const rank = ({ name, references, secret }: ColumnInfo): number => {
		if (secret) return 99;
		const at = telling.indexOf(name);
		if (at >= 0) return at;
		if (points && [points.kind, points.id].includes(name)) return 20;
		if (references) return 30;
		return name === "created_at" ? 40 : 50;
	};
	const order = columns.map(({ name }) => name);
	const chosen = columns
		.filter(({ name }) => name !== "id")
		.map((column) => ({ name: column.name, rank: rank(column) }))
		.sort((a, b) => a.rank - b.rank || order.indexOf(a.name) - order.indexOf(b.name))
		.slice(0, 7);
	return ["id", ...chosen.map(({ name }) => name)];
}

/** Returns the table that a column of a row refers to: the column's own, or the one that the row's pointer names. */
export function pointedTable({ points }: TableInfo, column: ColumnInfo, row: Row): string | undefined {
	if (column.references) return column.references;
	// If the pointer's id is inside an object, no column has its name.
	if (points?.id !== column.name) return undefined;
	return points.tables[String(row[points.kind])] ?? undefined;
}
