import { type FormEvent, type ReactElement, useState } from "react";
import type { FieldProps } from "./setting-field";

/** The initial value of each field when its setting is switched on. */
const first: { readonly [field: string]: string } = { requests: "600", period: "60", siteKey: "mock-site-key" };

/** A setting that is either off or has several fields. */
export function ObjectField({ label, choice, value, isWrong, onChange }: FieldProps): ReactElement {
	const [isOpen, setOpen] = useState(false);
	const fields = Object.entries(choice.fields ?? {});
	const isOn = value !== null && value !== undefined;
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const entries = fields.flatMap(([name, kind]): [string, unknown][] => {
			if (kind === "flag") return [[name, form.has(name)]];
			const text = String(form.get(name) ?? "").trim();
			return text === "" ? [] : [[name, kind === "number" ? Number(text) : text]];
		});
		onChange(Object.fromEntries(entries));
		setOpen(false);
	};
	const toggle = (on: boolean): void => {
		setOpen(on);
		if (!on && isOn) onChange(null);
	};
	return (
		<div className="stack">
			<label>
				<input
					type="checkbox"
					aria-label={label}
					checked={isOn || isOpen}
					onChange={(event) => toggle(event.target.checked)}
				/>{" "}
				{isOn ? "on" : isOpen ? "not saved" : "off"}
			</label>
			{(isOn || isOpen) && (
				<form onSubmit={submit} className="row" key={JSON.stringify(value)}>
					{fields.map(([name, kind]) => (
						<label key={name} className={kind === "flag" ? "inline" : "labelled"}>
							<span className="label">{name}</span>
							<input
								name={name}
								className={kind === "flag" ? undefined : "field narrow"}
								type={kind === "flag" ? "checkbox" : kind === "number" ? "number" : "text"}
								aria-invalid={isWrong}
								defaultChecked={Reflect.get(Object(value), name) === true}
								defaultValue={
									kind === "flag"
										? undefined
										: String(Reflect.get(Object(value), name) ?? (isOn ? "" : (first[name] ?? "")))
								}
							/>
						</label>
					))}
					<button type="submit" className="button low">
						Save
					</button>
				</form>
			)}
		</div>
	);
}

interface JsonFieldProps extends Omit<FieldProps, "choice"> {}

/** A field for a value as JSON. */
export function JsonField({ label, value, isWrong, onChange }: JsonFieldProps): ReactElement {
	const [fault, setFault] = useState<string>();
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		try {
			onChange(JSON.parse(String(new FormData(event.currentTarget).get("json"))));
			setFault(undefined);
		} catch (error) {
			setFault(error instanceof Error ? error.message : String(error));
		}
	};
	return (
		<form onSubmit={submit} className="stack" key={JSON.stringify(value)}>
			<textarea
				name="json"
				className="field"
				rows={3}
				aria-label={label}
				aria-invalid={isWrong || fault !== undefined}
				defaultValue={JSON.stringify(value, null, 2)}
			/>
			{fault && (
				<p className="fault" role="alert">
					{fault}
				</p>
			)}
			<button type="submit" className="button">
				Save
			</button>
		</form>
	);
}
