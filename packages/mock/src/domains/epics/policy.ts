import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Epic, Group } from "../../state/records";

/** The permissions for the epics of a group that the caller sees. */
export const epicPolicy = {
	read_epic: (actor: Actor, epic: Epic, group: Group): boolean =>
		!epic.confidential || actor.isAuditor || actor.levelInGroup(group) >= accessLevels.reporter,
};
