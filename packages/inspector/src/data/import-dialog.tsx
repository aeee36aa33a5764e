import { type ReactElement, useState } from "react";
import { Modal } from "../parts/modal";
import { useMessages } from "../parts/toasts";
import { useUndoable } from "../parts/use-undoable";
import { type Loaded, loadSeed } from "./seed-file";

const modes = {
	add: "Add to what is there",
	replace: "Replace everything",
} as const;

const sum = (made: { readonly [kind: string]: number }): string =>
	Object.entries(made)
		.map(([kind, count]) => `${count.toLocaleString("en")} ${kind}`)
		.join(", ") || "no rows";

function Outcome({ loaded }: { loaded: Loaded }): ReactElement {
	if ("made" in loaded) return <p role="status">The seed is right. It makes {sum(loaded.made)}.</p>;
	if (loaded.faults.length === 0)
		return (
			<p className="fault" role="alert">
				{loaded.message}
			</p>
		);
	return (
		<ul className="seed-faults" role="alert" aria-label="What is wrong">
			{loaded.faults.map(({ pointer, message, line, column }) => (
				<li key={`${pointer} ${message}`} className="fault">
					{line === undefined ? pointer : `Line ${line}:${column ?? 1}`} {message}
				</li>
			))}
		</ul>
	);
}

/** Loads a seed file. First tests it on a copy of the world. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactElement {
	const [text, setText] = useState("");
	const [how, setHow] = useState<keyof typeof modes>("add");
	const [loaded, setLoaded] = useState<Loaded>();
	const [isBusy, setBusy] = useState(false);
	const { fail } = useMessages();
	const { callAndOffer } = useUndoable();
	const load = async (isTrial: boolean): Promise<void> => {
		setBusy(true);
		try {
			const result = await loadSeed(text, how, isTrial);
			setLoaded(result);
			if (isTrial || !("made" in result)) return;
			onClose();
			await callAndOffer(`The seed is loaded: ${sum(result.made)}`, async () => result);
		} catch (error) {
			fail(error);
		} finally {
			setBusy(false);
		}
	};
	const change = (next: string): void => {
		setText(next);
		setLoaded(undefined);
	};
	return (
		<Modal title="Import a seed file" isOpen onClose={onClose}>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					void load(false);
				}}
			>
				<label className="labelled">
					<span className="label">File</span>
					<input
						type="file"
						className="field"
						accept=".json,.yaml,.yml"
						onChange={(event) => void event.target.files?.[0]?.text().then(change)}
					/>
				</label>
				<label className="labelled">
					<span className="label">Seed, as JSON or YAML</span>
					<textarea
						className="field"
						rows={10}
						value={text}
						placeholder={'{ "users": [{ "username": "ada" }] }'}
						onChange={(event) => change(event.target.value)}
					/>
				</label>
				<fieldset className="checks">
					<legend className="soft">What happens to the rows that are there</legend>
					{Object.entries(modes).map(([name, label]) => (
						<label key={name}>
							<input
								type="radio"
								name="how"
								checked={how === name}
								onChange={() => {
									setHow(name === "add" ? "add" : "replace");
									setLoaded(undefined);
								}}
							/>{" "}
							{label}
						</label>
					))}
				</fieldset>
				{loaded && <Outcome loaded={loaded} />}
				<div className="end">
					<button type="button" className="button" onClick={onClose}>
						Cancel
					</button>
					<button type="button" className="button" disabled={isBusy || text === ""} onClick={() => void load(true)}>
						Try it
					</button>
					<button type="submit" className="button primary" disabled={isBusy || text === ""}>
						Import
					</button>
				</div>
			</form>
		</Modal>
	);
}
