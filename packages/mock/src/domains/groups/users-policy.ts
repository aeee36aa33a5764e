import type { Actor } from "../../request/access/actor";
import { badRequest } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import type { Group } from "../../state/records";

/** The permissions to list the users who came from a group that the caller sees. */
export const groupUserPolicy = {
	read_saml_users: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.owner,
	read_provisioned_users: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.maintainer,
};

/** Throws 400 if the group is a subgroup. */
export function checkTopLevel(group: Group): void {
	if (group.parent_id !== null) throw badRequest("Must be a top-level group");
}
