import { flag, nullable, plain, text } from "../lib/checks";
import { isRecord } from "../lib/is-record";
import type { OperationSet } from "../request/operation-set";
import { type AnyCheck, checkFields } from "./check-fields";
import { anything } from "./fault-options";
import type { JournalEntry } from "./journal-entry";
import { checkOperation } from "./operation-names";

const status = plain<number>(
	"a status from 100 to 599, or 0 for none",
	(value) => Number.isInteger(value) && (value === 0 || (Number(value) >= 100 && Number(value) <= 599)),
);

/** The parts of an entry that a filter can have, and the check of each one's value. */
const parts: { readonly [name in keyof JournalEntry]-?: AnyCheck } = {
	id: text,
	time: text,
	operation: text,
	method: text,
	url: text,
	path: text,
	params: anything,
	requestHeaders: anything,
	requestBody: anything,
	status,
	responseHeaders: anything,
	responseBody: anything,
	broken: text,
	milliseconds: anything,
	user: nullable(text),
	faults: anything,
	overridden: flag,
	reason: anything,
	verdict: anything,
};

/**
 * Validates a filter. A part that no entry can have would never match.
 *
 * @throws ControlError that names the unknown part or the invalid value.
 */
export function checkFilter(
	input: unknown,
	operations: OperationSet,
): { readonly [Name in keyof JournalEntry]?: unknown } {
	const sent = Object.fromEntries(Object.entries(Object(input)).filter(([, value]) => value !== undefined));
	const filter = checkFields(isRecord(input) ? sent : input, parts, "field");
	checkOperation(filter.operation, operations);
	return filter;
}
