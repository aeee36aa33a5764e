import type { ReactElement } from "react";
import { ControlFailure } from "../api/control";
import { TokenForm } from "./token-form";

interface LoadStateProps {
	/** The name of what is loading: "settings". */
	readonly name: string;
	readonly error: Error | null;
	readonly onRetry: () => void;
}

/** A placeholder for something that is loading or could not be loaded. */
export function LoadState({ name, error, onRetry }: LoadStateProps): ReactElement {
	if (!error)
		return (
			<div aria-busy="true">
				{[1, 2, 3, 4].map((row) => (
					<div key={row} className="skeleton" />
				))}
			</div>
		);
	if (error instanceof ControlFailure && error.status === 403) return <TokenForm message={error.message} />;
	return (
		<div className="empty" role="alert">
			<h2>The {name} cannot be loaded</h2>
			<p>{error.message}</p>
			<button type="button" className="button" onClick={onRetry}>
				Retry
			</button>
		</div>
	);
}
