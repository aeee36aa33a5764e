import type { ReactElement } from "react";
import { Link } from "wouter";
import type { TableInfo } from "./tables";

interface TableListProps {
	readonly tables: readonly TableInfo[];
	readonly counts: { readonly [table: string]: number } | undefined;
	readonly selected: string | undefined;
	readonly addressOf: (table: string) => string;
}

/** The tables, each with its number of rows. */
export function TableList({ tables, counts, selected, addressOf }: TableListProps): ReactElement {
	return (
		<nav className="table-list" aria-label="Tables">
			<ul>
				{tables.map(({ name, count }) => (
					<li key={name}>
						<Link href={addressOf(name)} aria-current={name === selected ? "page" : undefined}>
							<span className="table-name">{name}</span>
							<span className="soft">{(counts?.[name] ?? count).toLocaleString("en")}</span>
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
