import { ControlRefusal } from "../../lib/control-error";
import type { Row } from "../../state/table";
import type { ControlCall } from "../call";
import { type EntryDetail, entryDetail } from "../journal/detail";
import type { OperationRequest } from "../operation-request";
import { deliver } from "../send";

/** The request by which a client reads a row, and what came of it. */
interface RecordView {
	readonly request: OperationRequest;
	readonly entry: EntryDetail;
}

/**
 * A row as the API shows it to a user, or to nobody: the response to the request by which a client reads it. The request goes
 * to a copy of the platform, so that neither the journal nor the coverage has it.
 *
 * @throws ControlRefusal (404) for a row that the API does not show by itself.
 */
export async function recordView(call: ControlCall, table: string, row: Row): Promise<RecordView> {
	// It needs the package graphql, which no other call of the records does.
	const { readOf } = await import("./api-reads");
	const request = await readOf(table, row, call.platform.state);
	if (!request)
		throw new ControlRefusal(404, "No operation of the API reads this row alone: it is only part of other records.");
	const copy: ControlCall = { ...call, platform: call.platform.fork() };
	const { id } = await deliver(copy, request, call.query.get("as"));
	return { request, entry: await entryDetail({ ...copy, id }) };
}
