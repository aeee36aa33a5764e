import type { Actor } from "../../request/access/actor";
import { isFeatureOpen } from "../../request/access/features";
import { accessLevels } from "../../state/levels";
import type { Project } from "../../state/records";

/** Who may do what with the releases of a project that they see. */
export const releasePolicy = {
	/** Everyone who sees the project; members alone where releases are for members; nobody where they are switched off. */
	read_release: (actor: Actor, project: Project): boolean =>
		isFeatureOpen(actor, project, project.releases_access_level),
	/** Links included: developers and above; where the tag is protected, maintainers and above. */
	update_release: (actor: Actor, project: Project, tag: string): boolean =>
		releasePolicy.read_release(actor, project) &&
		actor.levelToChange(project) >=
			(project.protected_refs.includes(tag) ? accessLevels.maintainer : accessLevels.developer),
};
