import { type ReactElement, type ReactNode, useState } from "react";
import { ControlFailure } from "../api/control";
import { OtherFaults } from "../parts/other-faults";
import { changesIn, changesOf, type Draft, textOf, withoutSecrets } from "./form-values";
import { RecordField } from "./record-field";
import { type ColumnInfo, pointedTable, type Row, type TableInfo } from "./tables";

interface RecordFormProps {
	readonly table: TableInfo;
	/** The stored row; undefined for a new one. */
	readonly row: Row | undefined;
	readonly saveLabel: string;
	/** Returns the name of the row that a column refers to. */
	readonly nameOf?: (column: string, id: string) => string | undefined;
	/** Throws the mock's error if it refuses the changes. */
	readonly onSave: (changes: { readonly [column: string]: unknown }) => Promise<void>;
	readonly onEdited: (isEdited: boolean) => void;
	/** Shown beside the button that saves. */
	readonly children?: ReactNode;
}

/** Returns the default value of a column in a new row, as text. */
function placeholderOf({ default: initial }: ColumnInfo): string | undefined {
	if (!initial) return undefined;
	if (initial.clock) return "now";
	return initial.column === undefined ? textOf(initial.value) || "null" : `as ${initial.column}`;
}

/** Returns the column of a fault. */
const columnAt = (pointer: string): string => pointer.split("/")[1] ?? "";

/** A row as a form with fields, or as JSON. */
export function RecordForm({
	table,
	row,
	saveLabel,
	nameOf,
	onSave,
	onEdited,
	children,
}: RecordFormProps): ReactElement {
	const [draft, setDraft] = useState<Draft>({});
	const [json, setJson] = useState<string>();
	const [failure, setFailure] = useState<Error>();
	const [isBusy, setBusy] = useState(false);
	const base: Partial<Row> = row ?? {};
	// A secret that is still hidden in the JSON was not changed.
	const hidden = withoutSecrets(table.columns, base);
	const changes = (): { [column: string]: unknown } =>
		json === undefined ? changesOf(table.columns, base, draft) : changesIn(json, hidden);
	const faults = failure instanceof ControlFailure ? failure.faults : [];
	const names = table.columns.map(({ name }) => name);
	const others = faults.filter(({ pointer }) => json !== undefined || !names.includes(columnAt(pointer)));
	const save = async (): Promise<void> => {
		setBusy(true);
		setFailure(undefined);
		try {
			await onSave(changes());
		} catch (error) {
			setFailure(error instanceof Error ? error : new Error(String(error)));
		} finally {
			setBusy(false);
		}
	};
	const edit = (next: Draft): void => {
		setDraft(next);
		onEdited(Object.keys(changesOf(table.columns, base, next)).length > 0);
	};
	const toggle = (): void => {
		if (json === undefined) {
			setJson(JSON.stringify({ ...hidden, ...changes() }, null, 2));
			return;
		}
		try {
			setDraft(
				Object.fromEntries(Object.entries(changesIn(json, hidden)).map(([name, value]) => [name, textOf(value)])),
			);
			setJson(undefined);
			setFailure(undefined);
		} catch (error) {
			setFailure(new Error(`This is not JSON yet: ${error instanceof Error ? error.message : error}`));
		}
	};
	return (
		<form
			className="record-form"
			aria-label={row ? `Row ${row.id}` : "New row"}
			onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}
			onKeyDown={(event) => {
				if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
			}}
		>
			<div className="actions form-actions">
				<button type="submit" className="button primary" disabled={isBusy}>
					{saveLabel}
				</button>
				{children}
				<button type="button" className="button quiet" aria-pressed={json !== undefined} onClick={toggle}>
					JSON
				</button>
			</div>
			{failure && faults.length === 0 && (
				<p className="fault" role="alert">
					{failure.message}
				</p>
			)}
			<OtherFaults faults={others} />
			{json === undefined ? (
				<div className="record-fields">
					{table.columns.map((column) => (
						<RecordField
							key={column.name}
							column={column}
							text={draft[column.name] ?? textOf(base[column.name])}
							onChange={(text) => edit({ ...draft, [column.name]: text })}
							references={pointedTable(table, column, { id: 0, ...base, ...draft })}
							name={nameOf?.(column.name, draft[column.name] ?? textOf(base[column.name]))}
							fault={faults.find(({ pointer }) => columnAt(pointer) === column.name)?.message}
							placeholder={row ? undefined : placeholderOf(column)}
						/>
					))}
				</div>
			) : (
				<textarea
					className="field record-json"
					aria-label="Row as JSON"
					rows={16}
					value={json}
					onChange={(event) => {
						setJson(event.target.value);
						onEdited(true);
					}}
				/>
			)}
		</form>
	);
}
