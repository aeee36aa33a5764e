import { isCurrent } from "../access/current";
import type { Group, Project } from "../state/records";
import { type State, sourceKey } from "../state/state";

/** The groups that a group was invited into. */
export function sharedGroups(group: Group, state: State): Group[] {
	const ids = state.shares
		.in("group", group.id)
		.filter((share) => share.target === "group" && isCurrent(share, state))
		.map((share) => share.target_id);
	return [...new Set(ids)].map((id) => state.groups.get(id)).filter((one) => one !== undefined);
}

/** Where a group was invited to: the group itself, or one above it. */
export type Relation = "direct" | "inherited";

/** The groups that were invited into a group, each once; of both relations where none is named. */
export function invitedGroups(group: Group, relations: readonly Relation[], state: State): Group[] {
	const wanted = (relation: Relation): boolean => relations.length === 0 || relations.includes(relation);
	const ids = [...state.ancestry(group.id)]
		.filter((target) => wanted(target.id === group.id ? "direct" : "inherited"))
		.flatMap((target) => state.shares.in("target", sourceKey("group", target.id)))
		.filter((share) => isCurrent(share, state))
		.map((share) => share.group_id);
	return [...new Set(ids)].map((id) => state.groups.get(id)).filter((one) => one !== undefined);
}

/** The projects that are shared with a group. */
export function sharedProjects(group: Group, state: State): Project[] {
	const ids = state.shares
		.in("group", group.id)
		.filter((share) => share.target === "project" && isCurrent(share, state))
		.map((share) => share.target_id);
	const projects = [...new Set(ids)].map((id) => state.projects.get(id));
	// A group's own projects are never shared with it.
	return projects.filter((one) => one !== undefined).filter((one) => one.group_id !== group.id);
}
