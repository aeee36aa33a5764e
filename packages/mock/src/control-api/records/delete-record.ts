/** Deletes a row of any table, with everything that belongs to it. */

import { destroy as destroyUser } from "../../domains/users/deletion";
import { ControlRefusal } from "../../lib/control-error";
import { ApiError } from "../../request/http/errors";
import type { EnterpriseUser } from "../../state/records";
import { remove } from "../../state/references";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";
import type { Rows, TableName } from "../../state/tables";
import type { ControlledPlatform } from "../controlled";

/** Removes a user from a group's enterprise users. The group then no longer manages the user's tokens and keys. */
function removeEnterpriseUser({ id, user_id, group_id }: EnterpriseUser, state: State): void {
	const free = { managed_by_group_id: null };
	for (const token of state.tokens.in("user", user_id))
		if (token.managed_by_group_id === group_id && token.resource === null) state.tokens.update(token.id, free);
	for (const key of state.sshKeys.in("user", user_id))
		if (key.managed_by_group_id === group_id) state.sshKeys.update(key.id, free);
	state.enterpriseUsers.delete(id);
}

type Removals = { readonly [Name in TableName]?: (row: Rows[Name], state: State) => void };

/** Tables with their own way of deleting. */
const removals: Removals = { enterpriseUsers: removeEnterpriseUser };

/**
 * Deletes a row as the platform does or, if the platform does not delete such rows, with the rows that refer to it.
 *
 * @param isHard Whether to delete what a user wrote, and the groups that only the user owns, instead of keeping it.
 * @throws ControlRefusal (409) if the platform does not delete the user.
 */
export function deleteRecord({ state }: ControlledPlatform, table: string, row: Row, isHard: boolean): void {
	try {
		state.transaction(() => {
			if (table === "users") {
				// The row is from this table.
				destroyUser(row as Rows["users"], isHard, state);
				return;
			}
			// The removal is for this table.
			const own = Object.hasOwn(removals, table)
				? (removals[table as TableName] as ((row: Row, state: State) => void) | undefined)
				: undefined;
			if (own) own(row, state);
			else remove(table, row.id, state);
		});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const message = Reflect.get(Object(error.body), "message");
		throw new ControlRefusal(409, `${message} (hard_delete=true also deletes the groups whose only owner is the user)`);
	}
}
