import type { State } from "../../state/state";

interface Grant {
	readonly expires_at: string | null;
	readonly pending?: boolean;
}

/** Whether a membership or an invitation applies: it is not pending, and today is before its expiry date. */
export const isCurrent = (grant: Grant, state: State): boolean =>
	grant.pending !== true && (grant.expires_at === null || grant.expires_at > state.clock.today());
