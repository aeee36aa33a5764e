import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Project } from "../../state/records";

/** The permissions for a project's alerts and alert integrations. */
export const alertPolicy = {
	read_alert: (actor: Actor, project: Project): boolean =>
		actor.isAuditor || actor.levelInProject(project) >= accessLevels.developer,
	update_alert: (actor: Actor, project: Project): boolean => actor.levelInProject(project) >= accessLevels.developer,
	/** For integrations, with their URLs and keys, and for the external incident product. */
	admin_operations: (actor: Actor, project: Project): boolean =>
		actor.levelInProject(project) >= accessLevels.maintainer,
};
