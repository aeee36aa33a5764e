import type { ReactElement } from "react";
import { type Effect, effects, type FormValues } from "./rule-form";

interface RuleFieldsProps {
	readonly effect: Effect;
	readonly values: FormValues;
	readonly onEffect: (effect: Effect) => void;
	/** The username in the placeholder. */
	readonly user?: string | null | undefined;
}

/** The fields of a rule: the requests that it applies to, its effect, and how often it applies. */
export function RuleFields({ effect, values, onEffect, user }: RuleFieldsProps): ReactElement {
	const { fields } = effects[effect];
	return (
		<>
			<div className="row">
				<label className="labelled grow">
					<span className="label">Operation, empty for all</span>
					<input className="field" name="operation" defaultValue={values.operation} placeholder="createPipeline" />
				</label>
				<label className="labelled grow">
					<span className="label">Path, with * for any text</span>
					<input className="field" name="path" defaultValue={values.path} placeholder="/api/v4/groups/*" />
				</label>
				<label className="labelled">
					<span className="label">User, empty for all</span>
					<input className="field" name="user" defaultValue={values.user} placeholder={user ?? "guest"} />
				</label>
			</div>
			<label className="labelled">
				<span className="label">What happens</span>
				<select className="field" value={effect} onChange={(event) => onEffect(event.target.value as Effect)}>
					{Object.entries(effects).map(([name, { label }]) => (
						<option key={name} value={name}>
							{label}
						</option>
					))}
				</select>
			</label>
			<div className="row" key={effect}>
				{fields.map(({ name, label, type, value }) => (
					<div key={name} className={type === "text" ? "labelled grow whole" : "labelled"}>
						<label className="label" htmlFor={`rule-${name}`}>
							{label}
						</label>
						{type === "text" ? (
							<textarea
								className="field"
								id={`rule-${name}`}
								name={name}
								rows={5}
								defaultValue={values[name] ?? value}
							/>
						) : (
							<input
								className="field"
								id={`rule-${name}`}
								name={name}
								type="number"
								min={0}
								defaultValue={values[name] ?? value}
							/>
						)}
					</div>
				))}
				<label className="labelled">
					<span className="label">How often, empty for always</span>
					<input className="field" name="times" type="number" min={1} defaultValue={values.times ?? ""} />
				</label>
			</div>
		</>
	);
}
