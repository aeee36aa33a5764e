import { checkFields } from "../../control/check-fields";
import { anything, count } from "../../control/fault-options";
import type { Journal } from "../../control/journal";
import { checkFilter } from "../../control/journal-filter";
import { nearMisses } from "../../control/near-misses";
import { ControlError } from "../../lib/control-error";
import { answer, ok } from "../../request/http/answer";
import type { RawResponse } from "../../request/http/raw";

/** Counts the entries that match: 200 if there are as many as expected, else 409 with those that nearly do. */
export function verifyEntries(journal: Journal, input: unknown): RawResponse {
	const checks = { match: anything, count: count(0), atLeast: count(0), atMost: count(0) };
	const { match = {}, ...bounds } = checkFields(input ?? {}, checks, "part of it");
	const filter = checkFilter(match);
	// The checks let numbers through alone.
	const { count: exactly, atLeast, atMost } = bounds as { count?: number; atLeast?: number; atMost?: number };
	if (exactly !== undefined && (atLeast ?? atMost) !== undefined)
		throw new ControlError([{ pointer: "/count", message: "count goes without atLeast and atMost" }]);
	const isOneExpected = exactly === undefined && atLeast === undefined && atMost === undefined;
	const least = exactly ?? atLeast ?? (isOneExpected ? 1 : 0);
	const most = exactly ?? atMost ?? Number.POSITIVE_INFINITY;
	const found = journal.count(undefined, filter);
	if (found >= least && found <= most) return ok({ count: found });
	const expected =
		least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`;
	const message = `Expected ${expected} matching requests, found ${found}.`;
	return answer(409, { message, count: found, nearMisses: nearMisses(journal.calls(), filter) });
}
