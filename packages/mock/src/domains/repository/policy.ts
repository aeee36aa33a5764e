import type { Actor } from "../../request/access/actor";
import { accessLevels } from "../../state/levels";
import type { Project } from "../../state/records";

/** Who may read the code of a project that they see. */
export const repositoryPolicy = {
	/** In a private project reporters and above, elsewhere whoever the repository is open to. */
	download_code(actor: Actor, project: Project): boolean {
		const access = project.settings.repository_access_level;
		if (access === "disabled") return false;
		if (actor.isAuditor) return true;
		const level = actor.levelInProject(project);
		if (project.visibility === "private") return level >= accessLevels.reporter;
		return access === "enabled" || level >= accessLevels.guest;
	},
};
