import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Group } from "../../state/records";

/** Who may do what with a group that they see. */
export const groupPolicy = {
	/** Owners, direct or by a group above, and administrators. */
	admin_group: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.owner,
};
