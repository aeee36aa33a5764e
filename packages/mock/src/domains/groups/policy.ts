import type { Actor } from "../../request/access/actor";
import { forbidden } from "../../request/http/errors";
import { accessLevels } from "../../state/levels";
import type { Group } from "../../state/records";

/** Who may do what with a group that they see. */
export const groupPolicy = {
	/** Owners, direct or by a group above, and administrators. */
	admin_group: (actor: Actor, group: Group): boolean => actor.levelInGroup(group) >= accessLevels.owner,
};

/** Throws 403 unless allowed. */
export function authorize(allowed: boolean): void {
	if (!allowed) throw forbidden();
}
