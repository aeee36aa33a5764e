import { ArrowLeft, X } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import type { Step } from "./data-url";

interface RecordHeadProps {
	readonly table: string;
	readonly id: string;
	/** The name of the row. */
	readonly name: string | null | undefined;
	readonly trail: readonly Step[];
	readonly follow: (step: Step, trail: readonly Step[]) => string;
	readonly onClose: () => void;
}

/** The name of the open record, and the records through which the user came to it. */
export function RecordHead({ table, id, name, trail, follow, onClose }: RecordHeadProps): ReactElement {
	return (
		<header className="detail-head">
			<button type="button" className="button quiet icon back" aria-label="Back to the list" onClick={onClose}>
				<ArrowLeft size={18} aria-hidden />
			</button>
			<div className="detail-title">
				{trail.length > 0 && (
					<nav aria-label="Records that led here">
						<ol className="crumbs">
							{trail.map((step, index) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: a trail can contain a record twice.
								<li key={`${step.table} ${step.id} ${index}`}>
									<Link href={follow(step, trail.slice(0, index))}>
										{step.table} {step.id}
									</Link>
									<span aria-hidden> › </span>
								</li>
							))}
						</ol>
					</nav>
				)}
				<h2>
					{id === "new" ? `New row of ${table}` : `${table} ${id}`} {name && <span className="chip">{name}</span>}
				</h2>
			</div>
			<button type="button" className="button quiet icon close" aria-label="Close the record" onClick={onClose}>
				<X size={16} aria-hidden />
			</button>
		</header>
	);
}
