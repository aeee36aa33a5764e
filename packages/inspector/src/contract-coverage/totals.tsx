import type { ReactElement } from "react";
import type { Schemas } from "../api/control";

const names = { operations: "Operations", successes: "Success", errors: "Errors", parameters: "Parameters" } as const;

/** How much of the contract was called. */
export function Totals({ totals }: { totals: Schemas["Coverage"]["totals"] }): ReactElement {
	return (
		<dl className="totals">
			{Object.entries(names).map(([name, label]) => {
				const { covered, total } = totals[name as keyof typeof names];
				return (
					<div key={name} className="card">
						<dt>{label}</dt>
						<dd>
							{covered}/{total}
						</dd>
						<dd aria-hidden>
							<progress value={covered} max={Math.max(1, total)} />
						</dd>
					</div>
				);
			})}
		</dl>
	);
}
