import type { Actor } from "../../request/access/actor";
import type { User } from "../../state/records";

/** States in which an account shows no more than its basics. */
const closed: ReadonlySet<User["state"]> = new Set(["blocked", "ldap_blocked", "banned", "blocked_pending_approval"]);

/** Who may see and do what with accounts. */
export const userPolicy = {
	/** Make, change, delete and look into other accounts. */
	administer: (actor: Actor): boolean => actor.isAdmin,
	/** See the list as administrators see it. */
	read_all: (actor: Actor): boolean => actor.isAdmin || actor.isAuditor,
	/** More than the basics: an administrator and the user; others while the profile is open and the account in use. */
	read_profile: (actor: Actor, user: User): boolean =>
		actor.isAdmin || actor.user?.id === user.id || !(user.private_profile || closed.has(user.state)),
	read_associations_count: (actor: Actor, user: User): boolean => actor.isAdmin || actor.user?.id === user.id,
};
