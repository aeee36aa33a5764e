import { ControlError, ControlRefusal } from "../../lib/control-error";
import { checkRecord, checkRow } from "../../seed/check-record";
import { kindOf } from "../../seed/kinds";
import type { Inputs } from "../../seed/maker";
import { makerOf } from "../../seed/record-makers";
import { SeedError } from "../../seed/seed-error";
import type { Row } from "../../state/table";
import { DuplicateError } from "../../state/table";
import type { ControlledPlatform } from "../controlled";

/** Runs a change of one record. Turns errors into refusals with the position of the record in the body. */
function refusing<Result>(at: string, change: () => Result): Result {
	try {
		return change();
	} catch (error) {
		if (error instanceof SeedError) throw new ControlError([{ pointer: at, message: error.message }]);
		if (error instanceof DuplicateError)
			throw new ControlRefusal(409, at === "" ? error.message : `${at}: ${error.message}`, [
				{ pointer: at, message: error.message },
			]);
		throw error;
	}
}

function make({ seed, state }: ControlledPlatform, table: string, record: unknown, at: string): Row {
	return refusing(at, () => {
		const { fields, inputs } = checkRecord(table, record, state, at, true);
		// The fields have passed the checks of this table, and the inputs those of its maker.
		const row = makerOf(table, state).make(seed, fields as Partial<Row>, inputs as Inputs);
		checkRow(table, row, state, at);
		// The maker may have changed a row that it created, such as a group that gets a SAML provider.
		return state.table(table).get(row.id) ?? row;
	});
}

/**
 * Creates a record, or each one of a list, in order: a record can refer to those before it. Creates all of them or
 * none.
 *
 * @throws ControlError if a record is invalid, ControlRefusal (409) if it is a duplicate.
 */
export function createRecords(platform: ControlledPlatform, table: string, body: unknown): Row | Row[] {
	return platform.state.transaction(() =>
		Array.isArray(body)
			? body.map((record, index) => make(platform, table, record, `/${index}`))
			: make(platform, table, body ?? {}, ""),
	);
}

/**
 * Restores the fields that a change gave other values. Later changes of other fields are kept.
 *
 * @throws ControlRefusal (409) if the row was deleted, or can no longer have its former values.
 */
export function takeBackChange({ state }: ControlledPlatform, name: string, before: Row, after: Row): void {
	const table = state.table(name);
	if (!table.get(before.id))
		throw new ControlRefusal(
			409,
			`Row ${before.id} of ${kindOf(name)} was deleted in the meantime, so its fields cannot be restored.`,
		);
	const fields = Object.keys(after).filter((field) => Reflect.get(after, field) !== Reflect.get(before, field));
	const former = Object.fromEntries(fields.map((field) => [field, Reflect.get(before, field)]));
	try {
		state.transaction(() => checkRow(name, table.update(before.id, former), state, ""));
	} catch (error) {
		if (error instanceof SeedError || error instanceof DuplicateError) throw new ControlRefusal(409, error.message);
		throw error;
	}
}

/** Changes fields of a row; the others are kept. Throws like `createRecords`; the row must exist. */
export function changeRecord({ state }: ControlledPlatform, table: string, id: number, body: unknown): Row {
	return refusing("", () => {
		const { fields } = checkRecord(table, body, state, "", false);
		if (fields.id !== undefined && fields.id !== id)
			throw new ControlError([
				{ pointer: "/id", message: `expected ${id}, found ${fields.id}: ids cannot be changed` },
			]);
		return state.transaction(() => {
			const row = state.table(table).update(id, fields);
			checkRow(table, row, state, "");
			return row;
		});
	});
}
