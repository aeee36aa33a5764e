import type { Summary } from "../api/control";

/** Names of the last requests, to choose from. */
export const namesIn = (entries: readonly Summary[], nameOf: (entry: Summary) => string | undefined): string[] =>
	[...new Set(entries.slice(-2_000).flatMap((entry) => nameOf(entry) ?? []))].sort().slice(0, 12);
