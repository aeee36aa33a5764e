import { ControlRefusal } from "../../lib/control-error";
import type { Row } from "../../state/table";
import type { ControlCall } from "../call";
import { type EntryDetail, entryDetail } from "../journal/detail";
import type { OperationRequest } from "../operation-request";
import { deliver } from "../send";

/** The request with which a client reads a row, and its journal entry. */
interface RecordView {
	readonly request: OperationRequest;
	readonly entry: EntryDetail;
}

/**
 * Returns a row as the API shows it to a user, or to an anonymous caller: the response to the request with which a
 * client reads it. The request is sent to a copy of the platform, so that it affects neither the journal nor the
 * coverage.
 *
 * @throws ControlRefusal (404) if the API does not show such rows individually.
 */
export async function recordView(call: ControlCall, table: string, row: Row): Promise<RecordView> {
	// It needs the package graphql, which the other routes of records do not need.
	const { readOf } = await import("./api-reads");
	const request = await readOf(table, row, call.platform.state);
	if (!request)
		throw new ControlRefusal(
			404,
			"No operation of the API returns this row by itself: it is only part of other records.",
		);
	const copy: ControlCall = { ...call, platform: call.platform.fork() };
	const { id } = await deliver(copy, request, call.query.get("as"));
	return { request, entry: await entryDetail({ ...copy, id }) };
}
