import type { State } from "../../state/state";

interface Grant {
	readonly expires_at: string | null;
	readonly pending?: boolean;
}

/** Whether a membership or an invitation holds: nobody has to agree to it any more, and its last day, the one before it expires, is not over. */
export const isCurrent = (grant: Grant, state: State): boolean =>
	grant.pending !== true && (grant.expires_at === null || grant.expires_at > state.clock.today());
