import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { bodyOf, control, type Schemas } from "../api/control";
import { useWorld } from "../app/world";

export type TableInfo = Schemas["Table"];
export type ColumnInfo = Schemas["Column"];
export type Row = Schemas["Record"];

/** The tables as their definitions have them. They stay as they are while the mock runs. */
export function useTables(): UseQueryResult<readonly TableInfo[]> {
	const world = useWorld();
	return useQuery({
		queryKey: ["tables", world],
		queryFn: async () => (await bodyOf(control.GET("/tables"))).tables,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** How many rows each table has. */
export function useCounts(): { readonly [table: string]: number } | undefined {
	const world = useWorld();
	const { data } = useQuery({
		queryKey: ["counts", world],
		queryFn: () => bodyOf(control.GET("/records")),
		refetchInterval: 5_000,
	});
	return data;
}

/** What kind of value a column has, for how it is shown and edited. */
export interface ColumnKind {
	readonly kind: "flag" | "choice" | "number" | "text" | "json";
	readonly isNullable: boolean;
	/** The words of a choice. */
	readonly choices: readonly (string | number)[];
}

const isWord = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** Reads a column's schema. */
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

/** Names of columns that say most about a row, the best first. */
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

/** The columns that a list shows first: what a row is called, what it refers to, and when it was made. */
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

/** The table that a column of a row leads to: the column's own, or the one that the row's pointer names. */
export function pointedTable({ points }: TableInfo, column: ColumnInfo, row: Row): string | undefined {
	if (column.references) return column.references;
	// What lies in an object is not a column by itself.
	if (points?.id !== column.name) return undefined;
	return points.tables[String(row[points.kind])] ?? undefined;
}
