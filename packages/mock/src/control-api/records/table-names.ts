import { ControlRefusal } from "../../lib/control-error";
import { nearest } from "../../lib/nearest";
import { kindNames, tableOfKind } from "../../seed/kinds";
import type { TableName } from "../../state/tables";

/** The table of a path, by its name in the state. 400 for an unknown one, with the name that was probably meant. */
export function tableNamed(name: string): TableName {
	const known = tableOfKind(name);
	if (known) return known;
	const guess = nearest(name, kindNames);
	const hint = guess ? `Did you mean "${guess}"?` : `The tables are: ${kindNames.join(", ")}.`;
	throw new ControlRefusal(400, `There is no table "${name}". ${hint}`);
}
