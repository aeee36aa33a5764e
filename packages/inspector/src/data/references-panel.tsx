import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import type { Schemas } from "../api/control";
import type { Step } from "./data-url";
import { condition } from "./use-rows";

interface ReferencesPanelProps {
	readonly references: Schemas["RecordReferences"] | undefined;
	/** Returns the URL of a row. */
	readonly follow: (step: Step) => string;
	/** Returns the URL of a table's list with a filter. */
	readonly list: (table: string, q: string) => string;
}

/** The rows that a row refers to, and the rows that refer to it. */
export function ReferencesPanel({ references, follow, list }: ReferencesPanelProps): ReactElement {
	if (!references) return <div className="skeleton" aria-busy="true" />;
	const { to, from } = references;
	if (to.length + from.length === 0) return <p className="soft">It refers to nothing, and nothing refers to it.</p>;
	return (
		<ul className="references">
			{to.map(({ field, table, id, name, exists }) => (
				<li key={`${field} ${table} ${id}`}>
					<ArrowRight size={14} aria-label="to" />
					<span className="soft">{field}</span>
					{exists ? (
						<Link href={follow({ table, id: String(id) })}>
							{table} {name ?? id}
						</Link>
					) : (
						<span>
							{table} {id}, deleted
						</span>
					)}
				</li>
			))}
			{from.map(({ table, field, count, filter }) => (
				<li key={`${table} ${field}`}>
					<ArrowLeft size={14} aria-label="from" />
					<Link
						href={list(
							table,
							Object.entries(filter)
								.map(([name, value]) => condition(name, value))
								.join(" "),
						)}
					>
						{count.toLocaleString("en")} {table}
					</Link>
					<span className="soft">{field}</span>
				</li>
			))}
		</ul>
	);
}
