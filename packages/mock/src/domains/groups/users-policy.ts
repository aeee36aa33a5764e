import type { Actor } from "../../request/access/actor";
import { badRequest } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import type { Group } from "../../state/records";

/** Who may list the users that a group which they see brought in. */
export const groupUserPolicy = {
	read_saml_users: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.owner,
	read_provisioned_users: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.maintainer,
};

/** Throws 400 for a subgroup. */
export function checkTopLevel(group: Group): void {
	if (group.parent_id !== null) throw badRequest("Must be a top-level group");
}
