import type { ReactElement } from "react";
import { setControlToken } from "../api/control";

/** Fired when somebody has typed the control token: what was refused is read again. */
const tokenEvent = "tenon-token";

/** Calls a function for each control token that somebody types. The result ends that. */
export function onToken(listener: () => void): () => void {
	addEventListener(tokenEvent, listener);
	return () => removeEventListener(tokenEvent, listener);
}

/** Takes the control token, for a page that the mock refuses to serve without one. */
export function TokenForm({ message }: { message: string }): ReactElement {
	return (
		<form
			className="notice"
			onSubmit={(event) => {
				event.preventDefault();
				const token = new FormData(event.currentTarget).get("token");
				setControlToken(String(token));
				dispatchEvent(new Event(tokenEvent));
			}}
		>
			<p className="fault" role="alert">
				{message}
			</p>
			<label className="labelled">
				<span className="label">Control token, kept until this page closes</span>
				<input className="field" name="token" type="password" autoComplete="off" required />
			</label>
			<button type="submit" className="button primary">
				Connect
			</button>
		</form>
	);
}
