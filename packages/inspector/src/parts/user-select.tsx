import { type ReactElement, useId } from "react";
import { usePeople } from "../requests/send-menu";

interface UserSelectProps {
	readonly label: string;
	/** Undefined for an anonymous caller. */
	readonly value: string | undefined;
	readonly onChange: (username: string | undefined) => void;
}

/** A field that chooses the user who sends requests, or an anonymous caller. */
export function UserSelect({ label, value, onChange }: UserSelectProps): ReactElement {
	const people = usePeople();
	const names = value === undefined || people.includes(value) ? people : [value, ...people];
	const id = useId();
	return (
		<div className="user-select">
			<label className="soft" htmlFor={id}>
				{label}
			</label>
			<select
				id={id}
				className="field"
				value={value ?? "*nobody"}
				onChange={(event) => onChange(event.target.value === "*nobody" ? undefined : event.target.value)}
			>
				<option value="*nobody">nobody</option>
				{names.map((username) => (
					<option key={username}>{username}</option>
				))}
			</select>
		</div>
	);
}
