import { jsonResponse } from "../../request/http/json-response";
import type { RawRequest, RawResponse } from "../../request/http/raw";
import { sha } from "../../state/sha";
import type { Row } from "../../state/table";

/** What an `If-Match` header compares: it differs as soon as one field does. */
const versionOf = (row: Row): string => `"${sha(JSON.stringify(row))}"`;

/** 200 with a row, and its version as `ETag`. */
export const rowResponse = (row: Row): RawResponse => jsonResponse(200, row, { etag: versionOf(row) });

/** 412 with the row as it is, if the caller expects another version of it; undefined if nothing speaks against a change. */
export function versionConflict({ headers }: RawRequest, row: Row): RawResponse | undefined {
	const expected = headers["if-match"];
	if (expected === undefined || expected === "*") return undefined;
	const current = versionOf(row);
	if (expected.split(",").some((one) => one.trim() === current)) return undefined;
	const message = `Row ${row.id} is no longer what it was when you read it. Nothing was changed.`;
	return jsonResponse(412, { message, faults: [], current: row }, { etag: current });
}
