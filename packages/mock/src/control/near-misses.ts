import { shown } from "../lib/checks";
import { isRecord } from "../lib/is-record";
import type { JournalEntry } from "./journal-entry";

/** An entry that nearly matched a filter, and the differences. */
export interface NearMiss {
	readonly id: string;
	/** The operation, such as `createIssueNote`, or method and path if there is none. */
	readonly request: string;
	/** The differences, such as `requestBody.body: expected "hi", found "hello"`. */
	readonly differences: readonly string[];
}

/** Returns the differences of a value from the expected one, as paths with both values. */
function differences(value: unknown, expected: unknown, path: string): string[] {
	if (Object.is(value, expected)) return [];
	const isBoth = (isRecord(value) && isRecord(expected)) || (Array.isArray(value) && Array.isArray(expected));
	if (!isBoth) return [`${path}: expected ${shown(expected)}, found ${shown(value)}`];
	const below = Object.entries(Object(expected)).flatMap(([name, one]) =>
		differences(Reflect.get(Object(value), name), one, path === "" ? name : `${path}.${name}`),
	);
	if (!Array.isArray(value) || !Array.isArray(expected) || value.length === expected.length) return below;
	return [...below, `${path}: expected ${expected.length} elements, found ${value.length}`];
}

/** Returns up to three entries that differ least from a filter and have something in common with it. */
export function nearMisses(entries: readonly JournalEntry[], filter: object): NearMiss[] {
	const parts = Object.keys(filter).length;
	return entries
		.map((entry) => ({ entry, found: differences(entry, filter, "") }))
		.filter(({ found }) => found.length > 0 && new Set(found.map((one) => one.split(/[.:]/, 1)[0])).size < parts)
		.sort((a, b) => a.found.length - b.found.length)
		.slice(0, 3)
		.map(({ entry, found }) => ({
			id: entry.id,
			request: entry.operation ?? `${entry.method} ${entry.path}`,
			differences: found,
		}));
}
