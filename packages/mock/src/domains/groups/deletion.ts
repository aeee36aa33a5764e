import type { Group } from "../../state/records";
import { remove } from "../../state/references";
import type { State } from "../../state/state";
import type { View } from "../../state/table";

/** Assumed: the number of days that the real product waits by default. */
const adjournedDays = 30;

const marked: View<Group, "all"> = {
	group: "all",
	by: (group) => group.marked_for_deletion_on,
	where: (group) => group.marked_for_deletion_on !== null,
};

/** Returns when a group is removed, in milliseconds since 1970, or undefined if it is not marked for deletion. */
export const deletionTime = ({ marked_for_deletion_on }: Group): number | undefined =>
	marked_for_deletion_on === null ? undefined : Date.parse(marked_for_deletion_on) + adjournedDays * 86_400_000;

interface Removal {
	/** The version of the table in which the group was found. */
	readonly version: number;
	readonly group: Group | undefined;
	readonly time: number;
}

const removals = new WeakMap<State, Removal>();

/** Returns the group that was marked first, with its removal time. Cached until a write: every request needs it. */
function nextRemoval(state: State): Removal {
	const { version } = state.groups;
	const known = removals.get(state);
	if (known?.version === version) return known;
	const [group] = state.groups.ordered(marked, 0).slice(0, 1);
	const next = { version, group, time: (group && deletionTime(group)) ?? Number.POSITIVE_INFINITY };
	removals.set(state, next);
	return next;
}

/** Returns the group that was marked first, if it is due for removal. */
function due(state: State): Group | undefined {
	const { group, time } = nextRemoval(state);
	return time <= state.clock.now() ? group : undefined;
}

/** Removes the groups that are due for removal, with everything below them. */
export function removeDueGroups(state: State): void {
	if (!due(state)) return;
	state.transaction(() => {
		for (let group = due(state); group; group = due(state)) remove("groups", group.id, state);
	});
}
