import { isCurrent } from "../../request/access/current";
import type { LinkedView } from "../../state/linked-lists";
import type { Group, Project, Share } from "../../state/records";
import { SortedList } from "../../state/sorted-list";
import { type State, sourceKey } from "../../state/state";
import { comparing, type Row, type View } from "../../state/table";

/** Invitations that expire. With any of these, the result depends on the day and has no maintained order. */
const ending = {
	group: { group: "group", where: (share) => share.expires_at !== null, by: (share) => share.id },
	target: { group: "target", where: (share) => share.expires_at !== null, by: (share) => share.id },
} as const satisfies { [side: string]: View<Share, "group" | "target"> };

/** Rows in no particular order, or a function that returns them in a maintained order. */
export type Together<R extends Row> = readonly R[] | ((view: LinkedView<R>) => SortedList<R>);

/** Returns the rows in the order of a view. */
export const inOrder = <R extends Row>(together: Together<R>, view: LinkedView<R>): SortedList<R> =>
	typeof together === "function" ? together(view) : new SortedList(comparing(view), together);

/** Returns the groups that a group was invited into. */
export function sharedGroups(group: Group, state: State): Together<Group> {
	if (state.shares.ordered(ending.group, group.id).size === 0)
		return (view) => state.sharedGroups.ordered(view, group.id);
	const ids = state.shares
		.in("group", group.id)
		.filter((share) => share.target === "group" && isCurrent(share, state))
		.map((share) => share.target_id);
	return [...new Set(ids)].map((id) => state.groups.get(id)).filter((one) => one !== undefined);
}

/** The target of an invitation: the group itself, or one of its ancestors. */
export type Relation = "direct" | "inherited";

/** Returns the groups that were invited into a group, each once. Without relations, it returns those of both. */
export function invitedGroups(group: Group, relations: readonly Relation[], state: State): Together<Group> {
	const isIncluded = (relation: Relation): boolean => relations.length === 0 || relations.includes(relation);
	const key = (target: Group): string => sourceKey("group", target.id);
	const targets = [...state.ancestry(group.id)]
		.filter((target) => isIncluded(target.id === group.id ? "direct" : "inherited"))
		.filter((target) => state.shares.count("target", key(target)) > 0);
	const [only] = targets;
	// With several targets, each could have invited the same groups.
	if (only && targets.length === 1 && state.shares.ordered(ending.target, key(only)).size === 0)
		return (view) => state.invitedGroups.ordered(view, only.id);
	const ids = targets
		.flatMap((target) => state.shares.in("target", key(target)))
		.filter((share) => isCurrent(share, state))
		.map((share) => share.group_id);
	return [...new Set(ids)].map((id) => state.groups.get(id)).filter((one) => one !== undefined);
}

/** Returns the projects that are shared with a group. */
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
