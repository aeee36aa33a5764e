import { Check, Circle, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, type ReactElement, useMemo, useState } from "react";
import { type OperationCoverage, statusesOf } from "./gaps";
import { MatrixRow } from "./matrix-row";

interface MatrixProps {
	readonly operations: readonly OperationCoverage[];
	readonly selected: string | undefined;
	/** The world that links stay in. */
	readonly world: string | undefined;
}

const steps: { readonly [key: string]: readonly [rows: number, columns: number] } = {
	ArrowUp: [-1, 0],
	ArrowDown: [1, 0],
	ArrowLeft: [0, -1],
	ArrowRight: [0, 1],
	PageUp: [-10, 0],
	PageDown: [10, 0],
};

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** Operations by statuses. Arrow keys move by cell; Enter opens what a cell leads to. */
export function Matrix({ operations, selected, world }: MatrixProps): ReactElement {
	const text = statusesOf(operations).join(" ");
	// The same list as long as there are the same statuses: rows are drawn again only if something of theirs changes.
	const statuses = useMemo(() => text.split(" ").map(Number), [text]);
	const [[row, column], setActive] = useState<readonly [number, number]>([0, 0]);
	const press = (event: KeyboardEvent<HTMLTableElement>): void => {
		const step = steps[event.key];
		const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
		if (!step || !cell || event.ctrlKey || event.metaKey || event.altKey) {
			if (event.key === "Enter" && cell === event.target) cell?.querySelector("a")?.click();
			return;
		}
		event.preventDefault();
		const [fromRow = 0, fromColumn = 0] = (cell.getAttribute("data-cell") ?? "").split(" ").map(Number);
		const next = [within(fromRow + step[0], operations.length), within(fromColumn + step[1], statuses.length)] as const;
		setActive(next);
		event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next[0]} ${next[1]}"]`)?.focus();
	};
	return (
		<div className="card matrix-frame">
			{/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is a grid, whose cells the arrow keys reach. */}
			<table className="matrix" role="grid" aria-label="Operations by statuses" onKeyDown={press}>
				<thead>
					<tr>
						<th scope="col">Operation</th>
						{statuses.map((status) => (
							<th key={status} scope="col" className="mono">
								{status}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{operations.map((one, index) => (
						<MatrixRow
							key={one.operation}
							coverage={one}
							index={index}
							statuses={statuses}
							active={index === within(row, operations.length) ? within(column, statuses.length) : undefined}
							isSelected={one.operation === selected}
							world={world}
						/>
					))}
				</tbody>
			</table>
			<p className="soft legend">
				<Check size={14} aria-hidden /> seen, how often &nbsp; <TriangleAlert size={14} aria-hidden /> broke the
				contract &nbsp; <Circle size={12} aria-hidden /> never &nbsp; – not in the contract
			</p>
		</div>
	);
}
