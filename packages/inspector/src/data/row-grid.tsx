import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactElement, useRef, useState } from "react";
import { useKeys } from "../app/keys";
import { DataRow } from "./data-row";
import type { DataState } from "./data-url";
import { EmptyRows, FailedRows } from "./no-rows";
import { SortHeader } from "./sort-header";
import type { ColumnInfo, TableInfo } from "./tables";
import { useRows } from "./use-rows";

interface RowGridProps {
	readonly table: TableInfo;
	readonly columns: readonly ColumnInfo[];
	readonly view: DataState;
	/** Whether rows are shown as cards. */
	readonly isNarrow: boolean;
	readonly onOpen: (id: string) => void;
	readonly addressOf: (id: string) => string;
	readonly onClose: () => void;
	readonly onSort: (sort: string) => void;
	readonly onNew: () => void;
	readonly onShowAll: () => void;
}

const isCoarse = matchMedia("(pointer: coarse)").matches;
const headHeight = 32;

const gap = 12;

/** Returns the minimum width of a column in CSS pixels, and its share of the remaining width. */
function widthOf({ name, references, schema }: ColumnInfo): [least: number, part: number] {
	if (name === "id" || name === "iid") return [64, 0];
	if (JSON.stringify(schema).includes("date-time")) return [132, 0];
	if (schema.type === "boolean" || schema.type === "integer" || schema.enum) return [96, 0];
	return references ? [112, 1] : [128, 2];
}

/** Returns the layout of the columns, the same for the head and for each row. */
function layoutOf(columns: readonly ColumnInfo[]): { template: string; least: number } {
	const widths = columns.map(widthOf);
	return {
		template: widths.map(([least, part]) => (part === 0 ? `${least}px` : `minmax(${least}px, ${part}fr)`)).join(" "),
		least: widths.reduce((sum, [least]) => sum + least + gap, gap),
	};
}

/** The rows of a table. Only the visible rows are drawn, and only the pages around them are loaded. */
export function RowGrid(props: RowGridProps): ReactElement {
	const { table, columns, view, isNarrow, addressOf, onOpen, onClose, onSort, onNew, onShowAll } = props;
	const frame = useRef<HTMLDivElement>(null);
	const [at, setAt] = useState(-1);
	const height = isNarrow ? 60 : isCoarse ? 44 : 32;
	const top = isNarrow ? 0 : headHeight;
	const [count, setCount] = useState(0);
	const virtual = useVirtualizer({
		count,
		getScrollElement: () => frame.current,
		estimateSize: () => height,
		scrollMargin: top,
		scrollPaddingStart: top,
		overscan: 10,
	});
	const items = virtual.getVirtualItems();
	const rows = useRows(table.name, view.q, view.sort, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
	// While another list is loading, the count of the previous one stays.
	if (rows.count !== undefined && rows.count !== count) setCount(rows.count);
	const choose = (index: number): void => {
		const next = Math.max(0, Math.min(count - 1, index));
		setAt(next);
		virtual.scrollToIndex(next, { align: "auto" });
		const row = rows.rowAt(next);
		if (row) onOpen(String(row.id));
	};
	const isOpen = (index: number): boolean => String(rows.rowAt(index)?.id) === view.id;
	const seen = items.find(({ index }) => isOpen(index))?.index;
	const current = seen ?? at;
	const page = Math.floor((frame.current?.clientHeight ?? 400) / height);
	const goTo = (index: number): void => {
		setAt(index);
		virtual.scrollToIndex(index);
	};
	useKeys([
		{ key: "j", label: "Next row", run: () => choose(current + 1) },
		{ key: "k", label: "Previous row", run: () => choose(current - 1) },
		{ key: "ArrowDown", label: "Next row", run: () => choose(current + 1) },
		{ key: "ArrowUp", label: "Previous row", run: () => choose(current - 1) },
		{ key: "PageDown", label: "A page further", run: () => goTo(Math.min(count - 1, current + page)) },
		{ key: "PageUp", label: "A page back", run: () => goTo(Math.max(0, current - page)) },
		{ key: "Home", label: "First row", run: () => goTo(0) },
		{ key: "End", label: "Last row", run: () => goTo(count - 1) },
		{ key: "Escape", label: "Close the record", run: onClose },
	]);
	if (rows.error) return <FailedRows error={rows.error} onRetry={rows.retry} onShowAll={onShowAll} />;
	if (rows.count === 0)
		return <EmptyRows table={table.name} isFiltered={view.q !== ""} onNew={onNew} onShowAll={onShowAll} />;
	const { template, least } = layoutOf(columns);
	return (
		<>
			<div ref={frame} className={`row-grid ${isNarrow ? "cards" : ""}`}>
				<table
					aria-label={`Rows of ${table.name}`}
					aria-rowcount={count + 1}
					aria-busy={rows.count === undefined}
					style={isNarrow ? undefined : { minWidth: least }}
				>
					<thead className={isNarrow ? "hidden-text" : "row-head"}>
						<tr aria-rowindex={1} style={{ gridTemplateColumns: template }}>
							{columns.map(({ name }) => (
								<SortHeader key={name} name={name} sort={view.sort} onSort={onSort} />
							))}
						</tr>
					</thead>
					<tbody className="row-body" style={{ height: virtual.getTotalSize() }}>
						{items.map(({ index, start, size }) => (
							<DataRow
								key={index}
								table={table}
								columns={columns}
								row={rows.rowAt(index)}
								nameOf={rows.nameOf}
								index={index}
								isOpen={isOpen(index)}
								isAt={index === at}
								isNarrow={isNarrow}
								style={{
									height: size,
									transform: `translateY(${start - top}px)`,
									...(isNarrow ? {} : { gridTemplateColumns: template }),
								}}
								addressOf={addressOf}
								onOpen={choose}
							/>
						))}
					</tbody>
				</table>
			</div>
			<p className="list-foot soft" role="status">
				{rows.count === undefined
					? "Loading"
					: `${rows.count.toLocaleString("en")} ${rows.count === 1 ? "row" : "rows"}`}
			</p>
		</>
	);
}
