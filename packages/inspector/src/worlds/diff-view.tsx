import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { bodyOf, control, type Schemas } from "../api/control";
import { LoadState } from "../parts/load-state";
import { RowDiff } from "../parts/row-diff";

type Diff = Schemas["StateDiff"];
type TableDiff = Diff[string];

/** The maximum number of rows of a table that are shown at first. */
const mostShown = 20;

/** Returns the columns that contain credentials, by table. */
const useSecrets = () =>
	useQuery({
		queryKey: ["secret-columns"],
		queryFn: () => bodyOf(control.GET("/tables")),
		staleTime: Number.POSITIVE_INFINITY,
		select: ({ tables }) =>
			new Map(
				tables.map(({ name, columns }) => [
					name,
					new Set(columns.filter(({ secret }) => secret).map((column) => column.name)),
				]),
			),
	});

/** Hides the credentials of a row, in other columns too: the name of an unnamed token is the token itself. */
function masked(row: object, secrets: ReadonlySet<string> | undefined, mark: string): object {
	const fields = Object.entries(row);
	const hidden = new Set(fields.filter(([name]) => secrets?.has(name)).map(([, value]) => value));
	hidden.delete(null);
	return Object.fromEntries(fields.map(([name, value]) => [name, hidden.has(value) ? mark : value]));
}

/** Converts a table's name in a state, such as `mergeRequests`, to its name in the control API, `merge_requests`. */
const kindOf = (table: string): string => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const countWords = ({ added, changed, removed }: TableDiff): string =>
	[
		added.length > 0 ? `+${added.length}` : "",
		changed.length > 0 ? `~${changed.length}` : "",
		removed.length > 0 ? `−${removed.length}` : "",
	]
		.filter((part) => part !== "")
		.join(" ");

function TableSection({
	table,
	diff,
	secrets,
}: {
	table: string;
	diff: TableDiff;
	secrets: ReadonlySet<string> | undefined;
}) {
	const [isAll, setAll] = useState(false);
	const rows = [
		...diff.changed.map(({ id, before, after }) => ({
			id,
			before: masked(before, secrets, "(before)"),
			after: masked(after, secrets, "(changed)"),
		})),
		...diff.added.map((row) => ({ id: row.id, before: null, after: masked(row, secrets, "(hidden)") })),
		...diff.removed.map((row) => ({ id: row.id, before: masked(row, secrets, "(hidden)"), after: null })),
	];
	const shown = isAll ? rows : rows.slice(0, mostShown);
	return (
		<details open className="table-diff">
			<summary>
				<strong>{table}</strong> <span className="mono">{countWords(diff)}</span>
			</summary>
			<div className="stack">
				{shown.map(({ id, before, after }) => (
					<RowDiff key={id} table={table} id={id} before={before} after={after} />
				))}
				{rows.length > shown.length && (
					<button type="button" className="button" onClick={() => setAll(true)}>
						Show all {rows.length} rows
					</button>
				)}
			</div>
		</details>
	);
}

/** The differences between two states, by table, row and field. */
export function DiffView({ diff }: { diff: Diff }): ReactElement {
	const { data: secrets, error, refetch } = useSecrets();
	const tables = Object.entries(diff);
	// Nothing is shown until the columns to hide are known.
	if (!secrets) return <LoadState name="difference" error={error} onRetry={() => void refetch()} />;
	if (tables.length === 0) return <p role="status">They are the same.</p>;
	return (
		<div className="stack">
			<p role="status">{tables.map(([table, one]) => `${kindOf(table)} ${countWords(one)}`).join(", ")}</p>
			{tables.map(([table, one]) => (
				<TableSection key={table} table={kindOf(table)} diff={one} secrets={secrets.get(kindOf(table))} />
			))}
		</div>
	);
}
