import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Epic, Group } from "../../state/records";

/** Who may do what with the epics of a group that they see. */
export const epicPolicy = {
	read_epic: (actor: Actor, epic: Epic, group: Group): boolean =>
		!epic.confidential || actor.isAuditor || actor.levelInGroup(group) >= accessLevels.reporter,
};
