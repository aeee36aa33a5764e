import type { ReactElement } from "react";
import type { Connection } from "../api/feed";
import { TokenForm } from "../parts/token-form";
import { useSecondsUntil } from "../parts/use-seconds";

interface ConnectionNoticeProps {
	readonly connection: Connection;
	readonly dropped: number;
	readonly onDismissGap: () => void;
}

/** A notice that the list is incomplete, or no longer follows the mock. */
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
