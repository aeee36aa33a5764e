import type { ReactElement, ReactNode } from "react";

/** A fact: a label and its value. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts as a list of labels and values. */
export function Facts({ facts }: { facts: readonly Fact[] }): ReactElement {
	return (
		<dl className="facts">
			{facts.map(([label, value]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
	);
}
