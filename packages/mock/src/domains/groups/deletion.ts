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

/** The group that was marked first, if its day has come. */
function due(state: State): Group | undefined {
	const [first] = state.groups.ordered(marked, 0).slice(0, 1);
	if (!first?.marked_for_deletion_on) return undefined;
	return Date.parse(first.marked_for_deletion_on) + adjournedDays * 86_400_000 <= state.clock.now() ? first : undefined;
}

/** Removes the groups whose day has come, with all that is below them. */
export function removeDueGroups(state: State): void {
	if (!due(state)) return;
	state.transaction(() => {
		for (let group = due(state); group; group = due(state)) remove("groups", group.id, state);
	});
}
