/** How a record of each table is made from partial data: what `POST /_mock/records/{table}` does for any language. */
import type { TableName } from "../state/tables";
import type { Makers } from "./maker";
import { accountMakers } from "./record-makers-accounts";
import { placeMakers } from "./record-makers-places";
import { runnerMakers } from "./record-makers-runners";
import { workMakers } from "./record-makers-work";
import { relationsOf } from "./record-relations";

const all: Makers = { ...accountMakers, ...placeMakers, ...workMakers, ...runnerMakers };

/** The maker of each table, with the relations of its definition. */
export const makers: Makers = Object.fromEntries(
	Object.entries(all).map(([name, maker]) => [
		name,
		// There is a maker for each table, and no other.
		{ ...maker, relations: { ...relationsOf(name as TableName), ...maker.relations } },
	]),
) as unknown as Makers;
