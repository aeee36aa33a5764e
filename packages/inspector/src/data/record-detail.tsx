import { Tabs } from "@base-ui/react/tabs";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { ControlFailure, control } from "../api/control";
import { ErrorBoundary } from "../app/error-boundary";
import { useKeys } from "../app/keys";
import { DropMenu } from "../parts/drop-menu";
import { useUndoable } from "../parts/use-undoable";
import { ApiPanel } from "./api-panel";
import { ConflictPanel } from "./conflict-panel";
import type { DataState, Step } from "./data-url";
import { withoutSecrets } from "./form-values";
import { RecordForm } from "./record-form";
import { RecordHead } from "./record-head";
import { ReferencesPanel } from "./references-panel";
import type { TableInfo } from "./tables";
import { useRecord, useReferences } from "./use-record";

interface RecordDetailProps {
	readonly table: TableInfo;
	readonly id: number;
	readonly view: DataState;
	/** Whether there is room to show its parts beside each other. */
	readonly isWide: boolean;
	readonly onClose: () => void;
	readonly onAs: (as: string | undefined) => void;
	readonly follow: (step: Step, trail: readonly Step[]) => string;
	readonly list: (table: string, q: string) => string;
}

/** Returns a function that deletes the row, and offers to undo that. */
function useDelete(table: string, id: number, onClose: () => void): (isHard: boolean) => Promise<void> {
	const { callAndOffer } = useUndoable();
	return async (isHard) => {
		const params = { path: { table, record_id: id }, query: { hard_delete: isHard } };
		const call = () => control.DELETE("/records/{table}/{record_id}", { params });
		if (await callAndOffer(`Row ${id} of ${table} is deleted, with what belongs to it`, call)) onClose();
	};
}

/** Shows the parts of a record as columns, or as tabs. */
function Parts({
	parts,
	isWide,
}: {
	parts: readonly [name: string, content: ReactNode][];
	isWide: boolean;
}): ReactElement {
	if (isWide)
		return (
			<div className="record-parts">
				{parts.map(([name, content]) => (
					<section key={name} className="record-part" aria-label={name}>
						<h3>{name}</h3>
						{content}
					</section>
				))}
			</div>
		);
	return (
		<Tabs.Root defaultValue={parts[0]?.[0]} className="detail-tabs">
			<Tabs.List className="tabs">
				{parts.map(([name]) => (
					<Tabs.Tab key={name} className="tab" value={name}>
						{name}
					</Tabs.Tab>
				))}
			</Tabs.List>
			{parts.map(([name, content]) => (
				<Tabs.Panel key={name} value={name} className="panel">
					{content}
				</Tabs.Panel>
			))}
		</Tabs.Root>
	);
}

/** A row as it is stored, the row as the API shows it, and its references. */
export function RecordDetail(props: RecordDetailProps): ReactElement {
	const { table, id, view, isWide, onClose, onAs, follow, list } = props;
	const frame = useRef<HTMLElement>(null);
	const record = useRecord(table.name, id);
	const references = useReferences(table.name, id);
	const remove = useDelete(table.name, id, onClose);
	const { base, conflict } = record;
	// The user can press the key before the references are loaded.
	const [isFollowing, setIsFollowing] = useState(false);
	useKeys([{ key: "f", label: "Follow a reference", run: () => setIsFollowing(true) }]);
	useEffect(() => {
		if (!isFollowing || !base || !references) return;
		frame.current?.querySelector<HTMLElement>(".references a")?.focus();
		setIsFollowing(false);
	}, [isFollowing, base, references]);
	const head = (
		<RecordHead
			table={table.name}
			id={String(id)}
			name={references?.name}
			trail={view.trail}
			follow={follow}
			onClose={onClose}
		/>
	);
	if (!base)
		return (
			<section ref={frame} className="detail-pane" aria-label="Record">
				{head}
				{record.error ? (
					<div className="empty" role="alert">
						<h2>This row cannot be shown</h2>
						<p>
							{record.error instanceof ControlFailure && record.error.status === 404
								? `The table ${table.name} has no row ${id}: it may be deleted since.`
								: record.error.message}
						</p>
						<button type="button" className="button" onClick={record.retry}>
							Retry
						</button>
					</div>
				) : (
					<div className="panel" aria-busy="true">
						<div className="skeleton" />
					</div>
				)}
			</section>
		);
	const here: Step = { table: table.name, id: String(id) };
	const form = (
		<>
			{conflict && (
				<ConflictPanel
					conflict={conflict}
					base={base}
					onKeepMine={() => void record.save(conflict.mine, conflict.theirs.version)}
					onTakeTheirs={record.discard}
				/>
			)}
			<RecordForm
				key={base.version}
				table={table}
				row={base.row}
				saveLabel="Save"
				nameOf={(column, text) =>
					references?.to.find((one) => one.field === column && String(one.id) === text)?.name ?? undefined
				}
				onSave={record.save}
				onEdited={record.setEdited}
			>
				{table.name === "users" ? (
					<DropMenu
						label="Delete"
						items={[
							{ label: "Delete the user", note: "what they wrote stays", onSelect: () => void remove(false) },
							{ label: "Delete with all they wrote", onSelect: () => void remove(true) },
						]}
					/>
				) : (
					<button type="button" className="button" onClick={() => void remove(false)}>
						Delete
					</button>
				)}
			</RecordForm>
		</>
	);
	return (
		<section ref={frame} className="detail-pane" aria-label="Record">
			{head}
			<ErrorBoundary resetKey={base.version} data={withoutSecrets(table.columns, base.row)}>
				<Parts
					isWide={isWide}
					parts={[
						["Form", form],
						["API", <ApiPanel key="api" table={table.name} id={id} as={view.as} onAs={onAs} />],
						[
							"References",
							<ReferencesPanel
								key="references"
								references={references}
								follow={(step) => follow(step, [...view.trail, here])}
								list={list}
							/>,
						],
					]}
				/>
			</ErrorBoundary>
		</section>
	);
}
