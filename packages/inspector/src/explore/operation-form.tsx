import { type ReactElement, type ReactNode, useState } from "react";
import type { Schemas } from "../api/control";
import { DropMenu } from "../parts/drop-menu";
import { OtherFaults } from "../parts/other-faults";
import { MemberField } from "./member-field";
import type { Member, Operation } from "./operations";
import { paramsOf, type Texts, textsOf } from "./params";

type Fault = Required<Schemas["Refusal"]>["faults"][number];

interface OperationFormProps {
	readonly operation: Operation;
	readonly texts: Texts;
	readonly onTexts: (texts: Texts) => void;
	/** The parameters as JSON; undefined while the fields are shown. */
	readonly json: string | undefined;
	readonly onJson: (json: string | undefined) => void;
	readonly faults: readonly Fault[];
	readonly failure: string | undefined;
	readonly isBusy: boolean;
	readonly onSend: () => void;
	/** The field that chooses the user who sends the request. */
	readonly children: ReactNode;
}

/** The parameters of an operation, as fields or as JSON. */
export function OperationForm(props: OperationFormProps): ReactElement {
	const { operation, texts, onTexts, json, onJson, faults, failure, isBusy, onSend, children } = props;
	const [problem, setProblem] = useState<string>();
	const members = operation.members;
	const isMain = (member: Member): boolean =>
		member.required || member.in === "path" || (texts[member.name] ?? "") !== "";
	const [main] = useState(() => new Set(members.filter(isMain).map(({ name }) => name)));
	const examples = Object.entries(operation.body?.examples ?? {});
	const faultOf = (name: string): string | undefined =>
		faults.find(({ pointer }) => pointer === `/params/${name}`)?.message;
	const others = faults.filter(({ pointer }) => !members.some(({ name }) => pointer === `/params/${name}`));
	const toggle = (): void => {
		setProblem(undefined);
		if (json === undefined) {
			onJson(JSON.stringify(paramsOf(members, texts), null, 2));
			return;
		}
		try {
			onTexts(textsOf(Object(JSON.parse(json))));
			onJson(undefined);
		} catch (error) {
			setProblem(`This is not JSON yet: ${error instanceof Error ? error.message : error}`);
		}
	};
	const fields = (list: readonly Member[]): ReactElement => (
		<div className="record-fields">
			{list.map((member) => (
				<MemberField
					key={member.name}
					member={member}
					texts={texts}
					onChange={(text) => onTexts({ ...texts, [member.name]: text })}
					fault={faultOf(member.name)}
				/>
			))}
		</div>
	);
	const more = members.filter(({ name }) => !main.has(name));
	return (
		<form
			className="operation-form"
			aria-label={operation.id}
			onSubmit={(event) => {
				event.preventDefault();
				onSend();
			}}
			onKeyDown={(event) => {
				if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
			}}
		>
			<div className="actions">
				{children}
				<button type="submit" className="button primary" disabled={isBusy}>
					Send
				</button>
				{examples.length > 0 && (
					<DropMenu
						label="Example"
						heading="Fill in the body"
						items={examples.map(([name, value]) => ({
							label: name,
							onSelect: () => onTexts({ ...texts, ...textsOf(Object(value)) }),
						}))}
					/>
				)}
				<button type="button" className="button quiet" aria-pressed={json !== undefined} onClick={toggle}>
					JSON
				</button>
			</div>
			{[problem, faults.length === 0 ? failure : undefined].map(
				(text) =>
					text && (
						<p key={text} className="fault" role="alert">
							{text}
						</p>
					),
			)}
			<OtherFaults faults={others} />
			{json === undefined ? (
				<>
					{fields(members.filter(({ name }) => main.has(name)))}
					{members.length === 0 && <p className="soft">It takes no parameters.</p>}
					{more.length > 0 && (
						<details className="more-fields" open={more.some(({ name }) => faultOf(name) !== undefined)}>
							<summary>
								{more.length} optional {more.length === 1 ? "parameter" : "parameters"}
							</summary>
							{fields(more)}
						</details>
					)}
				</>
			) : (
				<textarea
					className="field record-json"
					aria-label="Parameters as JSON"
					rows={12}
					value={json}
					onChange={(event) => onJson(event.target.value)}
				/>
			)}
		</form>
	);
}
