import { isCurrent } from "../../request/access/current";
import type { LinkedView } from "../../state/linked-lists";
import type { Group, Project, Share } from "../../state/records";
import { SortedList } from "../../state/sorted-list";
import { type State, sourceKey } from "../../state/state";
import { comparing, type Row, type View } from "../../state/table";

/** Invitations that come to an end: where there are such, the result depends on the day, and no standing order has it. */
const ending = {
	group: { group: "group", where: (share) => share.expires_at !== null, by: (share) => share.id },
	target: { group: "target", where: (share) => share.expires_at !== null, by: (share) => share.id },
} as const satisfies { [side: string]: View<Share, "group" | "target"> };

/** Records as they stand together, or in a standing order where there is one. */
export type Together<R extends Row> = readonly R[] | ((view: LinkedView<R>) => SortedList<R>);

/** The records in an order. */
export const inOrder = <R extends Row>(together: Together<R>, view: LinkedView<R>): SortedList<R> =>
	typeof together === "function" ? together(view) : new SortedList(comparing(view), together);

/** The groups that a group was invited into. */
export function sharedGroups(group: Group, state: State): Together<Group> {
	if (state.shares.ordered(ending.group, group.id).size === 0)
		return (view) => state.sharedGroups.ordered(view, group.id);
	const ids = state.shares
		.in("group", group.id)
		.filter((share) => share.target === "group" && isCurrent(share, state))
		.map((share) => share.target_id);
	return [...new Set(ids)].map((id) => state.groups.get(id)).filter((one) => one !== undefined);
}

/** Where a group was invited to: the group itself, or one above it. */
export type Relation = "direct" | "inherited";

/** The groups that were invited into a group, each once; of both relations where none is named. */
export function invitedGroups(group: Group, relations: readonly Relation[], state: State): Together<Group> {
	const isIncluded = (relation: Relation): boolean => relations.length === 0 || relations.includes(relation);
	const key = (target: Group): string => sourceKey("group", target.id);
	const targets = [...state.ancestry(group.id)]
		.filter((target) => isIncluded(target.id === group.id ? "direct" : "inherited"))
		.filter((target) => state.shares.count("target", key(target)) > 0);
	const [only] = targets;
	// Of several ones each could have invited the same groups.
	if (only && targets.length === 1 && state.shares.ordered(ending.target, key(only)).size === 0)
		return (view) => state.invitedGroups.ordered(view, only.id);
	const ids = targets
		.flatMap((target) => state.shares.in("target", key(target)))
		.filter((share) => isCurrent(share, state))
		.map((share) => share.group_id);
	return [...new Set(ids)].map((id) => state.groups.get(id)).filter((one) => one !== undefined);
}

/** The projects that are shared with a group. */
export function sharedProjects(group: Group, state: State): Together<Project> {
	if (state.shares.ordered(ending.group, group.id).size === 0)
		return (view) => state.sharedProjects.ordered(view, group.id);
	const ids = state.shares
		.in("group", group.id)
		.filter((share) => share.target === "project" && isCurrent(share, state))
		.map((share) => share.target_id);
	const projects = [...new Set(ids)].map((id) => state.projects.get(id));
	// A group's own projects are never shared with it.
	return projects.filter((one) => one !== undefined).filter((one) => one.group_id !== group.id);
}
