import { type FormEvent, type ReactElement, useState } from "react";
import type { Detail } from "../api/control";
import { Modal } from "../parts/modal";
import { usePeople, useSend } from "./send-menu";

interface EditDialogProps {
	readonly entry: Detail;
	readonly onClose: () => void;
	readonly onSent: (id: string) => void;
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Parses a typed body: JSON if it is valid JSON, otherwise text. */
function bodyFrom(text: string): unknown {
	if (text.trim() === "") return null;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const textOf = (body: unknown): string =>
	body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body, null, 2);

/** A dialog that changes a request and sends it. The draft stays if the mock refuses it. */
export function EditDialog({ entry, onClose, onSent }: EditDialogProps): ReactElement {
	const original = textOf(entry.requestBody);
	const [body, setBody] = useState(original);
	const send = useSend(entry.id, onSent);
	const people = usePeople();
	const isHidden = original.includes("[hidden]");
	const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const as = form.get("as");
		const sent = await send({
			method: methods.find((method) => method === form.get("method")) ?? "GET",
			path: String(form.get("path")),
			...(body === original ? {} : { body: bodyFrom(body) }),
			...(as === "*same" ? {} : { as: as === "*nobody" ? null : String(as) }),
		});
		if (sent) onClose();
	};
	return (
		<Modal title="Edit and send" isOpen onClose={onClose}>
			<form
				onSubmit={(event) => void submit(event)}
				onKeyDown={(event) => {
					if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
				}}
			>
				<div className="row">
					<label className="labelled">
						<span className="label">Method</span>
						<select className="field" name="method" defaultValue={entry.method}>
							{methods.map((method) => (
								<option key={method}>{method}</option>
							))}
						</select>
					</label>
					<label className="labelled grow">
						<span className="label">Path with query</span>
						<input
							className="field mono"
							name="path"
							defaultValue={entry.url.replace(/^https?:\/\/[^/?#]*/i, "")}
							required
							pattern="/.*"
						/>
					</label>
				</div>
				<label className="labelled">
					<span className="label">Body, as JSON or text</span>
					<textarea className="field" rows={10} value={body} onChange={(event) => setBody(event.target.value)} />
				</label>
				{isHidden && body !== original && (
					<p className="fault">The journal hides secrets: replace “[hidden]” before you send.</p>
				)}
				<label className="labelled">
					<span className="label">As</span>
					<select className="field" name="as" defaultValue="*same">
						<option value="*same">{entry.user ?? "nobody"}, with the same credential</option>
						<option value="*nobody">nobody, without a credential</option>
						{people.map((username) => (
							<option key={username}>{username}</option>
						))}
					</select>
				</label>
				<div className="end">
					<button type="button" className="button" onClick={onClose}>
						Cancel
					</button>
					<button type="submit" className="button primary">
						Send
					</button>
				</div>
			</form>
		</Modal>
	);
}
