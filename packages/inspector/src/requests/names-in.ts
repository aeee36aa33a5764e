import type { Summary } from "../api/control";

/** Returns names in the last requests, as suggestions: at most 12, sorted. */
export const namesIn = (entries: readonly Summary[], nameOf: (entry: Summary) => string | undefined): string[] =>
	[...new Set(entries.slice(-2_000).flatMap((entry) => nameOf(entry) ?? []))].sort().slice(0, 12);
