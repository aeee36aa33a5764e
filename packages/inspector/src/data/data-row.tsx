import type { CSSProperties, ReactElement } from "react";
import { Link } from "wouter";
import { Cell } from "./cell";
import { type ColumnInfo, pointedTable, type Row, type TableInfo } from "./tables";

interface DataRowProps {
	readonly table: TableInfo;
	readonly columns: readonly ColumnInfo[];
	/** Undefined until the row is loaded. */
	readonly row: Row | undefined;
	readonly nameOf: (table: string, id: unknown) => string | undefined;
	readonly index: number;
	readonly isOpen: boolean;
	/** Whether this is the row that the keyboard shortcuts start from. */
	readonly isAt: boolean;
	readonly isNarrow: boolean;
	readonly style: CSSProperties;
	readonly addressOf: (id: string) => string;
	readonly onOpen: (index: number) => void;
}

/** A row of the list. Its id is a link to the record; a click anywhere in the row opens the record too. */
export function DataRow(props: DataRowProps): ReactElement {
	const { table, columns, row, nameOf, index, isOpen, isAt, isNarrow, style, addressOf, onOpen } = props;
	if (!row)
		return (
			<tr aria-rowindex={index + 2} className="data-row" style={style}>
				<td className="skeleton-line">
					<span className="hidden-text">Loading</span>
				</td>
			</tr>
		);
	return (
		// For the keyboard, the link in the row does the same.
		<tr
			aria-rowindex={index + 2}
			aria-current={isOpen}
			className={`data-row ${isAt ? "at" : ""}`}
			style={style}
			onClick={() => onOpen(index)}
		>
			{columns.map((column) =>
				column.name === "id" ? (
					<td key="id">
						<Link
							href={addressOf(String(row.id))}
							aria-label={`Open ${table.name} ${row.id}`}
							onClick={(event) => event.stopPropagation()}
						>
							{row.id}
						</Link>
					</td>
				) : (
					<td key={column.name}>
						{isNarrow && <span className="soft">{column.name} </span>}
						<Cell
							column={column}
							value={row[column.name]}
							references={pointedTable(table, column, row)}
							nameOf={nameOf}
						/>
					</td>
				),
			)}
		</tr>
	);
}
