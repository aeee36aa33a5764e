import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Group } from "../../state/records";

/** The permissions for a group that the caller sees. */
export const groupPolicy = {
	/** For owners of the group or one of its ancestors, and for administrators. */
	admin_group: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.owner,
};
