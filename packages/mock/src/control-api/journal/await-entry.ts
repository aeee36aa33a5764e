import { checkFields } from "../../control/check-fields";
import { anything } from "../../control/fault-options";
import type { Journal } from "../../control/journal";
import type { JournalEntry } from "../../control/journal-entry";
import { checkFilter } from "../../control/journal-filter";
import { flag, optional, plain } from "../../lib/checks";
import { ControlRefusal } from "../../lib/control-error";

/** The maximum time that a call waits, in milliseconds. */
const longest = 300_000;

const timeoutCheck = optional(
	plain<number>(
		`milliseconds, from 0 to ${longest}`,
		(value) => typeof value === "number" && value >= 0 && value <= longest,
	),
);

/** Returns the first matching entry: a recorded one, or the next one to come. Throws 504 if there is none in time. */
export async function awaitEntry(
	journal: Journal,
	value: unknown,
	caller: AbortSignal | undefined,
): Promise<JournalEntry> {
	const checks = { match: anything, timeout: timeoutCheck, next: optional(flag) };
	const { match = {}, timeout, next } = checkFields(value ?? {}, checks, "field");
	const filter = checkFilter(match, journal.operations);
	// The value has passed its check.
	const most = (timeout as number | undefined) ?? 5_000;
	// Not the journal's own timer, which would keep the process alive.
	const late = AbortSignal.timeout(most);
	const signal = caller ? AbortSignal.any([late, caller]) : late;
	try {
		return await journal.waitFor(filter, { timeout: Number.POSITIVE_INFINITY, next: next === true, signal });
	} catch (error) {
		if (late.aborted) throw new ControlRefusal(504, journal.lateMessage(most, filter));
		throw error;
	}
}
