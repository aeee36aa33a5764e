import type { State } from "../state/state";

/** Whether a membership or an invitation still holds: its last day is the one before it expires. */
export const isCurrent = (grant: { readonly expires_at: string | null }, state: State): boolean =>
	grant.expires_at === null || grant.expires_at > state.clock.today();
