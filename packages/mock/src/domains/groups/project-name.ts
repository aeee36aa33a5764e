import type { Project } from "../../state/records";
import type { State } from "../../state/state";

/** Returns a project's name, preceded by the names of its groups or of the user it belongs to. */
export function fullName({ name, group_id, owner_id, full_path }: Project, state: State): string {
	const group = group_id === null ? undefined : state.groups.get(group_id);
	const owner = owner_id === null ? undefined : state.users.get(owner_id);
	return `${group?.full_name ?? owner?.name ?? full_path.slice(0, full_path.lastIndexOf("/"))} / ${name}`;
}
