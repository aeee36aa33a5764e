import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useSearchParams } from "wouter";
import { bodyOf, ControlFailure, control, type Schemas } from "../../api/control";
import { useWorld } from "../../app/world";
import { LoadState } from "../../parts/load-state";
import { useUndoable } from "../../parts/use-undoable";
import { SettingField } from "./setting-field";
import { settingGroups } from "./setting-texts";

type Changes = Schemas["SettingChanges"];
type Choice = Schemas["SettingChoice"];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

interface SettingRowProps {
	readonly name: string;
	readonly label: string;
	readonly hint: string;
	readonly value: unknown;
	readonly choice: Choice;
}

function SettingRow({ name, label, hint, value, choice }: SettingRowProps): ReactElement {
	const [faults, setFaults] = useState<readonly string[]>([]);
	const { callAndOffer } = useUndoable();
	const isChanged = !same(value, choice.initial);
	const change = async (next: unknown, title: string): Promise<void> => {
		setFaults([]);
		await callAndOffer(title, async () => {
			try {
				// The mock validates the value.
				return await control.PATCH("/settings", { body: { [name]: next } as Changes });
			} catch (error) {
				if (error instanceof ControlFailure) setFaults(error.faults.map(({ message }) => message));
				throw error;
			}
		});
	};
	return (
		<li className={`setting ${isChanged ? "changed" : ""}`}>
			<div className="grow">
				<strong>{label}</strong> {isChanged && <span className="chip">changed</span>}
				<p className="soft">{hint}</p>
			</div>
			<div className="setting-value">
				<SettingField
					label={label}
					choice={choice}
					value={value}
					isWrong={faults.length > 0}
					onChange={(next) => void change(next, `${label} is changed`)}
				/>
				{faults.map((fault) => (
					<p key={fault} className="fault" role="alert">
						{fault}
					</p>
				))}
			</div>
			<button
				type="button"
				className="button quiet icon"
				aria-label={`Reset ${label}`}
				disabled={!isChanged}
				onClick={() => void change(choice.initial, `${label} is reset`)}
			>
				<RotateCcw size={16} aria-hidden />
			</button>
		</li>
	);
}

/** All settings. Those that differ from their initial values are marked. */
export function SettingsPanel(): ReactElement {
	const world = useWorld();
	const [query, setQuery] = useSearchParams();
	const { callAndOffer } = useUndoable();
	const search = query.get("q") ?? "";
	const settings = useQuery({ queryKey: ["settings", world], queryFn: () => bodyOf(control.GET("/settings")) });
	const choices = useQuery({
		queryKey: ["setting-choices", world],
		queryFn: () => bodyOf(control.GET("/settings/choices")),
		staleTime: Number.POSITIVE_INFINITY,
	});
	const values: { readonly [name: string]: unknown } | undefined = settings.data;
	if (!values || !choices.data)
		return (
			<LoadState
				name="settings"
				error={settings.error ?? choices.error}
				onRetry={() => void Promise.all([settings.refetch(), choices.refetch()])}
			/>
		);
	const kinds = choices.data;
	const changed = Object.entries(kinds).filter(([name, { initial }]) => !same(values[name], initial));
	const resetAll = (): void => {
		// The initial values come from the mock, so they are valid changes.
		const body = Object.fromEntries(changed.map(([name, { initial }]) => [name, initial])) as Changes;
		void callAndOffer(`${changed.length} settings are reset`, () => control.PATCH("/settings", { body }));
	};
	const find = (text: string): void =>
		setQuery(
			(before) => {
				const next = new URLSearchParams(before);
				if (text === "") next.delete("q");
				else next.set("q", text);
				return next;
			},
			{ replace: true },
		);
	const shown = settingGroups.map(({ title, settings: own }) => ({
		title,
		rows: Object.entries(own).filter(([name, { label, hint }]) =>
			`${name} ${label} ${hint}`.toLowerCase().includes(search.toLowerCase()),
		),
	}));
	return (
		<div className="stack">
			<div className="actions">
				<input
					type="search"
					className="field"
					aria-label="Find a setting"
					placeholder="Find a setting"
					value={search}
					onChange={(event) => find(event.target.value)}
				/>
				<span role="status">{changed.length === 0 ? "As at the beginning" : `${changed.length} changed`}</span>
				{changed.length > 0 && (
					<button type="button" className="button" onClick={resetAll}>
						Reset all
					</button>
				)}
			</div>
			{shown.every(({ rows }) => rows.length === 0) && (
				<div className="empty">
					<h2>No setting matches</h2>
					<button type="button" className="button" onClick={() => find("")}>
						Show all settings
					</button>
				</div>
			)}
			{shown.map(
				({ title, rows }) =>
					rows.length > 0 && (
						<section key={title} className="card" aria-label={title}>
							<h2>{title}</h2>
							<ul className="settings">
								{rows.map(([name, text]) => {
									const choice = kinds[name];
									return choice && <SettingRow key={name} name={name} {...text} value={values[name]} choice={choice} />;
								})}
							</ul>
						</section>
					),
			)}
		</div>
	);
}
