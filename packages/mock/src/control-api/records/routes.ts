import { settle } from "../../domains/settle";
import { created, noContent, ok } from "../../request/http/answer";
import type { RawResponse } from "../../request/http/raw";
import type { ControlCall } from "../call";
import { deleteRecord } from "./delete-record";
import { countRecords, listRecords, recordOf } from "./read-records";
import { tableNamed } from "./table-names";
import { changeRecord, createRecords } from "./write-records";

type Route = (call: ControlCall) => RawResponse;

/** Simulated jobs come to where the clock is before anybody looks at them. */
const settled =
	(route: Route): Route =>
	(call) => {
		settle(call.platform);
		return route(call);
	};

/** The calls that read and write single records. */
export const recordRoutes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/records": { GET: settled(({ platform }) => ok(countRecords(platform.state))) },
	"/records/*": {
		GET: settled(({ platform, id, query }) => ok(listRecords(platform.state, tableNamed(id, platform.state), query))),
		POST: settled((call) =>
			created(createRecords(call.platform, tableNamed(call.id, call.platform.state), call.json())),
		),
	},
	"/records/*/*": {
		GET: settled(({ platform, id, second }) => ok(recordOf(platform.state, tableNamed(id, platform.state), second))),
		PATCH: settled((call) => {
			const table = tableNamed(call.id, call.platform.state);
			const row = recordOf(call.platform.state, table, call.second);
			return ok(changeRecord(call.platform, table, row.id, call.json()));
		}),
		DELETE: settled(({ platform, id, second, query }) => {
			const table = tableNamed(id, platform.state);
			const row = recordOf(platform.state, table, second);
			deleteRecord(platform, table, row, query.get("hard_delete") === "true");
			return noContent();
		}),
	},
};
