import type { ReactElement, ReactNode } from "react";

/** What is known of something: a label, and what it stands for. */
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
