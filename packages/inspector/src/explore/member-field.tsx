import { type ReactElement, useId } from "react";
import { RowPicker } from "../parts/row-picker";
import { FileField } from "./file-field";
import type { Member } from "./operations";
import { plainSchema, type Texts } from "./params";

interface MemberFieldProps {
	readonly member: Member;
	readonly texts: Texts;
	readonly onChange: (text: string) => void;
	readonly fault: string | undefined;
}

/** Returns a filter for the rows of the project or group that another parameter names. */
function filterOf({ pick }: Member, texts: Texts): { readonly [column: string]: string } {
	const value = pick?.within ? texts[pick.within.parameter] : undefined;
	if (!pick?.within || !value) return {};
	return { [/^\d+$/.test(value) ? pick.within.id : pick.within.name]: value };
}

/** The field of a parameter. */
export function MemberField({ member, texts, onChange, fault }: MemberFieldProps): ReactElement {
	const id = useId();
	const { name, required, pick, schema, description, deprecated } = member;
	const { type, choices, format } = plainSchema(schema);
	const text = texts[name] ?? "";
	const common = {
		id,
		className: "field",
		"aria-invalid": fault !== undefined,
		"aria-describedby": fault === undefined ? undefined : `${id}-fault`,
		"aria-required": required,
	};
	const isLong = ["body", "description", "content"].includes(name) || type === "object" || text.includes("\n");
	const words = choices.length > 0 ? choices.map(String) : type === "boolean" ? ["true", "false"] : [];
	return (
		<div className="labelled">
			<label className="label" htmlFor={id} title={description}>
				{name}
				{required && <span aria-hidden>*</span>}
				{deprecated && <span className="soft"> deprecated</span>}
			</label>
			{words.length > 0 ? (
				<select {...common} value={text} onChange={(event) => onChange(event.target.value)}>
					<option value="">–</option>
					{words.map((word) => (
						<option key={word}>{word}</option>
					))}
				</select>
			) : pick ? (
				<RowPicker
					id={id}
					table={pick.table}
					by={pick.by}
					filter={filterOf(member, texts)}
					value={text}
					onChange={onChange}
					isInvalid={fault !== undefined}
					describedBy={common["aria-describedby"]}
					isRequired={required}
				/>
			) : format === "binary" ? (
				<FileField input={common} name={name} text={text} onChange={onChange} />
			) : isLong ? (
				<textarea {...common} rows={3} value={text} onChange={(event) => onChange(event.target.value)} />
			) : (
				<input
					{...common}
					value={text}
					placeholder={type === "array" ? "a, b" : type}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
			{fault && (
				<p className="fault" id={`${id}-fault`} role="alert">
					{fault}
				</p>
			)}
		</div>
	);
}
