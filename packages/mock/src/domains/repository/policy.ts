import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Project } from "../../state/records";

/** The permissions for the code of a project that the caller sees. */
export const repositoryPolicy = {
	/** In a private project for reporters and above, elsewhere for everyone who can access the repository. */
	download_code(actor: Actor, project: Project): boolean {
		const access = project.settings.repository_access_level;
		if (access === "disabled") return false;
		if (actor.isAuditor) return true;
		const level = actor.levelInProject(project);
		if (project.visibility === "private") return level >= accessLevels.reporter;
		return access === "enabled" || level >= accessLevels.guest;
	},
};
