import { checkFields } from "../../control/check-fields";
import { anything, count } from "../../control/fault-options";
import type { Journal } from "../../control/journal";
import { checkFilter } from "../../control/journal-filter";
import { nearMisses } from "../../control/near-misses";
import { type CountBounds, countFault } from "../../control/verify-count";
import { jsonResponse, ok } from "../../request/http/json-response";
import type { RawResponse } from "../../request/http/raw";

/** Counts the entries that match. Returns 200 if there are as many as expected, otherwise 409 with near misses. */
export function verifyEntries(journal: Journal, input: unknown): RawResponse {
	const checks = { match: anything, count: count(0), atLeast: count(0), atMost: count(0) };
	const { match = {}, ...bounds } = checkFields(input ?? {}, checks, "field");
	const filter = checkFilter(match, journal.operations);
	const found = journal.count(undefined, filter);
	// The checks only accept numbers.
	const message = countFault(found, bounds as CountBounds);
	if (message === undefined) return ok({ count: found });
	return jsonResponse(409, { message, count: found, nearMisses: nearMisses(journal.calls(), filter) });
}
