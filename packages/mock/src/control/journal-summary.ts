import type { RawResponse } from "../request/http/raw";
import type { Exchange } from "./exchange";
import { requestId } from "./journal-entry";
import type { ControlledOperation } from "./operation-names";
import { redactUrl } from "./redact";

/** A row of a list of requests: no headers and no bodies. */
export interface JournalSummary {
	readonly id: string;
	readonly time: string;
	/** Undefined if the request matches no operation. */
	readonly operation: ControlledOperation | undefined;
	readonly method: string;
	/** The path below the installation's base URL, with the query. */
	readonly path: string;
	readonly status: number;
	readonly broken: RawResponse["broken"];
	readonly milliseconds: number;
	readonly user: string | null;
	/** The ids of the faults that were applied, and whether an override made the response. */
	readonly faults: readonly string[];
	readonly overridden: boolean;
	/** The number of rows that the request wrote. */
	readonly changes: number;
	/** The rule that refused the request, if it is known. */
	readonly rule: string | undefined;
	/** Whether the response conforms to the contract; undefined if that was not checked. */
	readonly conforms: boolean | undefined;
	/** The name of the world, in a list of several worlds. */
	readonly world?: string;
}

/** Returns the number of rows that a request wrote. A row written twice counts once. */
function rowsOf({ changes = [] }: Exchange): number {
	if (changes.length < 2) return changes.length;
	return new Set(changes.map(({ table, before, after }) => `${table} ${(after ?? before)?.id}`)).size;
}

/** Returns the summary of an exchange, reading only existing values: every request that a page follows needs one. */
export function summaryOf(exchange: Exchange): JournalSummary {
	const { sent, operation, path, queryText, response, user, faults, isOverridden, reason, verdict } = exchange;
	return {
		id: requestId(exchange.id),
		time: new Date(exchange.time).toISOString(),
		operation,
		method: sent.method,
		path: redactUrl(queryText === "" ? path : `${path}?${queryText}`),
		status: response?.status ?? 0,
		broken: response?.broken,
		milliseconds: Math.round(exchange.milliseconds * 100) / 100,
		user: user?.username ?? null,
		faults,
		overridden: isOverridden,
		changes: rowsOf(exchange),
		rule: reason?.rule,
		conforms: verdict?.ok,
	};
}
