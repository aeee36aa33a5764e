import type { Actor } from "../../request/access/actor";
import type { User } from "../../state/records";

/** The states in which an account shows only its basic fields. */
const closed: ReadonlySet<User["state"]> = new Set(["blocked", "ldap_blocked", "banned", "blocked_pending_approval"]);

/** The permissions for accounts. */
export const userPolicy = {
	/** To create, change, delete and inspect other accounts. */
	administer: (actor: Actor): boolean => actor.isAdmin,
	/** To see the list as administrators see it. */
	read_all: (actor: Actor): boolean => actor.isAdmin || actor.isAuditor,
	/** For administrators and the user. For others only if the profile is not private and the account is not closed. */
	read_profile: (actor: Actor, user: User): boolean =>
		actor.isAdmin || actor.user?.id === user.id || !(user.private_profile || closed.has(user.state)),
	read_associations_count: (actor: Actor, user: User): boolean => actor.isAdmin || actor.user?.id === user.id,
};
