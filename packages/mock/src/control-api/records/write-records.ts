import { ControlError, ControlRefusal } from "../../lib/control-error";
import { checkRecord, checkRow } from "../../seed/check-record";
import type { Inputs } from "../../seed/maker";
import { makerOf } from "../../seed/record-makers";
import { SeedError } from "../../seed/seed-error";
import type { Row } from "../../state/table";
import { DuplicateError } from "../../state/table";
import type { ControlledPlatform } from "../controlled";

/** Runs a change of one record; what speaks against it becomes a refusal that says where the record is in the body. */
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
		// The fields have passed the checks of this very table, and the inputs those of its maker.
		const row = makerOf(table, state).make(seed, fields as Partial<Row>, inputs as Inputs);
		checkRow(table, row, state, at);
		// The maker may have changed a row that it made: a group that gets a SAML provider, for example.
		return state.table(table).get(row.id) ?? row;
	});
}

/**
 * Makes a record, or each one of a list, in order: a record can refer to those before it. All of them or none.
 *
 * @throws ControlError for a record that does not pass its checks, ControlRefusal (409) for a duplicate.
 */
export function createRecords(platform: ControlledPlatform, table: string, body: unknown): Row | Row[] {
	return platform.state.transaction(() =>
		Array.isArray(body)
			? body.map((record, index) => make(platform, table, record, `/${index}`))
			: make(platform, table, body ?? {}, ""),
	);
}

/** Changes fields of a row; the others stay. Throws as `createRecords` does, and ControlRefusal (404) without the row. */
export function changeRecord({ state }: ControlledPlatform, table: string, id: number, body: unknown): Row {
	return refusing("", () => {
		const { fields } = checkRecord(table, body, state, "", false);
		if (fields.id !== undefined && fields.id !== id)
			throw new ControlError([{ pointer: "/id", message: `expected ${id}, found ${fields.id}: ids do not change` }]);
		return state.transaction(() => {
			const row = state.table(table).update(id, fields);
			checkRow(table, row, state, "");
			return row;
		});
	});
}
