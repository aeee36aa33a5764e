import type { Context } from "../../request/context";
import type { Group, Visibility } from "../../state/records";

const width = { private: 0, internal: 1, public: 2 } as const;

/** Returns the validation errors of a new visibility. It must fit the parent's and everything below the group. */
export function visibilityFaults(requested: Visibility, group: Group, { actor, settings, state }: Context): string[] {
	if (requested === group.visibility) return [];
	const faults: string[] = [];
	if (settings.restrictedVisibilities.includes(requested) && !actor.isAdmin)
		faults.push(`${requested} has been restricted by your administrator`);
	const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
	if (parent && width[parent.visibility] < width[requested])
		faults.push(`${requested} is not allowed since the parent group has a ${parent.visibility} visibility.`);
	const isWider = (one: { visibility: Visibility }): boolean => width[one.visibility] > width[requested];
	if (state.projects.in("group", group.id).some(isWider))
		faults.push(`${requested} is not allowed since this group contains projects with higher visibility.`);
	if (state.groups.in("parent", group.id).some(isWider))
		faults.push(`${requested} is not allowed since there are sub-groups with higher visibility.`);
	return faults;
}
