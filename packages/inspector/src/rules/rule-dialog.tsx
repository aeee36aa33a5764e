import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { ControlFailure, control } from "../api/control";
import { Modal } from "../parts/modal";
import { useMessages } from "../parts/toasts";
import { type Effect, effects, ruleOf } from "./rule-form";

/** What a rule is meant to strike, if the form is opened from a request. */
export interface RuleTarget {
	readonly operation?: string | undefined;
	readonly path?: string | undefined;
	readonly user?: string | null | undefined;
}

interface RuleDialogProps {
	readonly target: RuleTarget;
	readonly onClose: () => void;
}

/** A form for a fault or an override. It stays open with what is wrong if the mock refuses it. */
export function RuleDialog({ target, onClose }: RuleDialogProps): ReactElement {
	const [effect, setEffect] = useState<Effect>("fail");
	const [faults, setFaults] = useState<readonly string[]>([]);
	const queries = useQueryClient();
	const { say } = useMessages();
	const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
		event.preventDefault();
		try {
			const rule = ruleOf(effect, new FormData(event.currentTarget));
			const { data } =
				rule.kind === "fault"
					? await control.POST("/faults", { body: rule.options })
					: await control.POST("/overrides", { body: rule.options });
			await queries.invalidateQueries({ queryKey: ["rules"] });
			const remove = (): void => {
				const id = data?.id ?? "";
				const gone =
					rule.kind === "fault"
						? control.DELETE("/faults/{fault_id}", { params: { path: { fault_id: id } } })
						: control.DELETE("/overrides/{override_id}", { params: { path: { override_id: id } } });
				void gone.then(() => queries.invalidateQueries({ queryKey: ["rules"] }));
			};
			say({ title: "The rule strikes from the next request on", action: { label: "Undo", run: remove } });
			onClose();
		} catch (error) {
			const own =
				error instanceof ControlFailure
					? error.faults.map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`)
					: [];
			setFaults(own.length > 0 ? own : [error instanceof Error ? error.message : String(error)]);
		}
	};
	const { fields } = effects[effect];
	return (
		<Modal title="Make a rule" isOpen onClose={onClose}>
			<form onSubmit={(event) => void submit(event)}>
				<div className="row">
					<label className="labelled grow">
						<span className="label">Operation, empty for all</span>
						<input
							className="field"
							name="operation"
							defaultValue={target.operation ?? ""}
							placeholder="createPipeline"
						/>
					</label>
					<label className="labelled grow">
						<span className="label">Path, with * for any text</span>
						<input
							className="field"
							name="path"
							defaultValue={target.operation === undefined ? (target.path ?? "") : ""}
							placeholder="/api/v4/groups/*"
						/>
					</label>
					<label className="labelled">
						<span className="label">User, empty for all</span>
						<input className="field" name="user" placeholder={target.user ?? "guest"} />
					</label>
				</div>
				<label className="labelled">
					<span className="label">What happens</span>
					<select className="field" value={effect} onChange={(event) => setEffect(event.target.value as Effect)}>
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
								<textarea className="field" id={`rule-${name}`} name={name} rows={5} defaultValue={value} />
							) : (
								<input className="field" id={`rule-${name}`} name={name} type="number" min={0} defaultValue={value} />
							)}
						</div>
					))}
					<label className="labelled">
						<span className="label">How often, empty for always</span>
						<input className="field" name="times" type="number" min={1} defaultValue={1} />
					</label>
				</div>
				{faults.map((fault) => (
					<p key={fault} className="fault" role="alert">
						{fault}
					</p>
				))}
				<div className="end">
					<button type="button" className="button" onClick={onClose}>
						Cancel
					</button>
					<button type="submit" className="button primary">
						Add the rule
					</button>
				</div>
			</form>
		</Modal>
	);
}
