import type { OperationRow } from "@tenon/contract";
import type { Body } from "../request/http/body";
import type { Reason } from "../request/http/errors";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { User } from "../state/records";
import type { RowChange } from "../state/undo";
import type { Verdict } from "./judge";
import type { ControlledOperation } from "./operation-names";

/**
 * A request on its way through the platform, with its results so far. Every request creates one, so it only references
 * existing objects; the rest is computed when the journal is read.
 */
export class Exchange {
	readonly id: number;
	/** The time of the request, by the platform's clock. */
	readonly time: number;
	/** The time of the request, by a monotonic clock. */
	readonly started = performance.now();
	/** The request, with the specification's names. */
	readonly request: RawRequest;
	/** The request as it was sent. */
	readonly sent: RawRequest;
	/** The path below the installation's base URL, without the query; then the query. */
	path = "";
	queryText = "";
	operation: ControlledOperation | undefined = undefined;
	/** The contract's row of a REST operation. */
	row: OperationRow | undefined = undefined;
	/** The parameters as the contract reads them; only those of the path if the request was refused before that. */
	params: { readonly [name: string]: unknown } = nothing;
	/** The query's decoded pairs as sent, and the body as read. Released once they are counted. */
	query: readonly (readonly [string, string])[] = none;
	body: Body | undefined = undefined;
	user: User | undefined = undefined;
	/** The rows that the request wrote, in order. */
	changes: RowChange[] | undefined = undefined;
	/** The ids of the faults that were applied. */
	faults: readonly string[] = none;
	isOverridden = false;
	/** Whether the platform determines why it refuses this request. */
	isExplained = false;
	reason: Reason | undefined = undefined;
	/** Whether an administrator would have found the record that was not found; undefined if that was not checked. */
	isHidden: boolean | undefined = undefined;
	verdict: Verdict | undefined = undefined;
	/** The response. A list has items in place of its text, which costs more to store than to make again. */
	response: RawResponse | undefined = undefined;
	milliseconds = 0;
	/** The approximate size of the request and response bodies, in bytes. */
	size = 0;

	/** Releases what nothing reads after it is counted. */
	release(): void {
		this.query = none;
		this.body = undefined;
	}

	constructor(id: number, time: number, request: RawRequest, sent = request) {
		this.id = id;
		this.time = time;
		this.request = request;
		this.sent = sent;
	}
}

const nothing = {};
const none: readonly never[] = [];
