import { Check, Circle, TriangleAlert } from "lucide-react";
import { memo, type ReactElement } from "react";
import { Link } from "wouter";
import { inWorld } from "../app/world";
import { type Cell, cellOf, type OperationCoverage } from "./gaps";

interface MatrixRowProps {
	readonly coverage: OperationCoverage;
	readonly index: number;
	readonly statuses: readonly number[];
	/** The column of the cell that Tab leads to; undefined in all rows but one. */
	readonly active: number | undefined;
	readonly isSelected: boolean;
	readonly world: string | undefined;
}

function cellWords(cell: Cell, status: number): string {
	if (cell.kind === "undeclared") return `${status} is not in the contract`;
	if (cell.kind === "never") return `${status} never`;
	const often = cell.count === 1 ? "1 time" : `${cell.count} times`;
	return `${status} ${often}${cell.broken > 0 ? `, ${cell.broken} broke the contract` : ""}`;
}

/** Returns the link of a cell: to the requests with the status, or to what can be done about the gap. */
function pathOf(operation: string, status: number, { kind }: Cell): string | undefined {
	if (kind === "seen") return `/requests?q=${encodeURIComponent(`op:${operation} status:${status}`)}`;
	return kind === "never" ? `/coverage/${operation}?status=${status}` : undefined;
}

function CellFace({ cell }: { cell: Cell }): ReactElement {
	if (cell.kind === "undeclared") return <span aria-hidden>–</span>;
	if (cell.kind === "never") return <Circle size={12} aria-hidden />;
	const Icon = cell.broken > 0 ? TriangleAlert : Check;
	return (
		<>
			<Icon size={14} aria-hidden />
			{cell.count}
		</>
	);
}

/** An operation with a cell for each status. */
export const MatrixRow = memo(function MatrixRow({
	coverage,
	index,
	statuses,
	active,
	isSelected,
	world,
}: MatrixRowProps): ReactElement {
	const { operation } = coverage;
	return (
		// biome-ignore lint/a11y/noRedundantRoles: on a phone the row is a card, and no row to the browser.
		<tr role="row" aria-selected={isSelected}>
			{/* biome-ignore lint/a11y/noRedundantRoles: the same. */}
			<th scope="row" role="rowheader">
				<Link href={inWorld(`/coverage/${operation}`, world)}>{operation}</Link>
			</th>
			{statuses.map((status, column) => {
				const cell = cellOf(coverage, status);
				const path = pathOf(operation, status, cell);
				const words = cellWords(cell, status);
				const kind = cell.kind === "seen" && cell.broken > 0 ? "broken" : cell.kind;
				return (
					<td
						key={status}
						// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid has the focus.
						role="gridcell"
						data-cell={`${index} ${column}`}
						className={`cell ${kind}`}
						tabIndex={column === active ? 0 : -1}
					>
						{path === undefined ? (
							<span role="img" aria-label={words}>
								<CellFace cell={cell} />
							</span>
						) : (
							<Link href={inWorld(path, world)} tabIndex={-1} title={words}>
								<span className="hidden-text">
									{operation}: {words}
								</span>
								<span className="face" aria-hidden>
									<span className="cell-status mono">{status}</span>
									<CellFace cell={cell} />
								</span>
							</Link>
						)}
					</td>
				);
			})}
		</tr>
	);
});
