import { accessLevels } from "../../state/levels";
import type { FeatureAccess, Project } from "../../state/records";
import type { Actor } from "./actor";

/** Whether a feature of a project is open to the caller: to members only, or to everyone who sees the project. */
export function isFeatureOpen(actor: Actor, project: Project, feature: FeatureAccess): boolean {
	if (feature === "disabled") return false;
	return feature === "enabled" || actor.isAuditor || actor.levelInProject(project) >= accessLevels.guest;
}
