import { Autocomplete } from "@base-ui/react/autocomplete";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactElement, useDeferredValue, useState } from "react";
import { bodyOf, control } from "../api/control";
import { layer } from "../api/host";
import { useWorld } from "../app/world";

/** A row that the field offers. */
export interface Choice {
	/** The text that goes into the field. */
	readonly value: string;
	/** The text beside the value. */
	readonly label: string;
}

interface RowPickerProps {
	readonly id: string;
	/** The table of the rows. */
	readonly table: string;
	/** Values that the rows must have, by column. */
	readonly filter?: { readonly [column: string]: string };
	readonly value: string;
	readonly onChange: (value: string) => void;
	/** The column whose value goes into the field, or the row's name. */
	readonly by?: string;
	readonly isInvalid?: boolean;
	readonly describedBy?: string | undefined;
	readonly placeholder?: string | undefined;
	readonly isRequired?: boolean;
}

/** Returns a description for a row without a name. */
const labelOf = (row: { readonly [column: string]: unknown }): string => {
	const found = ["title", "name", "body", "description", "ref", "text"].find(
		(column) => typeof row[column] === "string",
	);
	return found === undefined ? "" : String(row[found]).slice(0, 60);
};

/** A field that offers rows of a table. It accepts any other text too. */
export function RowPicker(props: RowPickerProps): ReactElement {
	const { id, table, filter = {}, value, onChange, by = "id", isInvalid, describedBy, placeholder, isRequired } = props;
	const world = useWorld();
	const [isOpen, setOpen] = useState(false);
	const [search, setSearch] = useState("");
	const text = useDeferredValue(search);
	const { data = [], isFetching } = useQuery({
		queryKey: ["choices", world, table, filter, by, text],
		enabled: isOpen,
		placeholderData: keepPreviousData,
		queryFn: async (): Promise<readonly Choice[]> => {
			const query = new URLSearchParams({ ...filter, limit: "12", names: "true", ...(text === "" ? {} : { q: text }) });
			const options = { params: { path: { table } }, querySerializer: () => String(query) };
			const { rows, names } = await bodyOf(control.GET("/records/{table}", options));
			return rows.map((row) => {
				const name = names?.[table]?.[String(row.id)];
				const chosen = by === "name" ? (name ?? String(row.id)) : String(row[by] ?? row.id);
				return { value: chosen, label: [by === "name" ? undefined : name, labelOf(row)].filter(Boolean).join(" ") };
			});
		},
	});
	return (
		<Autocomplete.Root
			items={data}
			mode="none"
			value={value}
			open={isOpen}
			onOpenChange={(open) => {
				setOpen(open);
				if (open) setSearch("");
			}}
			openOnInputClick
			itemToStringValue={(choice: Choice) => choice.value}
			onValueChange={(next, { reason }) => {
				onChange(next);
				if (reason === "input-change") setSearch(next);
			}}
		>
			<Autocomplete.Input
				id={id}
				className="field"
				aria-invalid={isInvalid}
				aria-describedby={describedBy}
				placeholder={placeholder}
				aria-required={isRequired}
			/>
			<Autocomplete.Portal container={layer()}>
				<Autocomplete.Positioner className="positioner" sideOffset={4} align="start">
					<Autocomplete.Popup className="popup" aria-busy={isFetching}>
						<Autocomplete.Empty className="empty-choices">
							{isFetching ? "Loading" : "No row matches"}
						</Autocomplete.Empty>
						<Autocomplete.List>
							{(choice: Choice) => (
								<Autocomplete.Item key={choice.value} value={choice} className="item">
									{choice.value}
									<span className="soft">{choice.label}</span>
								</Autocomplete.Item>
							)}
						</Autocomplete.List>
					</Autocomplete.Popup>
				</Autocomplete.Positioner>
			</Autocomplete.Portal>
		</Autocomplete.Root>
	);
}
