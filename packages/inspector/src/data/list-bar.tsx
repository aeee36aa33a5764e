import { Menu } from "@base-ui/react/menu";
import { Check, Columns3, X } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { layer } from "../api/host";
import { useKeys } from "../app/keys";
import { DropMenu } from "../parts/drop-menu";
import type { TableInfo } from "./tables";

interface ListBarProps {
	readonly table: TableInfo;
	readonly tables: readonly TableInfo[];
	readonly value: string;
	readonly columns: readonly string[];
	readonly isNarrow: boolean;
	readonly onChange: (value: string) => void;
	readonly onColumns: (columns: readonly string[]) => void;
	readonly onTable: (table: string) => void;
	readonly onNew: () => void;
	readonly onExport: () => void;
	readonly onImport: () => void;
}

/** The search field of the list, the choice of its columns, and the actions for the data. */
export function ListBar(props: ListBarProps): ReactElement {
	const { table, tables, value, columns, isNarrow, onChange, onColumns, onTable, onNew, onExport, onImport } = props;
	const field = useRef<HTMLInputElement>(null);
	useKeys([
		{ key: "/", label: "Filter the rows", run: () => field.current?.focus() },
		{ key: "n", label: "New row", run: onNew },
	]);
	const toggle = (name: string): void => {
		const order = table.columns.map((column) => column.name);
		const next = columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name];
		onColumns(order.filter((one) => next.includes(one)));
	};
	return (
		<search className="filter-bar data-bar">
			{isNarrow && (
				<select
					className="field"
					aria-label="Table"
					value={table.name}
					onChange={(event) => onTable(event.target.value)}
				>
					{tables.map(({ name }) => (
						<option key={name}>{name}</option>
					))}
				</select>
			)}
			<div className="filter-field">
				<input
					ref={field}
					className="field"
					aria-label="Filter rows"
					placeholder={`${table.columns[1]?.name ?? "id"}:value, or any text`}
					value={value}
					onChange={(event) => onChange(event.target.value)}
					onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
				/>
				{value !== "" && (
					<button type="button" className="button quiet icon" aria-label="Show all rows" onClick={() => onChange("")}>
						<X size={16} aria-hidden />
					</button>
				)}
			</div>
			<Menu.Root>
				<Menu.Trigger className="button icon" aria-label="Columns">
					<Columns3 size={16} aria-hidden />
				</Menu.Trigger>
				<Menu.Portal container={layer()}>
					<Menu.Positioner className="positioner" sideOffset={4} align="end">
						<Menu.Popup className="popup">
							{table.columns.map(({ name }) => (
								<Menu.CheckboxItem
									key={name}
									className="item"
									checked={columns.includes(name)}
									onCheckedChange={() => toggle(name)}
									closeOnClick={false}
								>
									<span className="tick">{columns.includes(name) && <Check size={14} aria-hidden />}</span>
									{name}
								</Menu.CheckboxItem>
							))}
						</Menu.Popup>
					</Menu.Positioner>
				</Menu.Portal>
			</Menu.Root>
			<button type="button" className="button" onClick={onNew}>
				New
			</button>
			<DropMenu
				label="Seed"
				heading="Everything the platform holds"
				items={[
					{ label: "Export as a seed file", onSelect: onExport },
					{ label: "Import a seed file", onSelect: onImport },
				]}
			/>
		</search>
	);
}
