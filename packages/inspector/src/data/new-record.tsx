import type { ReactElement } from "react";
import { bodyOf, control } from "../api/control";
import { useUndoable } from "../parts/use-undoable";
import { RecordForm } from "./record-form";
import { RecordHead } from "./record-head";
import type { TableInfo } from "./tables";
import { useRefresh } from "./use-record";

interface NewRecordProps {
	readonly table: TableInfo;
	readonly onClose: () => void;
	readonly onOpen: (id: string) => void;
}

/** A form that creates a row. The mock fills in the missing values. */
export function NewRecord({ table, onClose, onOpen }: NewRecordProps): ReactElement {
	const { offer } = useUndoable();
	const refresh = useRefresh();
	const create = async (fields: { readonly [column: string]: unknown }): Promise<void> => {
		const call = control.POST("/records/{table}", { params: { path: { table: table.name } }, body: fields });
		const made = await bodyOf(call);
		await refresh();
		const [row] = Array.isArray(made) ? made : [made];
		if (!row) return;
		const params = { path: { table: table.name, record_id: row.id }, query: { hard_delete: true } };
		offer(`Row ${row.id} of ${table.name} is created`, () =>
			control.DELETE("/records/{table}/{record_id}", { params }),
		);
		onOpen(String(row.id));
	};
	return (
		<section className="detail-pane" aria-label="Record">
			<RecordHead table={table.name} id="new" name={null} trail={[]} follow={() => ""} onClose={onClose} />
			<div className="panel">
				<p className="soft">Fill in what matters. The mock makes up the rest.</p>
				<RecordForm table={table} row={undefined} saveLabel="Create" onSave={create} onEdited={() => {}} />
			</div>
		</section>
	);
}
