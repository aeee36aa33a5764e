import { type AnyCheck, type Has, type Report, shown } from "../lib/checks";
import { ControlError, type ControlFault, pointerOf } from "../lib/control-error";
import { isRecord } from "../lib/is-record";
import { nearest } from "../lib/nearest";
import { checkPointer } from "../state/references";
import type { State } from "../state/state";
import type { Row } from "../state/table";
import { makerOf } from "./record-makers";
import { type Relation, type RelationFields, suggestion } from "./record-relations";

/** A record from outside whose fields are validated. */
export interface CheckedRecord {
	/** Fields of the row, with ids in place of the names of other records. */
	readonly fields: { readonly [field: string]: unknown };
	/** Other inputs of the maker, such as the members of a group. */
	readonly inputs: { readonly [name: string]: unknown };
}

const own = <One>(from: { readonly [name: string]: One } | undefined, name: string): One | undefined =>
	from && Object.hasOwn(from, name) ? from[name] : undefined;

/** Returns a function that checks whether a row of a table exists. */
const hasIn =
	(state: State): Has =>
	(table, id) =>
		state.table(table).get(id) !== undefined;

/**
 * Validates a partial record of a table, and resolves the names in it.
 *
 * @param at The position of the record in the body, as a JSON pointer.
 * @param isNew Whether it is for a new row, which accepts more than its fields, such as the members of a group.
 * @throws ControlError that lists everything that is wrong.
 */
export function checkRecord(table: string, record: unknown, state: State, at: string, isNew: boolean): CheckedRecord {
	if (!isRecord(record))
		throw new ControlError([{ pointer: at, message: `expected an object, found ${shown(record)}` }]);
	const { relations, inputs: newOnly } = makerOf(table, state);
	const checks: { readonly [field: string]: AnyCheck } = state.definition(table).shape;
	const faults: ControlFault[] = [];
	const has = hasIn(state);
	const fields: { [field: string]: unknown } = {};
	const inputs: { [name: string]: unknown } = {};
	const lookUp = (name: string, value: unknown, relation: Relation): RelationFields =>
		relation(value, state, (expected, found, known, below = "") => {
			const message = `expected ${expected}, found ${shown(found)}${suggestion(found, known)}`;
			faults.push({ pointer: `${at}${pointerOf(`${name}${below}`)}`, message });
			return undefined;
		}) ?? {};
	const report: Report = (path, expected, found) =>
		void faults.push({
			pointer: `${at}${pointerOf(path)}`,
			message: `expected ${expected}, found ${shown(found)}`,
		});
	for (const [name, value] of Object.entries(record)) {
		const relation = own(relations, name);
		const input = isNew ? own(newOnly, name) : undefined;
		const check = own(checks, name);
		if (relation) {
			const found = lookUp(name, value, relation);
			// Null in place of a name is valid only if the field can be null.
			for (const [field, one] of Object.entries(found)) own(checks, field)?.run(one, name, report, has);
			Object.assign(fields, found);
		} else if (input) Object.assign(inputs, lookUp(name, value, input));
		else if (check) {
			check.run(value, name, report, has);
			fields[name] = value;
		} else {
			const known = [
				...Object.keys(checks),
				...Object.keys(relations ?? {}),
				...Object.keys(isNew ? (newOnly ?? {}) : {}),
			];
			const guess = nearest(name, known);
			const hint = guess ? `Did you mean "${guess}"?` : `The fields are: ${known.join(", ")}.`;
			const pointer = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
			faults.push({ pointer, message: `there is no field "${name}". ${hint}` });
		}
	}
	if (faults.length > 0) throw new ControlError(faults);
	return { fields, inputs };
}

/** Checks a row's reference to a table that another field names, such as the `source_id` of a member. */
export function checkRow(table: string, row: Row, state: State, at: string): void {
	checkPointer(
		state.definition(table),
		row,
		(path, expected, found) => {
			const message = `expected ${expected}, found ${shown(found)}`;
			throw new ControlError([{ pointer: `${at}${pointerOf(path)}`, message }]);
		},
		hasIn(state),
	);
}
