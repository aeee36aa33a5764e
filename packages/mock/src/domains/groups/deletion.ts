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

/** The group that was marked first, if its day has come. */
function due(state: State): Group | undefined {
	const [first] = state.groups.ordered(marked, 0).slice(0, 1);
	const at = first && deletionTime(first);
	return at !== undefined && at <= state.clock.now() ? first : undefined;
}

/** Removes the groups whose day has come, with all that is below them. */
export function removeDueGroups(state: State): void {
	if (!due(state)) return;
	state.transaction(() => {
		for (let group = due(state); group; group = due(state)) remove("groups", group.id, state);
	});
}
