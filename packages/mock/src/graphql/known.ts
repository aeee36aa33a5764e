import type { Row } from "../state/table";

/** Returns the row that another row names. Throws if it does not exist, which is an error of the platform. */
export function known<R extends Row>(table: { get(id: number): R | undefined }, id: number): R {
	const row = table.get(id);
	if (!row) throw new Error(`A row names the row ${id}, which is not there.`);
	return row;
}
