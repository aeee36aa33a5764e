import type { ReactElement } from "react";
import { useMessages } from "../parts/toasts";

/** Code to copy. */
export function CodePanel({ name, code }: { name: string; code: string | null | undefined }): ReactElement {
	const { say } = useMessages();
	if (code === undefined) return <div className="skeleton" aria-busy="true" />;
	if (code === null) return <p className="soft">The client has no call for this operation.</p>;
	const copy = async (): Promise<void> => {
		await navigator.clipboard.writeText(code);
		say({ title: `${name} copied` });
	};
	return (
		<div className="stack">
			<div className="actions">
				<button type="button" className="button" onClick={() => void copy()}>
					Copy
				</button>
			</div>
			<pre className="raw">{code}</pre>
		</div>
	);
}
