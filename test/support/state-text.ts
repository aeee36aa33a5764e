import type { Platform } from "@tenon/mock";

/** Returns rows as text for comparison, without the times of tokens' last use, which every request can change. */
export const rowsText = (rows: object): string =>
	JSON.stringify(rows, (name, value: unknown) => (name === "last_used_at" ? undefined : value));

/** Returns all records as text. */
export const stateText = (platform: Pick<Platform, "snapshot">): string => rowsText(platform.snapshot());
