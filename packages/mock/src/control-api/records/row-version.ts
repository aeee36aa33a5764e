import { jsonResponse } from "../../request/http/json-response";
import type { RawRequest, RawResponse } from "../../request/http/raw";
import { sha } from "../../state/sha";
import type { Row } from "../../state/table";

/** Returns the version that `If-Match` is compared with. It changes when any field does. */
const versionOf = (row: Row): string => `"${sha(JSON.stringify(row))}"`;

/** Returns a 200 with a row, and its version as `ETag`. */
export const rowResponse = (row: Row): RawResponse => jsonResponse(200, row, { etag: versionOf(row) });

/** Returns a 412 with the current row if the caller expects another version; undefined if a change is allowed. */
export function versionConflict({ headers }: RawRequest, row: Row): RawResponse | undefined {
	const expected = headers["if-match"];
	if (expected === undefined || expected === "*") return undefined;
	const current = versionOf(row);
	if (expected.split(",").some((one) => one.trim() === current)) return undefined;
	const message = `Row ${row.id} has changed since you read it. Nothing was written.`;
	return jsonResponse(412, { message, faults: [], current: row }, { etag: current });
}
