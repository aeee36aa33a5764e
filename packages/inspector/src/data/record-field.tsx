import { Eye } from "lucide-react";
import { type ReactElement, useId, useState } from "react";
import { RowPicker } from "../parts/row-picker";
import { isLong } from "./form-values";
import { type ColumnInfo, kindOf } from "./tables";

interface RecordFieldProps {
	readonly column: ColumnInfo;
	readonly text: string;
	readonly onChange: (text: string) => void;
	/** The table of the rows whose id the value is, or whose ids it lists. */
	readonly references: string | undefined;
	/** The name of the row whose id the value is. */
	readonly name: string | undefined;
	/** The message about an invalid value. */
	readonly fault: string | undefined;
	/** The default value of a new row. */
	readonly placeholder: string | undefined;
}

/** The field of a column. */
export function RecordField(props: RecordFieldProps): ReactElement {
	const { column, text, onChange, references, name, fault, placeholder } = props;
	const id = useId();
	const { kind, choices, isNullable } = kindOf(column);
	const [isShown, setShown] = useState(false);
	const [wasLong] = useState(() => isLong(text) || ["body", "description"].includes(column.name));
	const describedBy = fault === undefined ? undefined : `${id}-fault`;
	const common = {
		id,
		className: "field",
		"aria-invalid": fault !== undefined,
		"aria-describedby": describedBy,
		disabled: column.name === "id" && text !== "",
	};
	const list = references !== undefined && column.expected.startsWith("a list");
	return (
		<div className="labelled">
			<label className="label" htmlFor={id}>
				{column.name}
				{references && <span className="soft"> → {name ?? references}</span>}
			</label>
			{column.secret && !isShown && text !== "" ? (
				<div className="secret">
					<input {...common} type="password" value="••••••••" readOnly />
					<button
						type="button"
						className="button icon"
						aria-label={`Show ${column.name}`}
						onClick={() => setShown(true)}
					>
						<Eye size={16} aria-hidden />
					</button>
				</div>
			) : kind === "choice" || kind === "flag" ? (
				<select {...common} value={text} onChange={(event) => onChange(event.target.value)}>
					{(isNullable || text === "") && <option value="">{isNullable ? "null" : "–"}</option>}
					{(kind === "flag" ? ["true", "false"] : choices.map(String)).map((choice) => (
						<option key={choice}>{choice}</option>
					))}
				</select>
			) : references && !list ? (
				<RowPicker
					id={id}
					table={references}
					value={text}
					onChange={onChange}
					isInvalid={fault !== undefined}
					describedBy={describedBy}
					placeholder={placeholder}
				/>
			) : wasLong ? (
				<textarea
					{...common}
					rows={Math.min(8, Math.max(2, text.split("\n").length + Math.floor(text.length / 60)))}
					value={text}
					placeholder={placeholder}
					onChange={(event) => onChange(event.target.value)}
				/>
			) : (
				<input {...common} value={text} placeholder={placeholder} onChange={(event) => onChange(event.target.value)} />
			)}
			{fault && (
				<p className="fault" id={`${id}-fault`} role="alert">
					{fault}
				</p>
			)}
		</div>
	);
}
