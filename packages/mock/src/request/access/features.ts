import { accessLevels } from "../../state/levels";
import type { FeatureAccess, Project } from "../../state/records";
import type { Actor } from "./actor";

/** Whether the caller can use a feature of a project: it may be open to members only, or to all who see the project. */
export function isFeatureOpen(actor: Actor, project: Project, feature: FeatureAccess): boolean {
	if (feature === "disabled") return false;
	return feature === "enabled" || actor.isAuditor || actor.levelInProject(project) >= accessLevels.guest;
}
