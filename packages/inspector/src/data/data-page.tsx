import { type ReactElement, useState } from "react";
import { Redirect, useSearchParams } from "wouter";
import { ErrorBoundary } from "../app/error-boundary";
import { LoadState } from "../parts/load-state";
import { useMessages } from "../parts/toasts";
import { useWidth } from "../parts/use-width";
import { useDataView } from "./data-url";
import { ImportDialog } from "./import-dialog";
import { ListBar } from "./list-bar";
import { NewRecord } from "./new-record";
import { RecordDetail } from "./record-detail";
import { RowGrid } from "./row-grid";
import { exportSeed } from "./seed-file";
import { TableList } from "./table-list";
import { type TableInfo, useCounts, useTables, usualColumns } from "./tables";

/** The page's minimum widths, in CSS pixels, for the tables beside the rows, and for a record's parts in columns. */
const besideFrom = 720;
const partsFrom = 1_000;

function Loaded({ tables, width }: { tables: readonly TableInfo[]; width: number }): ReactElement {
	const { view, openTable, openRow, row, follow, list, change, lookAs } = useDataView();
	const [query] = useSearchParams();
	const counts = useCounts();
	const [isImporting, setImporting] = useState(false);
	const { fail } = useMessages();
	const table = tables.find(({ name }) => name === view.table);
	const [first] = tables;
	const isNarrow = width < besideFrom;
	if (view.table === undefined && first) return <Redirect to={list(first.name, "")} replace />;
	if (!table)
		return (
			<div className="empty">
				<h2>There is no table “{view.table}”</h2>
				<button type="button" className="button" onClick={() => openTable(first?.name ?? "users")}>
					Show {first?.name}
				</button>
			</div>
		);
	const names = query.get("columns")?.split(",") ?? usualColumns(table);
	const columns = table.columns.filter(({ name }) => names.includes(name));
	const ordered = names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
	const close = (): void => openRow(undefined);
	return (
		<div className={`data ${view.id === undefined ? "" : "with-record"} ${isNarrow ? "narrow" : ""}`}>
			{!isNarrow && (
				<TableList tables={tables} counts={counts} selected={table.name} addressOf={(name) => list(name, "")} />
			)}
			<section className="row-pane" aria-label={`Table ${table.name}`}>
				<ListBar
					table={table}
					tables={tables}
					value={view.q}
					columns={ordered.map(({ name }) => name)}
					isNarrow={isNarrow}
					onChange={(q) => change({ q })}
					onColumns={(next) => change({ columns: next.join(",") })}
					onTable={openTable}
					onNew={() => openRow("new")}
					onExport={() => void exportSeed().catch(fail)}
					onImport={() => setImporting(true)}
				/>
				<RowGrid
					key={table.name}
					table={table}
					columns={isNarrow ? ordered.filter(({ name }) => name !== "iid").slice(0, 4) : ordered}
					view={view}
					isNarrow={isNarrow}
					addressOf={row}
					onOpen={openRow}
					onClose={close}
					onSort={(sort) => change({ sort })}
					onNew={() => openRow("new")}
					onShowAll={() => change({ q: undefined })}
				/>
			</section>
			{view.id !== undefined && (
				<ErrorBoundary resetKey={`${table.name} ${view.id}`}>
					{view.id === "new" ? (
						<NewRecord table={table} onClose={close} onOpen={openRow} />
					) : (
						<RecordDetail
							key={`${table.name} ${view.id}`}
							table={table}
							id={Number(view.id)}
							view={view}
							isWide={width >= partsFrom}
							onClose={close}
							onAs={lookAs}
							follow={follow}
							list={list}
						/>
					)}
				</ErrorBoundary>
			)}
			{isImporting && <ImportDialog onClose={() => setImporting(false)} />}
		</div>
	);
}

/** The tables, the rows of the selected table, and beside them the open record. */
export default function DataPage(): ReactElement {
	const [frame, width] = useWidth<HTMLDivElement>();
	const { data: tables, error, refetch } = useTables();
	return (
		<div ref={frame} className="data-frame">
			<h1 className="hidden-text">Data</h1>
			{tables && width !== undefined && <Loaded tables={tables} width={width} />}
			{!tables && <LoadState name="tables" error={error} onRetry={() => void refetch()} />}
		</div>
	);
}
