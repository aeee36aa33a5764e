import { type ReactElement, useEffect, useState } from "react";
import type { FieldProps } from "./setting-field";

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));

/** A field for a text, a number or a list of texts. Enter or leaving the field saves it. */
export function TextField({ label, choice, value, isWrong, onChange }: FieldProps): ReactElement {
	const { kind, unit, minimum, maximum, initial } = choice;
	const [text, setText] = useState(textOf(value));
	useEffect(() => setText(textOf(value)), [value]);
	const commit = (): void => {
		if (text === textOf(value)) return;
		if (kind === "number") onChange(text.trim() === "" ? null : Number(text));
		else if (kind === "texts")
			onChange(
				text
					.split(",")
					.map((part) => part.trim())
					.filter((part) => part !== ""),
			);
		// A setting can only be null if its initial value is null.
		else onChange(text === "" && initial === null ? null : text);
	};
	return (
		<span className="actions">
			<input
				className="field"
				aria-label={label}
				aria-invalid={isWrong}
				type={kind === "number" ? "number" : "text"}
				min={minimum}
				max={maximum}
				value={text}
				onChange={(event) => setText(event.target.value)}
				onBlur={commit}
				onKeyDown={(event) => event.key === "Enter" && commit()}
			/>
			{unit && <span className="soft">{unit}</span>}
		</span>
	);
}
