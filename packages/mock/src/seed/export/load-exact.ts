/** Loads a complete seed, as `exportSeed` returns it. */

import { shown } from "../../lib/checks";
import { ControlError, type ControlFault } from "../../lib/control-error";
import { isRecord } from "../../lib/is-record";
import type { AnyColumn } from "../../state/columns";
import { type AnyDefinition, missingColumns } from "../../state/definition";
import { pointedTable } from "../../state/references";
import type { State } from "../../state/state";
import { DuplicateError, type Row } from "../../state/table";
import { checkRecord, checkRow } from "../check-record";
import { kindOf, tableOfKind } from "../kinds";
import { nameOf } from "../record-relations";

type Fields = { readonly [name: string]: unknown };

const columnsOf = ({ columns }: AnyDefinition): [string, AnyColumn][] => Object.entries<AnyColumn>(columns);

/** Whether a reference can be set after all rows are stored, because it can be null. It may be circular. */
const canBeLate = ({ check, default: initial }: AnyColumn): boolean =>
	check.table !== undefined && initial !== undefined && "value" in initial && initial.value === null;

/** Returns the tables that rows of a table must refer to. */
function neededBy(table: string, definition: AnyDefinition): string[] {
	const { points: [kindField] = [] } = definition;
	const columns = columnsOf(definition);
	const kinds: unknown = columns.find(([name]) => name === kindField)?.[1].check.schema?.enum;
	const pointed = Array.isArray(kinds) ? kinds.map((kind) => pointedTable(String(kind)) ?? table) : [];
	return [...columns.flatMap(([, column]) => (canBeLate(column) ? [] : (column.check.table ?? []))), ...pointed];
}

/** Returns the tables sorted so that each comes after those that its rows must refer to. */
function inOrder(state: State): string[] {
	const order = new Set<string>();
	const add = (table: string): void => {
		for (const other of neededBy(table, state.definition(table))) if (other !== table && !order.has(other)) add(other);
		order.add(table);
	};
	// The tables that most others refer to.
	for (const name of ["groups", "users", "projects", ...Object.keys(state.definitions)])
		if (!order.has(name)) add(name);
	return [...order];
}

interface Stored {
	readonly table: string;
	readonly at: string;
	readonly row: Row;
	/** References to set after all rows are stored. */
	readonly late: Fields;
}

/** Stores a record as it is, without references to tables that are not filled yet. */
function store(
	table: string,
	record: unknown,
	id: number,
	at: string,
	state: State,
	isFilled: (table: string) => boolean,
): Stored {
	if (!isRecord(record))
		throw new ControlError([{ pointer: at, message: `expected an object, found ${shown(record)}` }]);
	const definition = state.definition(table);
	const columns = columnsOf(definition);
	const lateNames = columns.flatMap(([field, column]) =>
		canBeLate(column) && !isFilled(column.check.table ?? "") ? [field, nameOf(field)] : [],
	);
	const isLateName = ([name]: [string, unknown]): boolean => lateNames.includes(name);
	const late = Object.fromEntries(Object.entries(record).filter(isLateName));
	const value = Object.fromEntries(Object.entries(record).filter((entry) => !isLateName(entry)));
	const { fields } = checkRecord(table, value, state, at, false);
	const missing = missingColumns(definition, fields);
	if (missing.length > 0)
		throw new ControlError(
			missing.map(([name, { check }]) => ({
				pointer: `${at}/${name}`,
				message: `expected ${check.expected}, found nothing`,
			})),
		);
	// All columns without a default are there and have passed their checks.
	return { table, at, late, row: state.table(table).insert({ id, ...fields } as Row) };
}

/**
 * Stores the records of an exact seed as they are. Names of other records are resolved; no other records are created.
 *
 * @returns The rows, in the order in which they were stored.
 * @throws ControlError that lists everything that is wrong, with JSON pointers into the seed; nothing is stored then.
 */
export function loadExact(kinds: Fields, lastIds: unknown, state: State): readonly { table: string; row: Row }[] {
	const faults: ControlFault[] = [];
	const attempt = <Result>(at: string, step: () => Result): Result | undefined => {
		try {
			return step();
		} catch (error) {
			if (error instanceof ControlError) faults.push(...error.faults);
			else if (error instanceof DuplicateError) faults.push({ pointer: at, message: error.message });
			else throw error;
			return undefined;
		}
	};
	return state.transaction(() => {
		const all: Stored[] = [];
		const filled = new Set<string>();
		for (const name of Object.keys(kinds).filter((kind) => !tableOfKind(kind, state)))
			faults.push({ pointer: `/${name}`, message: "there is no kind of records of this name" });
		for (const table of inOrder(state)) {
			const list = kinds[kindOf(table)] ?? [];
			if (!Array.isArray(list)) {
				faults.push({ pointer: `/${kindOf(table)}`, message: `expected a list of records, found ${shown(list)}` });
				continue;
			}
			let id = state.definition(table).first - 1;
			for (const [index, record] of list.entries()) {
				const at = `/${kindOf(table)}/${index}`;
				id = isRecord(record) && typeof record.id === "number" ? record.id : id + 1;
				const stored = attempt(at, () => store(table, record, id, at, state, (name) => filled.has(name)));
				if (stored) all.push(stored);
			}
			filled.add(table);
		}
		for (const { table, at, row, late } of all)
			attempt(at, () => {
				const { fields } = checkRecord(table, late, state, at, false);
				const after = Object.keys(fields).length === 0 ? row : state.table(table).update(row.id, fields);
				checkRow(table, after, state, at);
			});
		for (const [kind, last] of Object.entries(Object(lastIds))) {
			const table = tableOfKind(kind, state);
			if (table && Number.isSafeInteger(last)) state.table(table).skipTo(Number(last));
			else
				faults.push({ pointer: `/last_ids/${kind}`, message: `expected the last id of a kind, found ${shown(last)}` });
		}
		if (faults.length > 0) throw new ControlError(faults);
		return all;
	});
}
