import type { ReactElement } from "react";
import { setControlToken } from "../api/control";

/** The event that is fired when the user has entered the control token. Refused data is then loaded again. */
const tokenEvent = "tenon-token";

/** Calls a function each time the user enters a control token. Returns a function that stops this. */
export function onToken(listener: () => void): () => void {
	addEventListener(tokenEvent, listener);
	return () => removeEventListener(tokenEvent, listener);
}

/** A form for the control token, shown if the mock requires one. */
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
