import type { ReactElement } from "react";
import type { Detail } from "../api/control";
import { RowDiff } from "../parts/row-diff";

/** The rows that a request wrote. */
export function ChangesPanel({ entry: { changes, method, status } }: { entry: Detail }): ReactElement {
	if (changes.length > 0)
		return (
			<div className="stack">
				{changes.map((change) => (
					<RowDiff key={`${change.table} ${change.id}`} {...change} />
				))}
			</div>
		);
	const reason =
		status >= 400
			? "It was refused, so nothing was written."
			: method === "GET"
				? "It only reads."
				: "The platform wrote no row.";
	return (
		<div className="empty">
			<h2>This request changed nothing</h2>
			<p>{reason}</p>
		</div>
	);
}
