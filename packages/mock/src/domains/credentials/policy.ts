import type { Actor } from "../../request/access/actor";
import { forbidden, unauthorized, wrongKind } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import type { Group, SshKey, Token } from "../../state/records";
import type { State } from "../../state/state";
import { isActive } from "./token";

/** Who may do what with the credentials that a top-level group looks after, and which ones these are. */
export const credentialPolicy = {
	/** Its owners, and administrators, who count as such. */
	manage_credentials: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.owner,
	/** A personal token of one of its enterprise users or service accounts. */
	reach_personal_token: (token: Token, group: Group): boolean =>
		token.kind === "personal" && !token.impersonation && token.managed_by_group_id === group.id,
	/** A key of one of its enterprise users or service accounts. */
	reach_key: (key: SshKey, group: Group): boolean => !key.deploy && key.managed_by_group_id === group.id,
};

/** Throws 403 for a token that does not belong to a bot, and for one of something that is not below the group. */
export function checkResource(act: "revoke" | "rotate", token: Token, group: Group): void {
	if (!token.resource) throw forbidden(`Cannot ${act} resource access token: Token does not belong to bot user`);
	if (token.managed_by_group_id !== group.id)
		throw forbidden("Cannot access resource access token: Token belongs to a resource outside group's hierarchy");
}

/** Throws what the rotation of a token as a personal one is refused with: what it is counts before whose it is. */
export function checkPersonalRotation(token: Token, group: Group, actor: Actor, state: State): void {
	if (token.kind !== "personal") throw wrongKind();
	if (!credentialPolicy.reach_personal_token(token, group)) {
		// Assumed: an owner of the group who is none of its enterprise users has access to the own token, but no right to rotate it here.
		throw token.id === actor.token?.id ? forbidden() : unauthorized();
	}
	if (state.enterpriseUsers.one("user", token.user_id)?.kind === "service_account") throw forbidden();
	if (!isActive(token, state)) throw unauthorized();
}
