import type { Group } from "../../state/records";
import { remove } from "../../state/references";
import type { State } from "../../state/state";
import type { View } from "../../state/table";

/** Assumed: as many days as the real product waits by default. */
const adjournedDays = 30;

const marked: View<Group, "all"> = {
	group: "all",
	by: (group) => group.marked_for_deletion_on,
	where: (group) => group.marked_for_deletion_on !== null,
};

/** When a group is removed, in milliseconds since 1970; undefined if nobody marked it. */
export const deletionTime = ({ marked_for_deletion_on }: Group): number | undefined =>
	marked_for_deletion_on === null ? undefined : Date.parse(marked_for_deletion_on) + adjournedDays * 86_400_000;

interface Removal {
	/** Of the table that it was found in. */
	readonly version: number;
	readonly group: Group | undefined;
	readonly time: number;
}

const removals = new WeakMap<State, Removal>();

/** The group that was marked first, and when it is removed. Every request asks, so it is found anew only after a write. */
function nextRemoval(state: State): Removal {
	const { version } = state.groups;
	const known = removals.get(state);
	if (known?.version === version) return known;
	const [group] = state.groups.ordered(marked, 0).slice(0, 1);
	const next = { version, group, time: (group && deletionTime(group)) ?? Number.POSITIVE_INFINITY };
	removals.set(state, next);
	return next;
}

/** The group that was marked first, if its day has come. */
function due(state: State): Group | undefined {
	const { group, time } = nextRemoval(state);
	return time <= state.clock.now() ? group : undefined;
}

/** Removes the groups whose day has come, with all that is below them. */
export function removeDueGroups(state: State): void {
	if (!due(state)) return;
	state.transaction(() => {
		for (let group = due(state); group; group = due(state)) remove("groups", group.id, state);
	});
}
