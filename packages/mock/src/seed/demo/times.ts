import type { State } from "../../state/state";

const hour = 3_600_000;

/** A time some hours before the platform's now. */
export const ago = (state: State, hours: number): string => new Date(state.clock.now() - hours * hour).toISOString();

/** The roles that have a user of their name, highest first. */
export const roles = ["owner", "maintainer", "developer", "reporter", "guest"] as const;
