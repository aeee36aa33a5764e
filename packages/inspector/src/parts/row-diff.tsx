import type { ReactElement } from "react";

interface RowDiffProps {
	readonly table: string;
	readonly id: number;
	readonly before: object | null;
	readonly after: object | null;
}

const shown = (value: unknown): string => (value === undefined ? "–" : JSON.stringify(value));
const fieldOf = (row: object | null, field: string): unknown => (row === null ? undefined : Reflect.get(row, field));

/** The fields of a row that differ before and after a change. */
export function RowDiff({ table, id, before, after }: RowDiffProps): ReactElement {
	const kind = before === null ? "new" : after === null ? "deleted" : "changed";
	const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
	const differing = names.filter((name) => shown(fieldOf(before, name)) !== shown(fieldOf(after, name)));
	return (
		<section className={`row-diff ${kind}`} aria-label={`${table} ${id}, ${kind}`}>
			<h3>
				{table} {id} <span className="chip">{kind}</span>
			</h3>
			<div className="scroll">
				<table>
					<thead>
						<tr>
							<th scope="col">Field</th>
							{before !== null && <th scope="col">Before</th>}
							{after !== null && <th scope="col">After</th>}
						</tr>
					</thead>
					<tbody className="mono">
						{differing.map((name) => (
							<tr key={name}>
								<th scope="row">{name}</th>
								{before !== null && <td className="before">{shown(fieldOf(before, name))}</td>}
								{after !== null && <td className="after">{shown(fieldOf(after, name))}</td>}
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</section>
	);
}
