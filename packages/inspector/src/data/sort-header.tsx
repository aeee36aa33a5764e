import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactElement } from "react";

interface SortHeaderProps {
	readonly name: string;
	/** The column to sort by, with the prefix `-` for descending order. */
	readonly sort: string;
	readonly onSort: (sort: string) => void;
}

/** The name of a column. A click sorts the list by it. */
export function SortHeader({ name, sort, onSort }: SortHeaderProps): ReactElement {
	const isSorted = sort.replace(/^-/, "") === name;
	const isDown = sort.startsWith("-");
	const Icon = isDown ? ArrowDown : ArrowUp;
	return (
		<th scope="col" aria-sort={isSorted ? (isDown ? "descending" : "ascending") : "none"}>
			<button type="button" className="sort" onClick={() => onSort(isSorted && !isDown ? `-${name}` : name)}>
				{name}
				{isSorted && <Icon size={12} aria-hidden />}
			</button>
		</th>
	);
}
