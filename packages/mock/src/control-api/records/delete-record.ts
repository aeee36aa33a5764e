/** Deleting a row of any table, with what belongs to it. */

import { destroy as destroyRunner } from "../../domains/runners/runner";
import { destroy as destroyUser } from "../../domains/users/deletion";
import { ApiError } from "../../request/http/errors";
import {
	removeEnterpriseUser,
	removeEnvironment,
	removeGroup,
	removeJob,
	removeNoteable,
	removePipeline,
	removeProject,
	removeRelease,
	removeRunnerManager,
} from "../../state/removal";
import type { RowOf, TableName } from "../../state/shapes/tables";
import type { State } from "../../state/state";
import type { Row } from "../../state/table";
import type { ControlledPlatform } from "../controlled";
import { ControlRefusal } from "../told";
import { tableOf } from "./table-names";

type Removals = { readonly [Name in TableName]?: (row: RowOf<State[Name]>, state: State) => void };

/** Tables whose rows have others that belong to them, or that refer to them. A row of any other table goes alone. */
const removals: Removals = {
	groups: removeGroup,
	projects: removeProject,
	issues: ({ id }, state) => removeNoteable("Issue", id, state),
	mergeRequests: ({ id }, state) => removeNoteable("MergeRequest", id, state),
	snippets: ({ id }, state) => removeNoteable("Snippet", id, state),
	epics: ({ id }, state) => removeNoteable("Epic", id, state),
	wikiPages: ({ id }, state) => removeNoteable("WikiPage::Meta", id, state),
	alerts: ({ id }, state) => removeNoteable("AlertManagement::Alert", id, state),
	environments: removeEnvironment,
	pipelines: removePipeline,
	jobs: removeJob,
	releases: removeRelease,
	runners: destroyRunner,
	runnerManagers: removeRunnerManager,
	enterpriseUsers: removeEnterpriseUser,
};

/**
 * Deletes a row as the platform does, or, where the platform has no such deletion, with the rows that refer to it.
 *
 * @param isHard Deletes what a user wrote, and the groups that the user owns alone, instead of keeping it.
 * @throws ControlRefusal (409) for a user that the platform does not delete.
 */
export function deleteRecord({ state }: ControlledPlatform, table: TableName, row: Row, isHard: boolean): void {
	try {
		state.transaction(() => {
			if (table === "users") {
				// A row of this very table.
				destroyUser(row as RowOf<State["users"]>, isHard, state);
				return;
			}
			// The removal of this very table.
			const remove = removals[table] as ((row: Row, state: State) => void) | undefined;
			if (remove) remove(row, state);
			else tableOf(state, table).delete(row.id);
		});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const message = Reflect.get(Object(error.body), "message");
		throw new ControlRefusal(409, `${message} (hard_delete=true also deletes the groups that the user owns alone)`);
	}
}
