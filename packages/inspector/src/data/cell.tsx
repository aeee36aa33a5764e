import type { ReactElement } from "react";
import type { ColumnInfo } from "./tables";

interface CellProps {
	readonly column: ColumnInfo;
	readonly value: unknown;
	/** The table of the rows whose id the value is, or whose ids it lists. */
	readonly references: string | undefined;
	/** Returns the name of a row of a table. */
	readonly nameOf: (table: string, id: unknown) => string | undefined;
}

const isTime = (value: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);

/** Returns a row's value as text. Shows names for ids, and hides secrets. */
function textOf({ column, value, references, nameOf }: CellProps): string {
	if (value === null || value === undefined) return "–";
	if (column.secret) return "••••••";
	if (references)
		return [value]
			.flat()
			.map((id) => nameOf(references, id) ?? String(id))
			.join(", ");
	if (typeof value === "string") return isTime(value) ? value.slice(0, 16).replace("T", " ") : value;
	if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The cell of a value in a list of rows. */
export function Cell(props: CellProps): ReactElement {
	const { value, references } = props;
	const text = textOf(props);
	const kind =
		value === null || value === undefined || value === false ? "soft" : typeof value === "number" ? "mono" : "";
	return (
		<span className={`cell-text ${references ? "pointer" : kind}`} title={text.length > 24 ? text : undefined}>
			{text}
		</span>
	);
}
