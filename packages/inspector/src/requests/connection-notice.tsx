import { type ReactElement, useEffect, useState } from "react";
import { setControlToken } from "../api/control";
import type { Connection } from "../api/feed";

/** Seconds from now until a time, counted down. */
function useSecondsUntil(time: number | undefined): number {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		if (time === undefined) return;
		setNow(Date.now());
		const timer = setInterval(() => setNow(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, [time]);
	return time === undefined ? 0 : Math.max(0, Math.ceil((time - now) / 1_000));
}

function TokenForm({ message }: { message: string }): ReactElement {
	return (
		<form
			className="notice"
			onSubmit={(event) => {
				event.preventDefault();
				const token = new FormData(event.currentTarget).get("token");
				setControlToken(String(token));
				dispatchEvent(new Event("tenon-token"));
			}}
		>
			<p className="fault">{message}</p>
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

interface ConnectionNoticeProps {
	readonly connection: Connection;
	readonly dropped: number;
	readonly onDismissGap: () => void;
}

/** Says if the list is not all there is, or no longer follows the mock. */
export function ConnectionNotice({ connection, dropped, onDismissGap }: ConnectionNoticeProps): ReactElement | null {
	const seconds = useSecondsUntil(connection.kind === "waiting" ? connection.until : undefined);
	if (connection.kind === "refused") return <TokenForm message={connection.message} />;
	if (connection.kind === "waiting")
		return (
			<p className="notice bad" role="status">
				The mock does not respond. Retrying{seconds > 0 ? ` in ${seconds} s` : ""}. What you see is as it was.
			</p>
		);
	if (dropped === 0) return null;
	return (
		<p className="notice" role="status">
			{dropped} older requests are no longer kept.
			<button type="button" className="button quiet" onClick={onDismissGap}>
				Dismiss
			</button>
		</p>
	);
}
