import type { ReactElement } from "react";
import { basePath } from "../api/base";
import { host } from "../api/host";
import { useWorld } from "../app/world";
import { useMessages } from "../parts/toasts";

interface EmptyListProps {
	readonly isLoaded: boolean;
	readonly isFiltered: boolean;
	readonly onShowAll: () => void;
}

/** The message of a list without rows. */
export function EmptyList({ isLoaded, isFiltered, onShowAll }: EmptyListProps): ReactElement {
	const world = useWorld();
	const { say } = useMessages();
	if (!isLoaded)
		return (
			<div className="request-list" aria-busy="true">
				{[1, 2, 3, 4, 5, 6].map((row) => (
					<div key={row} className="skeleton" />
				))}
			</div>
		);
	if (isFiltered)
		return (
			<div className="empty request-list">
				<h2>No request matches</h2>
				<button type="button" className="button" onClick={onShowAll}>
					Show all requests
				</button>
			</div>
		);
	if (host().drawer)
		return (
			<div className="empty request-list">
				<h2>No request yet</h2>
				<p>The next request that this page sends to the platform appears here.</p>
			</div>
		);
	const address = `${location.origin}${basePath.replace(/\/_mock$/, "")}${world === undefined ? "" : `/_world/${world}`}`;
	const command = `curl ${address}/api/v4/projects/acme%2Fweb/pipelines -H 'PRIVATE-TOKEN: developer-token'`;
	return (
		<div className="empty request-list">
			<h2>No request yet</h2>
			<p>Point your program at {address}, or paste this into a terminal:</p>
			<pre className="snippet">{command}</pre>
			<button
				type="button"
				className="button"
				onClick={() => void navigator.clipboard.writeText(command).then(() => say({ title: "Command copied" }))}
			>
				Copy
			</button>
		</div>
	);
}
