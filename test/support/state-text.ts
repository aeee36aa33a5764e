import type { Platform } from "@tenon/mock";

/** All records as text, to be compared; without the time of each token's last use, which every request may move. */
export const stateText = (platform: Pick<Platform, "snapshot">): string =>
	JSON.stringify(platform.snapshot(), (name, value: unknown) => (name === "last_used_at" ? undefined : value));
