import { ControlRefusal } from "../../lib/control-error";
import { nearest } from "../../lib/nearest";
import { kindNames, tableOfKind } from "../../seed/kinds";
import type { State } from "../../state/state";

/** Returns the table of a path, by its name in the state. Throws 400 if it is unknown, with a similar name. */
export function tableNamed(name: string, state: State): string {
	const known = tableOfKind(name, state);
	if (known) return known;
	const guess = nearest(name, kindNames(state));
	const hint = guess ? `Did you mean "${guess}"?` : `The tables are: ${kindNames(state).join(", ")}.`;
	throw new ControlRefusal(400, `There is no table "${name}". ${hint}`);
}
