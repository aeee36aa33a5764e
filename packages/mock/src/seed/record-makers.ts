/** Creates records of each table from partial data, as `POST /_mock/records/{table}` does. */
import { type AnyDefinition, missingColumns } from "../state/definition";
import type { State } from "../state/state";
import type { Row } from "../state/table";
import type { Maker, Makers } from "./maker";
import { accountMakers } from "./record-makers-accounts";
import { placeMakers } from "./record-makers-places";
import { runnerMakers } from "./record-makers-runners";
import { workMakers } from "./record-makers-work";
import { relationsOf } from "./record-relations";
import { SeedError } from "./seed-error";

const own: Makers = { ...accountMakers, ...placeMakers, ...workMakers, ...runnerMakers };

/** Returns the maker for a table of an extension. It stores the fields with the definition's defaults. */
const plainMaker = (name: string, definition: AnyDefinition): Maker<Row> => ({
	make({ state }, fields) {
		const [missing] = missingColumns(definition, fields);
		if (missing) throw new SeedError(`The field "${missing[0]}" is missing: expected ${missing[1].check.expected}.`);
		return state.table(name).insert(fields);
	},
});

const made = new WeakMap<AnyDefinition, Maker<Row>>();

/** Returns the maker of a table, with the relations of its definition. */
export function makerOf(table: string, state: State): Maker<Row> {
	const definition = state.definition(table);
	let maker = made.get(definition);
	if (!maker) {
		// Callers of a maker pass fields that have passed the checks of the same table.
		const found = Object.hasOwn(own, table)
			? (own[table as keyof Makers] as unknown as Maker<Row>)
			: plainMaker(table, definition);
		maker = { ...found, relations: { ...relationsOf(definition), ...found.relations } };
		made.set(definition, maker);
	}
	return maker;
}
