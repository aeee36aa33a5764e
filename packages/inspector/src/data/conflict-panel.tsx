import type { ReactElement } from "react";
import type { Conflict, ReadRow } from "./use-record";

interface ConflictPanelProps {
	readonly conflict: Conflict;
	/** The row as it was when the user began to edit. */
	readonly base: ReadRow;
	readonly onKeepMine: () => void;
	readonly onTakeTheirs: () => void;
}

const shown = (value: unknown): string => (value === undefined ? "–" : JSON.stringify(value));

/** Shows both versions of a row that someone else changed meanwhile, and asks which one to keep. */
export function ConflictPanel({ conflict, base, onKeepMine, onTakeTheirs }: ConflictPanelProps): ReactElement {
	const { mine, theirs } = conflict;
	const fields = [...new Set([...Object.keys(mine), ...Object.keys(theirs.row)])].filter(
		(name) => Object.hasOwn(mine, name) || shown(base.row[name]) !== shown(theirs.row[name]),
	);
	return (
		<section className="conflict" role="alert" aria-label="Conflict">
			<h3>Somebody changed this row while you edited it</h3>
			<div className="scroll">
				<table>
					<thead>
						<tr>
							<th scope="col">Field</th>
							<th scope="col">Yours</th>
							<th scope="col">Stored now</th>
						</tr>
					</thead>
					<tbody className="mono">
						{fields.map((name) => (
							<tr key={name}>
								<th scope="row">{name}</th>
								<td>{shown(Object.hasOwn(mine, name) ? mine[name] : theirs.row[name])}</td>
								<td>{shown(theirs.row[name])}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
			<div className="actions">
				<button type="button" className="button primary" onClick={onKeepMine}>
					Save yours
				</button>
				<button type="button" className="button" onClick={onTakeTheirs}>
					Take what is stored
				</button>
			</div>
		</section>
	);
}
