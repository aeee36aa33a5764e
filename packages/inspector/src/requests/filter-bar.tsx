import { Menu } from "@base-ui/react/menu";
import { Check, ListFilter, Pause, Play, Trash2, X } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { layer } from "../api/host";
import { useKeys } from "../app/keys";
import { toggleCondition, verdictNames } from "./filter";

interface FilterBarProps {
	readonly value: string;
	readonly onChange: (value: string) => void;
	/** The users in the list, as suggestions. */
	readonly users: readonly string[];
	readonly operations: readonly string[];
	/** The buttons that pause and clear the list; absent if it cannot be paused. */
	readonly hold?: { readonly isPaused: boolean; readonly onPause: () => void; readonly onClear: () => void };
}

const verdictLabels: { readonly [name: string]: string } = {
	refused: "Refused",
	failed: "Failed or no response",
	unmatched: "No such operation",
	struck: "Changed by a rule",
	broken: "Breaks the contract",
	changed: "Wrote rows",
};

/** The filter field of the list, and the actions for the list. */
export function FilterBar({ value, onChange, users, operations, hold }: FilterBarProps): ReactElement {
	const field = useRef<HTMLInputElement>(null);
	useKeys([
		{ key: "/", label: "Filter the requests", run: () => field.current?.focus() },
		...(hold
			? [
					{ key: "p", label: "Pause or go on", run: hold.onPause },
					{ key: "x", label: "Clear the list", run: hold.onClear },
				]
			: []),
	]);
	const parts = value.split(/\s+/);
	const group = (heading: string, conditions: readonly [condition: string, label: string][]): ReactElement => (
		<Menu.Group>
			<Menu.GroupLabel className="group-label">{heading}</Menu.GroupLabel>
			{conditions.map(([condition, label]) => (
				<Menu.CheckboxItem
					key={condition}
					className="item"
					checked={parts.includes(condition)}
					onCheckedChange={() => onChange(toggleCondition(value, condition))}
				>
					<span className="tick">{parts.includes(condition) && <Check size={14} aria-hidden />}</span>
					{label}
				</Menu.CheckboxItem>
			))}
		</Menu.Group>
	);
	return (
		<search className="filter-bar">
			<div className="filter-field">
				<input
					ref={field}
					className="field"
					aria-label="Filter requests"
					placeholder="status:4xx user:guest, or any text"
					value={value}
					onChange={(event) => onChange(event.target.value)}
					onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
				/>
				{value !== "" && (
					<button
						type="button"
						className="button quiet icon"
						aria-label="Show all requests"
						onClick={() => onChange("")}
					>
						<X size={16} aria-hidden />
					</button>
				)}
			</div>
			<Menu.Root>
				<Menu.Trigger className="button icon" aria-label="Filters">
					<ListFilter size={16} aria-hidden />
				</Menu.Trigger>
				<Menu.Portal container={layer()}>
					<Menu.Positioner className="positioner" sideOffset={4} align="end">
						<Menu.Popup className="popup">
							{group(
								"Outcome",
								verdictNames.map((name) => [`is:${name}`, verdictLabels[name] ?? name]),
							)}
							{group(
								"Status",
								["2xx", "3xx", "4xx", "5xx"].map((status) => [`status:${status}`, status]),
							)}
							{users.length > 0 &&
								group(
									"User",
									users.map((user) => [`user:${user}`, user]),
								)}
							{operations.length > 0 &&
								group(
									"Operation",
									operations.map((operation) => [`op:${operation}`, operation]),
								)}
						</Menu.Popup>
					</Menu.Positioner>
				</Menu.Portal>
			</Menu.Root>
			{hold && (
				<>
					<button
						type="button"
						className="button icon"
						aria-label="Pause"
						aria-pressed={hold.isPaused}
						onClick={hold.onPause}
					>
						{hold.isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
					</button>
					<button type="button" className="button icon" aria-label="Clear the list" onClick={hold.onClear}>
						<Trash2 size={16} aria-hidden />
					</button>
				</>
			)}
		</search>
	);
}
