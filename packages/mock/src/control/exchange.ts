import type { OperationRow } from "@tenon/contract";
import type { Body } from "../request/http/body";
import type { Reason } from "../request/http/errors";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { User } from "../state/records";
import type { RowChange } from "../state/undo";
import type { Verdict } from "./judge";
import type { ControlledOperation } from "./operation-names";

/**
 * A request on its way through the platform, and what became of it. Every call makes one, so it only points to what is
 * there anyway; whoever reads the journal pays for the rest.
 */
export class Exchange {
	readonly id: number;
	/** When it came, by the platform's clock. */
	readonly time: number;
	/** When it came, by a clock that only runs on. */
	readonly started = performance.now();
	/** With the specification's names. */
	readonly request: RawRequest;
	/** As it was sent. */
	readonly sent: RawRequest;
	/** The path below the installation's address, without query, and the query. */
	path = "";
	queryText = "";
	operation: ControlledOperation | undefined = undefined;
	/** The contract's row of a REST operation. */
	row: OperationRow | undefined = undefined;
	/** As the contract reads them; those of the path alone where it did not come to that. */
	params: { readonly [name: string]: unknown } = nothing;
	/** The query's pairs as sent, decoded, and the body as read: until they are counted. */
	query: readonly (readonly [string, string])[] = none;
	body: Body | undefined = undefined;
	user: User | undefined = undefined;
	/** The rows that it wrote, in order. */
	changes: RowChange[] | undefined = undefined;
	/** The faults that struck, by id. */
	faults: readonly string[] = none;
	isOverridden = false;
	/** Whether it is worked out why it is refused, if it is. */
	isExplained = false;
	reason: Reason | undefined = undefined;
	/** Whether an administrator would have found what was not found; undefined where nobody looked. */
	isHidden: boolean | undefined = undefined;
	verdict: Verdict | undefined = undefined;
	/** A list's response comes without its text, as its items are there anyway: to keep a text longer than its request costs more than to make it. */
	response: RawResponse | undefined = undefined;
	milliseconds = 0;
	/** Bytes of its bodies, about. */
	size = 0;

	/** Lets go of what nobody reads once it is counted. */
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
