import type { RawResponse } from "../request/http/raw";
import type { Exchange } from "./exchange";
import { requestId } from "./journal-entry";
import type { ControlledOperation } from "./operation-names";
import { redactUrl } from "./redact";

/** What a list of requests shows of each: no headers, no bodies. */
export interface JournalSummary {
	readonly id: string;
	readonly time: string;
	/** Undefined where no operation was met. */
	readonly operation: ControlledOperation | undefined;
	readonly method: string;
	/** With the query, below the installation's address. */
	readonly path: string;
	readonly status: number;
	readonly broken: RawResponse["broken"];
	readonly milliseconds: number;
	readonly user: string | null;
	/** Whether a fault or an override gave the response. */
	readonly faults: readonly string[];
	readonly overridden: boolean;
	/** How many rows it wrote. */
	readonly changes: number;
	/** The rule that refused it, where that is known. */
	readonly rule: string | undefined;
	/** Whether the response conforms to the contract; undefined where that was not checked. */
	readonly conforms: boolean | undefined;
	/** Its world, in a list of several. */
	readonly world?: string;
}

/** How many rows a request wrote. One that is written twice counts once. */
function rowsOf({ changes = [] }: Exchange): number {
	if (changes.length < 2) return changes.length;
	return new Set(changes.map(({ table, before, after }) => `${table} ${(after ?? before)?.id}`)).size;
}

/** It is made for every request that a page follows, so it only reads what is there. */
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
