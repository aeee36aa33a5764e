import type { Group } from "../../state/records";
import type { State } from "../../state/state";

/** Settings that a group can lock for all groups below it. */
export type Lockable = "math_rendering_limits_enabled" | "assist_features_enabled";

/** The group furthest up that locks a setting for this one; undefined where none does. */
function lockedBy(group: Group, setting: Lockable, state: State): Group | undefined {
	let found: Group | undefined;
	for (const above of state.ancestry(group.parent_id)) if (above[`lock_${setting}`]) found = above;
	return found;
}

/** A setting as it holds: a lock further up decides over what the group says itself. */
export const effective = (group: Group, setting: Lockable, state: State): boolean =>
	(lockedBy(group, setting, state) ?? group)[setting];

/** What is wrong with a new value of a setting: a lock further up keeps it as it is there. */
export function lockFaults(requested: boolean, group: Group, setting: Lockable, state: State): string[] {
	const lock = lockedBy(group, setting, state);
	return lock && lock[setting] !== requested ? ["cannot be changed because it is locked by an ancestor"] : [];
}
