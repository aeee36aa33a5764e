import { type ReactElement, useId } from "react";
import type { Schemas } from "../../api/control";
import { JsonField, ObjectField } from "./object-field";
import { TextField } from "./text-field";

export interface FieldProps {
	readonly label: string;
	readonly choice: Schemas["SettingChoice"];
	readonly value: unknown;
	readonly isWrong: boolean;
	readonly onChange: (value: unknown) => void;
}

const isChecked = (value: unknown, key: string): boolean => Reflect.get(Object(value), key) !== false;

/** One check box per key. */
function Checks({
	label,
	keys,
	isOn,
	onChange,
}: {
	label: string;
	keys: readonly string[];
	isOn: (key: string) => boolean;
	onChange: (key: string, isOn: boolean) => void;
}): ReactElement {
	return (
		<fieldset className="checks">
			<legend className="hidden-text">{label}</legend>
			{keys.map((key) => (
				<label key={key}>
					<input type="checkbox" checked={isOn(key)} onChange={(event) => onChange(key, event.target.checked)} /> {key}
				</label>
			))}
		</fieldset>
	);
}

/** The field for a setting, which depends on the kind of its value. */
export function SettingField({ label, choice, value, isWrong, onChange }: FieldProps): ReactElement {
	const id = useId();
	const { kind, choices = [], keys = [] } = choice;
	if (kind === "flag")
		return (
			<input
				type="checkbox"
				aria-label={label}
				checked={value === true}
				onChange={(event) => onChange(event.target.checked)}
			/>
		);
	if (kind === "flags") {
		const off = keys.filter((key) => !isChecked(value, key)).length;
		return (
			<details>
				<summary>{off === 0 ? `All ${keys.length} on` : `${off} of ${keys.length} off`}</summary>
				<Checks
					label={label}
					keys={keys}
					isOn={(key) => isChecked(value, key)}
					onChange={(key, isOn) => onChange({ ...Object(value), [key]: isOn })}
				/>
			</details>
		);
	}
	if (kind === "choices") {
		const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
		return (
			<Checks
				label={label}
				keys={choices}
				isOn={(key) => chosen.includes(key)}
				onChange={(key, isOn) => onChange(isOn ? [...chosen, key] : chosen.filter((one) => one !== key))}
			/>
		);
	}
	if (kind === "object") return <ObjectField {...{ label, choice, value, isWrong, onChange }} />;
	if (kind === "choice" || kind === "choice-or-object") {
		const isOwn = typeof value !== "string";
		return (
			<div className="stack">
				<select
					id={id}
					className="field"
					aria-label={label}
					aria-invalid={isWrong}
					value={isOwn ? "" : value}
					onChange={(event) => onChange(event.target.value === "" ? {} : event.target.value)}
				>
					{choices.map((one) => (
						<option key={one}>{one}</option>
					))}
					{kind === "choice-or-object" && <option value="">custom</option>}
				</select>
				{isOwn && <JsonField label={`${label}, as JSON`} value={value} isWrong={isWrong} onChange={onChange} />}
			</div>
		);
	}
	return <TextField {...{ label, choice, value, isWrong, onChange }} />;
}
