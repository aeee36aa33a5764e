import { settle } from "../../domains/settle";
import { created, noContent, ok } from "../../request/http/json-response";
import type { RawResponse } from "../../request/http/raw";
import type { Row } from "../../state/table";
import type { ControlCall } from "../call";
import { undoable } from "../undo";
import { deleteRecord } from "./delete-record";
import { describeTables } from "./describe-tables";
import { countRecords, listRecords, recordOf } from "./read-records";
import { recordView } from "./record-view";
import { referencesOf } from "./row-references";
import { rowResponse, versionConflict } from "./row-version";
import { tableNamed } from "./table-names";
import { changeRecord, createRecords, takeBackChange } from "./write-records";

type Route = (call: ControlCall) => RawResponse | Promise<RawResponse>;

/** Brings simulated jobs up to the clock's time before they are read. */
const settled =
	(route: Route): Route =>
	(call) => {
		settle(call.platform);
		return route(call);
	};

/** Returns the table and the row of a path. */
function rowIn({ platform, id, second }: ControlCall): { table: string; row: Row } {
	const table = tableNamed(id, platform.state);
	return { table, row: recordOf(platform.state, table, second) };
}

/** The routes that read and write single records. */
export const recordRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/tables": { GET: settled(({ platform }) => ok({ tables: describeTables(platform.state) })) },
	"/records": { GET: settled(({ platform }) => ok(countRecords(platform.state))) },
	"/records/*": {
		GET: settled(({ platform, id, query }) => ok(listRecords(platform.state, tableNamed(id, platform.state), query))),
		POST: settled((call) =>
			created(createRecords(call.platform, tableNamed(call.id, call.platform.state), call.json())),
		),
	},
	"/records/*/*": {
		GET: settled((call) => rowResponse(rowIn(call).row)),
		PATCH: settled((call) => {
			const { table, row } = rowIn(call);
			const conflict = versionConflict(call.request, row);
			if (conflict) return conflict;
			const changed = changeRecord(call.platform, table, row.id, call.json());
			// Undo only the row: noting all records with each change would make writing slow.
			return undoable(rowResponse(changed), call.platform, () => takeBackChange(call.platform, table, row, changed));
		}),
		DELETE: settled((call) => {
			const { table, row } = rowIn(call);
			const conflict = versionConflict(call.request, row);
			if (conflict) return conflict;
			const bringBack = call.platform.rememberData();
			deleteRecord(call.platform, table, row, call.query.get("hard_delete") === "true");
			return undoable(noContent(), call.platform, bringBack);
		}),
	},
	"/records/*/*/references": {
		GET: settled((call) => {
			const { table, row } = rowIn(call);
			return ok(referencesOf(table, row, call.platform.state));
		}),
	},
	"/records/*/*/view": {
		GET: settled(async (call) => {
			const { table, row } = rowIn(call);
			return ok(await recordView(call, table, row));
		}),
	},
};
