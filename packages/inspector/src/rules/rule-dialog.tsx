import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { ControlFailure } from "../api/control";
import { Modal } from "../parts/modal";
import { undoOf, useUndoable } from "../parts/use-undoable";
import { RuleFields } from "./rule-fields";
import { formOf, type Rule, ruleOf, valuesIn } from "./rule-form";
import { RulePreview } from "./rule-preview";
import { addRule, changeRule, removeRule, type SavedRule } from "./save-rule";

/** The request that a new rule is for, if the form is opened from one. */
export interface RuleTarget {
	readonly operation?: string | undefined;
	readonly path?: string | undefined;
	readonly user?: string | null | undefined;
}

interface RuleDialogProps {
	readonly target?: RuleTarget;
	/** The rule to change. If absent, the form adds a new rule. */
	readonly saved?: SavedRule;
	readonly onClose: () => void;
}

const targetValues = ({ operation, path }: RuleTarget) => ({
	operation: operation ?? "",
	path: operation === undefined ? (path ?? "") : "",
	times: "1",
});

const faultsOf = (error: unknown): readonly string[] => {
	const own = error instanceof ControlFailure ? error.faults : [];
	if (own.length > 0)
		return own.map(({ pointer, message }) => `${pointer.replace(/^\/(?:options\/)?/, "")}: ${message}`);
	return [error instanceof Error ? error.message : String(error)];
};

function RuleForm({ target = {}, saved, onClose }: RuleDialogProps): ReactElement {
	const start = saved ? formOf(saved) : { effect: "fail" as const, values: targetValues(target) };
	const [effect, setEffect] = useState(start?.effect ?? "fail");
	const [rule, setRule] = useState<Rule>();
	const [faults, setFaults] = useState<readonly string[]>([]);
	const form = useRef<HTMLFormElement>(null);
	const queries = useQueryClient();
	const { offer, callAndOffer } = useUndoable();
	const read = (): Rule | undefined => {
		if (!form.current) return undefined;
		const values = valuesIn(form.current);
		if (start || !saved) return ruleOf(effect, values);
		return { kind: saved.kind, options: JSON.parse(values.options ?? "") };
	};
	const look = (): void => {
		try {
			setRule(read());
		} catch {
			setRule(undefined);
		}
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: the fields of another effect exist after this render.
	useEffect(look, [effect]);

	/** Saves the rule. Resolves with a function that undoes this. */
	const save = async (made: Rule): Promise<(() => Promise<unknown>) | undefined> => {
		if (saved && saved.kind === made.kind)
			return undoOf((await changeRule(saved.kind, saved.id, { options: made.options })).response);
		const id = await addRule(made);
		const comeBack = saved && undoOf((await removeRule(saved.kind, saved.id)).response);
		return async () => {
			await removeRule(made.kind, id);
			await comeBack?.();
		};
	};
	const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
		event.preventDefault();
		try {
			const made = read();
			if (!made) return;
			const undo = await save(made);
			await queries.invalidateQueries({ queryKey: ["rules"] });
			offer(saved ? "The rule is changed" : "The rule strikes from the next request on", undo);
			onClose();
		} catch (error) {
			setFaults(faultsOf(error));
		}
	};
	const remove = async (): Promise<void> => {
		if (saved && (await callAndOffer("The rule is removed", () => removeRule(saved.kind, saved.id)))) onClose();
	};
	return (
		<form ref={form} onSubmit={(event) => void submit(event)} onInput={look}>
			{start || !saved ? (
				<RuleFields effect={effect} values={start?.values ?? {}} onEffect={setEffect} user={target.user} />
			) : (
				<label className="labelled">
					<span className="label">Options, as JSON: it says more than the form has fields for</span>
					<textarea className="field" name="options" rows={12} defaultValue={JSON.stringify(saved.options, null, 2)} />
				</label>
			)}
			{rule && <RulePreview rule={rule} />}
			{faults.map((fault) => (
				<p key={fault} className="fault" role="alert">
					{fault}
				</p>
			))}
			<div className="end">
				{saved && (
					<button type="button" className="button" onClick={() => void remove()}>
						Remove
					</button>
				)}
				<button type="button" className="button" onClick={onClose}>
					Cancel
				</button>
				<button type="submit" className="button primary">
					{saved ? "Save" : "Add the rule"}
				</button>
			</div>
		</form>
	);
}

/** A form for a fault or an override. If the mock refuses the rule, it stays open and shows the faults. */
export function RuleDialog(props: RuleDialogProps): ReactElement {
	return (
		<Modal title={props.saved ? "Change the rule" : "Make a rule"} isOpen onClose={props.onClose}>
			<RuleForm {...props} />
		</Modal>
	);
}
