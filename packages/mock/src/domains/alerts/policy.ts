import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Project } from "../../state/records";

/** Who may do what with a project's alerts and the ways that they come by. */
export const alertPolicy = {
	read_alert: (actor: Actor, project: Project): boolean =>
		actor.isAuditor || actor.levelInProject(project) >= accessLevels.developer,
	update_alert: (actor: Actor, project: Project): boolean => actor.levelInProject(project) >= accessLevels.developer,
	/** Integrations with their addresses and keys, and the external incident product. */
	admin_operations: (actor: Actor, project: Project): boolean =>
		actor.levelInProject(project) >= accessLevels.maintainer,
};
