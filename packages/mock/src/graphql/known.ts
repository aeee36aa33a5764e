import type { Row } from "../state/table";

/** The row that another one names. There is no such row without it: the platform has a fault where it is not there. */
export function known<R extends Row>(table: { get(id: number): R | undefined }, id: number): R {
	const row = table.get(id);
	if (!row) throw new Error(`A row names the row ${id}, which is not there.`);
	return row;
}
