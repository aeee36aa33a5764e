import { type AccessFacts, accessFacts } from "../../control/access-facts";
import { type Credential, credentialOf } from "../../control/credential";
import type { Exchange } from "../../control/exchange";
import { explain, isExplained } from "../../control/explain";
import { type JournalEntry, requestId } from "../../control/journal-entry";
import type { Verdict } from "../../control/judge";
import { nearestOperations, type Suggestion } from "../../control/nearest-operations";
import { redactValue } from "../../control/redact";
import { ControlRefusal } from "../../lib/control-error";
import type { Reason } from "../../request/http/errors";
import { dialectOf } from "../../request/settings/dialect";
import { kindOf } from "../../seed/kinds";
import type { TableName } from "../../state/tables";
import type { RowChange } from "../../state/undo";
import type { ControlCall } from "../call";
import { tokenFor } from "../people";

/** A row that a request wrote. */
interface ChangeDetail {
	readonly table: string;
	readonly id: number;
	readonly before: object | null;
	readonly after: object | null;
}

/** A journal entry with everything that can be determined about it. */
export interface EntryDetail extends JournalEntry {
	/** Why the request was refused, and whether that was noted at the time or determined now from the current state. */
	readonly why: (Reason & { readonly noted: "then" | "now" }) | null;
	readonly access: AccessFacts | null;
	readonly credential: Credential | null;
	readonly changes: readonly ChangeDetail[];
	/** For a request that matches no operation: those that it may have meant. */
	readonly didYouMean: readonly Suggestion[];
}

export function exchangeOf({ platform }: ControlCall, id: string): Exchange {
	const found = platform.journal.exchanges.find((exchange) => requestId(exchange.id) === id);
	if (!found)
		throw new ControlRefusal(
			404,
			`The journal has no request ${id}. It may have been cleared or be too old to be kept, or no request had this id.`,
		);
	return found;
}

/** Returns each written row once, as it was before and after the request. */
function changesOf(changes: readonly RowChange[]): ChangeDetail[] {
	const rows = new Map<string, RowChange>();
	for (const change of changes) {
		const key = `${change.table} ${(change.after ?? change.before)?.id}`;
		rows.set(key, { ...change, before: rows.has(key) ? rows.get(key)?.before : change.before });
	}
	return [...rows.values()]
		.filter(({ before, after }) => before || after)
		.map(({ table, before, after }) => ({
			// The name of the row's table.
			table: kindOf(table as TableName),
			id: (after ?? before)?.id ?? 0,
			before: before ? Object(redactValue(before, ["text"])) : null,
			after: after ? Object(redactValue(after, ["text"])) : null,
		}));
}

function whyOf(exchange: Exchange, { settings, state, operations }: ControlCall["platform"]): EntryDetail["why"] {
	const { response, reason } = exchange;
	if (!response || !isExplained(exchange, response.status)) return null;
	if (reason) return { ...reason, noted: "then" };
	const found = explain(exchange, response, settings, state, operations);
	return found ? { ...found, noted: "now" } : null;
}

/** Returns the verdict on a response, validating it now if that was not done before. */
async function verdictOf(
	{ platform: { settings, operations } }: ControlCall,
	exchange: Exchange,
): Promise<Verdict | undefined> {
	const { verdict, operation, response, sent } = exchange;
	// The contract has the specification's names.
	if (verdict || !operation || !response || response.status === 0 || dialectOf(settings)) return verdict;
	try {
		const { judge } = await import("../../control/judge");
		const body = response.items ? `[${response.items.join(",")}]` : response.body;
		return await judge(operation, { ...response, body }, sent.method === "HEAD", settings.dialect, operations);
	} catch {
		// Without the package `zod`, nothing is validated.
		return undefined;
	}
}

/** Returns everything that is known about a request. */
export async function entryDetail(call: ControlCall): Promise<EntryDetail> {
	const exchange = exchangeOf(call, call.id);
	const { journal, state } = call.platform;
	const entry = journal.entryOf(exchange);
	const isUnmatched = exchange.operation === undefined && entry.status >= 400;
	return {
		...entry,
		verdict: await verdictOf(call, exchange),
		why: whyOf(exchange, call.platform),
		access: accessFacts(exchange, state, (user) => tokenFor(call.platform, user) !== undefined) ?? null,
		credential: credentialOf(exchange.sent, state),
		changes: changesOf(exchange.changes ?? []),
		didYouMean: isUnmatched ? nearestOperations(entry.method, entry.path, call.platform.operations) : [],
	};
}
