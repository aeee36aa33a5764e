import type { ReactElement } from "react";

interface EmptyRowsProps {
	readonly table: string;
	readonly isFiltered: boolean;
	readonly onNew: () => void;
	readonly onShowAll: () => void;
}

/** The message of a list without rows. */
export function EmptyRows({ table, isFiltered, onNew, onShowAll }: EmptyRowsProps): ReactElement {
	return (
		<div className="empty">
			<h2>{isFiltered ? "No row matches" : `There are no ${table.replaceAll("_", " ")} yet`}</h2>
			{isFiltered ? (
				<button type="button" className="button" onClick={onShowAll}>
					Show all rows
				</button>
			) : (
				<button type="button" className="button primary" onClick={onNew}>
					New row
				</button>
			)}
		</div>
	);
}

interface FailedRowsProps {
	readonly error: Error;
	readonly onRetry: () => void;
	readonly onShowAll: () => void;
}

/** The reason why rows cannot be shown, for example a filter that the mock does not know. */
export function FailedRows({ error, onRetry, onShowAll }: FailedRowsProps): ReactElement {
	return (
		<div className="empty" role="alert">
			<h2>These rows cannot be shown</h2>
			<p>{error.message}</p>
			<div className="actions">
				<button type="button" className="button" onClick={onRetry}>
					Retry
				</button>
				<button type="button" className="button quiet" onClick={onShowAll}>
					Show all rows
				</button>
			</div>
		</div>
	);
}
