import type { Platform } from "@tenon/mock";

/** Rows as text, to compare them; without the time of each token's last use, which every request may change. */
export const rowsText = (rows: object): string =>
	JSON.stringify(rows, (name, value: unknown) => (name === "last_used_at" ? undefined : value));

/** All records as text. */
export const stateText = (platform: Pick<Platform, "snapshot">): string => rowsText(platform.snapshot());
