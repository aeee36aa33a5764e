import type { Group } from "../../state/records";
import type { State } from "../../state/state";

/** The settings that a group can lock for all its descendants. */
export type Lockable = "math_rendering_limits_enabled" | "assist_features_enabled";

/** Returns the topmost ancestor that locks a setting, or undefined if none does. */
function lockedBy(group: Group, setting: Lockable, state: State): Group | undefined {
	let found: Group | undefined;
	for (const above of state.ancestry(group.parent_id)) if (above[`lock_${setting}`]) found = above;
	return found;
}

/** Returns the effective value of a setting. A lock in an ancestor takes precedence over the group's own value. */
export const effective = (group: Group, setting: Lockable, state: State): boolean =>
	(lockedBy(group, setting, state) ?? group)[setting];

/** Returns the validation errors of a new value. A setting that an ancestor locks must keep the ancestor's value. */
export function lockFaults(requested: boolean, group: Group, setting: Lockable, state: State): string[] {
	const lock = lockedBy(group, setting, state);
	return lock && lock[setting] !== requested ? ["cannot be changed because it is locked by an ancestor"] : [];
}
