import type { Actor } from "../../request/access/actor";
import { forbidden, unauthorized, wrongKind } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import type { Group, SshKey, Token } from "../../state/records";
import type { State } from "../../state/state";
import { isActive } from "./token";

/** The permissions for the credentials that a top-level group manages, and tests for what it manages. */
export const credentialPolicy = {
	/** For owners of the group. Administrators count as owners. */
	manage_credentials: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.owner,
	/** Whether the token is a personal token of one of the group's enterprise users or service accounts. */
	reach_personal_token: (token: Token, group: Group): boolean =>
		token.kind === "personal" && !token.impersonation && token.managed_by_group_id === group.id,
	/** Whether the key belongs to one of the group's enterprise users or service accounts. */
	reach_key: (key: SshKey, group: Group): boolean => !key.deploy && key.managed_by_group_id === group.id,
};

/** Throws 403 if the token does not belong to a bot, or if its resource is not below the group. */
export function checkResource(act: "revoke" | "rotate", token: Token, group: Group): void {
	if (!token.resource) throw forbidden(`Cannot ${act} resource access token: Token does not belong to bot user`);
	if (token.managed_by_group_id !== group.id)
		throw forbidden("Cannot access resource access token: Token belongs to a resource outside group's hierarchy");
}

/** Throws the error with which a personal token's rotation is refused. The token's kind is checked before its owner. */
export function checkPersonalRotation(token: Token, group: Group, actor: Actor, state: State): void {
	if (token.kind !== "personal") throw wrongKind();
	if (!credentialPolicy.reach_personal_token(token, group)) {
		// Assumed: a group owner who is not its enterprise user can access their own token, but not rotate it here.
		throw token.id === actor.token?.id ? forbidden() : unauthorized();
	}
	if (state.enterpriseUsers.one("user", token.user_id)?.kind === "service_account") throw forbidden();
	if (!isActive(token, state)) throw unauthorized();
}
